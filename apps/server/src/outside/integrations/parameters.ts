import { isIP } from 'node:net'
import { MASK } from '@flagstaff/contract/integrations'
import { invalid } from '../../platform/errors.ts'
import { isPrivate } from '../../platform/http/outbound.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { headersOf, type Parameters, type Provider } from './providers/types.ts'

export type Split = { open: Record<string, unknown>; secret: Record<string, unknown> }

const pathOf = (name: string) => `/parameters/${name}`

/** Replaces masks by the stored secrets. */
export function unmask(provider: Provider, sent: Parameters, stored: Parameters): Record<string, unknown> {
  const sensitive = new Set(sensitiveOf(provider))
  const kept = Object.entries(sent).map(([name, value]): [string, unknown] => {
    if (!sensitive.has(name)) return [name, value]
    if (value === MASK) {
      if (stored[name] === undefined) throw invalid('Enter the secret: none is stored.', pathOf(name))
      return [name, stored[name]]
    }
    return [name, name === 'customHeaders' ? unmaskHeaders(value, stored[name]) : value]
  })
  const all = Object.fromEntries(kept)
  const isMoved = all.url !== stored.url
  const isKept = (name: string) =>
    sent[name] === MASK || (name === 'customHeaders' && String(sent[name] ?? '').includes(MASK))
  // Otherwise a secret could be sent to an address of somebody who does not know it.
  const carried = Object.keys(sent).find((name) => sensitive.has(name) && name !== 'url' && isKept(name))
  if (isMoved && carried !== undefined)
    throw invalid(
      'The address has changed. Enter the secret again, so that it is not sent elsewhere.',
      pathOf(carried),
    )
  return all
}

/** Single headers can be masked, too. */
function unmaskHeaders(sent: unknown, stored: unknown): unknown {
  if (typeof sent !== 'string' || !sent.includes(MASK)) return sent
  const [now, before] = [readObject(sent), readObject(stored)]
  if (!now) return sent
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(now).map(([name, value]) => [name, value === MASK ? before?.[name] : value]),
    ),
  )
}

function readObject(text: unknown): Record<string, unknown> | undefined {
  try {
    const read: unknown = typeof text === 'string' ? JSON.parse(text) : undefined
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined
  } catch {
    return undefined
  }
}

const sensitiveOf = ({ definition }: Provider): string[] =>
  definition.parameters.flatMap(({ name, sensitive }) => (sensitive ? [name] : []))

export const mask = (provider: Provider | undefined, { open, secret }: Split): Record<string, unknown> => ({
  ...open,
  ...Object.fromEntries(Object.keys(secret).map((name) => [name, MASK])),
  // Without its definition it is not known what is sensitive.
  ...(provider ? {} : Object.fromEntries(Object.keys(open).map((name) => [name, MASK]))),
})

/** Separates what is encrypted. */
export function split(provider: Provider, parameters: Parameters): Split {
  const sensitive = new Set(sensitiveOf(provider))
  const entries = Object.entries(parameters).filter(
    ([, value]) => value !== '' && value !== null && value !== undefined,
  )
  return {
    open: Object.fromEntries(entries.filter(([name]) => !sensitive.has(name))),
    secret: Object.fromEntries(entries.filter(([name]) => sensitive.has(name))),
  }
}

/** Refuses parameters that the provider cannot use, naming the one that is wrong. */
export function checkParameters(
  provider: Provider,
  parameters: Parameters,
  { integrations }: Pick<Settings, 'integrations'>,
) {
  for (const { name, displayName, required, type } of provider.definition.parameters) {
    const value = parameters[name]
    if (value !== undefined && value !== null && !['string', 'number'].includes(typeof value))
      throw invalid(`${displayName} must be a text.`, pathOf(name))
    if (required && String(value ?? '').trim() === '')
      throw invalid(`${displayName} is missing.`, pathOf(name))
    if (String(value ?? '').length > 10_000) throw invalid(`${displayName} is too long.`, pathOf(name))
    if (inHeaders.has(name) && /[^\t\x20-\x7e]/.test(String(value ?? '')))
      throw invalid(`${displayName} can only have printable ASCII characters.`, pathOf(name))
    if (type === 'url' && value) checkAddress(String(value), name, integrations)
  }
  checkHeaders(parameters)
  const fault = provider.check?.(parameters)
  if (fault) throw invalid(fault.why, pathOf(fault.parameter))
}

const inHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'contentType',
  'accessToken',
  'apiKey',
  'licenseKey',
  'token',
])

function checkAddress(
  text: string,
  name: string,
  { privateAddresses, allowedHosts }: Settings['integrations'],
) {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw invalid('The address must start with https:// or http://.', pathOf(name))
  if (url.username || url.password)
    throw invalid('The address must not contain a password. Use a header.', pathOf(name))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!privateAddresses && !allowedHosts.includes(host.toLowerCase()) && isIP(host) && isPrivate(host))
    throw invalid(
      'This is a private address. An operator can allow it: UNLEASH_ALLOW_LIST_INTEGRATION is a list of host names, such as hooks.internal,10.0.0.5.',
      pathOf(name),
    )
}

const own: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
])

function checkHeaders(parameters: Parameters) {
  const text = parameters.customHeaders
  if (text === undefined || text === null || String(text).trim() === '') return
  const path = pathOf('customHeaders')
  if (!readObject(text)) throw invalid('More headers must be a JSON object with texts.', path)
  for (const [name, value] of Object.entries(headersOf({ parameters }))) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw invalid(`${name} is not the name of a header.`, path)
    if (own.has(name)) throw invalid(`The header ${name} is set by the server.`, path)
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw invalid(`The value of ${name} has characters that a header cannot have.`, path)
  }
}
