import type { FastifyRequest } from 'fastify'
import { invalid } from '../errors.ts'

const LONGEST = 500

/** Why the caller skips a review: the header `X-Change-Reason`, percent-encoded. */
export function changeReason({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = headers['x-change-reason']
  if (typeof header !== 'string') return undefined
  const reason = decoded(header).trim()
  if (reason === '' || reason.length > LONGEST)
    throw invalid(`The reason in X-Change-Reason must have 1 to ${LONGEST} characters.`, 'x-change-reason')
  return reason
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalid('The reason in X-Change-Reason must be percent-encoded.', 'x-change-reason')
  }
}
