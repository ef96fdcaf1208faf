import { randomBytes } from 'node:crypto'
import type { Context } from '@flagstaff/engine'
import type { FastifyRequest } from 'fastify'
import { addressOf } from './address.ts'
import type { Token } from './store.ts'

const known = new Set(['userId', 'sessionId', 'remoteAddress', 'environment', 'appName'])
const PROPERTY = /^properties\[([^\][]+)\]$/

/**
 * The context in a query. Unknown names become properties; a name inside `properties` overrides a top-level one.
 * Browsers cannot set the time, so `currentTime` is an ordinary property.
 */
export function contextFromQuery({ query, ip }: Asker, token: Token): Context {
  const fields = new Map<string, string>()
  const properties = new Map<string, string>()
  const named: [name: string, value: string][] = []
  for (const [name, values] of Object.entries(query as Record<string, string | string[]>)) {
    const value = (typeof values === 'string' ? values : values[0]) ?? ''
    if (known.has(name)) fields.set(name, value)
    else if (!name.includes('[')) properties.set(name, value)
    else {
      const property = PROPERTY.exec(name)?.[1]
      if (property) named.push([property, value])
    }
  }
  for (const [name, value] of named) properties.set(name, value)
  return complete(fields, properties, { ip }, token)
}

/** A request of Fastify or of Node. */
export type Asker = { query: unknown; ip: string }

/** Accepts `{context: …}` and a bare context. Undefined if the body has no valid context. */
export function contextFromBody(request: FastifyRequest, token: Token): Context | undefined {
  const body = (request.body ?? {}) as Record<string, unknown>
  const source = Object.hasOwn(body, 'context') ? body.context : body
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return undefined
  const fields = new Map<string, unknown>()
  const loose = new Map<string, unknown>()
  let properties = new Map<string, unknown>()
  for (const [name, value] of Object.entries(source)) {
    if (name === 'properties') {
      if (typeof value === 'object' && value !== null)
        properties = new Map(Object.entries(value).filter(isScalar))
    } else if (isScalar([name, value])) {
      if (known.has(name)) fields.set(name, value)
      else loose.set(name, value)
    }
  }
  return complete(fields, new Map([...loose, ...properties]), request, token)
}

const isScalar = ([, value]: [string, unknown]) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function complete(
  fields: Map<string, unknown>,
  properties: Map<string, unknown>,
  asker: { ip: string },
  token: Token,
): Context {
  const text = (name: string, fallback: () => string) => {
    const value = fields.get(name)
    return value === undefined || value === '' ? fallback() : String(value)
  }
  const userId = fields.get('userId')
  return {
    ...(userId === undefined ? {} : { userId: String(userId) }),
    sessionId: text('sessionId', () => randomBytes(8).toString('hex')),
    remoteAddress: text('remoteAddress', () => addressOf(asker)),
    environment: text('environment', () => token.environment),
    appName: text('appName', () => 'frontend-api'),
    properties: Object.fromEntries(properties),
  }
}
