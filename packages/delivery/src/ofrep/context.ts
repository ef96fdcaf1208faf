import type { OfrepRequest } from '@flagstaff/contract/ofrep'
import type { Context } from '@flagstaff/engine'
import type { FastifyRequest } from 'fastify'
import { addressOf } from '../address.ts'
import type { Token } from '../store.ts'

const known = new Set(['userId', 'sessionId', 'remoteAddress', 'environment', 'appName'])

/**
 * The context in an OpenFeature request. No random ids are added, so that the same context gets the same result. A
 * browser cannot set the time; its IP address is used, and that of a server is not.
 */
export function toContext(request: FastifyRequest, token: Token): Context {
  const { context } = request.body as OfrepRequest
  const fromBrowser = token.type === 'frontend'
  const fields = new Map<string, unknown>()
  const properties = new Map<string, unknown>()
  for (const [name, value] of Object.entries(context)) {
    const text = textOf(value)
    if (text === undefined) continue
    if (known.has(name)) fields.set(name, text)
    else if (name !== 'currentTime') properties.set(name, text)
    else if (!fromBrowser) fields.set(name, value)
  }
  const { targetingKey } = context
  if (targetingKey && !fields.get('userId')) fields.set('userId', targetingKey)
  if (fromBrowser && !fields.has('remoteAddress')) fields.set('remoteAddress', addressOf(request))
  if (!fields.has('environment')) fields.set('environment', token.environment)
  return { ...Object.fromEntries(fields), properties: Object.fromEntries(properties) }
}

/** Rules compare text, so objects and lists are converted to JSON. */
const textOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
