import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { refuse } from './errors.ts'

const LARGEST = 256 * 1024
/** Deeper than any resource in RFC 7643. */
const DEEPEST = 12

/** Accepts `application/scim+json` and plain JSON. */
export function parseBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'string', bodyLimit: LARGEST },
    (_request, text, done) => {
      const body = parse(text as string)
      if (body instanceof Error) done(body)
      else done(null, body)
    },
  )
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST }, (_request, _body, done) =>
    done(new AppError('contentType')),
  )
}

function parse(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text === '' ? '{}' : text)
    return isDeeper(body, DEEPEST) ? refuse('invalidSyntax', 'The body is nested too deeply.') : body
  } catch {
    return refuse('invalidSyntax', 'The body is not valid JSON.')
  }
}

/** Stops at the limit, so that deep nesting costs nothing. */
export const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))
