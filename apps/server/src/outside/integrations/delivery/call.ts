import { outboundFetch } from '../../../platform/http/outbound.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { OutgoingRequest } from '../providers/types.ts'

const TIMEOUT_MS = 5_000
const limits = { mostBytes: 64 * 1024, timeoutMs: TIMEOUT_MS }
const MOST_ANSWERED = 1_024

export type Answer = {
  /** Undefined if the receiver did not answer. */
  status: number | undefined
  ms: number
  error: string | null
  /** The start of the response. */
  answer: string | null
  retryAfter: string | null
}

export type Call = (request: OutgoingRequest) => Promise<Answer>

/** Calls receivers, whose addresses people enter: private ones only if the operator allows it. */
export function openCall({ integrations, proxy }: Pick<Settings, 'integrations' | 'proxy'>): Call {
  const guarded = outboundFetch({ privateAddresses: integrations.privateAddresses, proxy, ...limits })
  const allowed = outboundFetch({ privateAddresses: true, proxy, ...limits })
  return async ({ url, headers, body }) => {
    const began = performance.now()
    const ms = () => Math.round(performance.now() - began)
    const host = hostOf(url)
    const fetch = integrations.allowedHosts.includes(host.replace(/:\d+$/, '').toLowerCase())
      ? allowed
      : guarded
    try {
      const response = await fetch(url, { method: 'POST', headers, body })
      const text = await response.text()
      return {
        status: response.status,
        ms: ms(),
        error: response.ok ? null : `${host} answered with status ${response.status}.`,
        answer: text.slice(0, MOST_ANSWERED).replaceAll('\0', '') || null,
        retryAfter: response.headers.get('retry-after'),
      }
    } catch (error) {
      return { status: undefined, ms: ms(), error: reasonOf(error, host), answer: null, retryAfter: null }
    }
  }
}

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

function reasonOf(error: unknown, host: string): string {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  if (name === 'TimeoutError' || name === 'AbortError')
    return `${host} did not answer within ${TIMEOUT_MS / 1_000} seconds.`
  return `${host} cannot be reached: ${message}.`
}
