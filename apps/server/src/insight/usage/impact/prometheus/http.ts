import { outboundFetch } from '../../../../platform/http/outbound.ts'
import type { Settings } from '../../../../platform/settings/settings.ts'

const limits = { mostBytes: 2 * 1024 * 1024, timeoutMs: 5_000 }

/** What the server answered, or why it did not. The text can be shown to administrators. */
export class PrometheusError extends Error {}

export type Endpoint = { url: string; token?: string | undefined }
export type Ask = (endpoint: Endpoint, path: string, form?: Record<string, string>) => Promise<unknown>

/** Calls the HTTP API of Prometheus. With a form it is a POST, because queries can be long. */
export function openAsk({ integrations, proxy }: Pick<Settings, 'integrations' | 'proxy'>): Ask {
  const guarded = outboundFetch({ privateAddresses: integrations.privateAddresses, proxy, ...limits })
  const allowed = outboundFetch({ privateAddresses: true, proxy, ...limits })
  return async (endpoint, path, form) => {
    const url = addressOf(endpoint.url, path)
    const fetch = integrations.allowedHosts.includes(url.hostname.toLowerCase()) ? allowed : guarded
    const headers = {
      accept: 'application/json',
      'user-agent': 'Flagstaff',
      ...(endpoint.token ? { authorization: `Bearer ${endpoint.token}` } : {}),
    }
    const body = form && new URLSearchParams(form)
    let response: Response
    try {
      response = await fetch(url.href, body ? { method: 'POST', headers, body } : { headers })
    } catch (error) {
      throw new PrometheusError(reasonOf(error, url.host))
    }
    return read(response, url.host)
  }
}

/** The paths of the API start below the path of the address. */
function addressOf(base: string, path: string): URL {
  let url: URL
  try {
    url = new URL(base)
  } catch {
    throw new PrometheusError('The address is not a URL.')
  }
  const [pathname = '', search = ''] = path.split('?')
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${pathname}`
  url.search = search
  url.hash = ''
  return url
}

async function read(response: Response, host: string): Promise<unknown> {
  const text = await response.text()
  let body: { status?: unknown; data?: unknown; error?: unknown } | null
  try {
    body = JSON.parse(text)
  } catch {
    throw new PrometheusError(`${host} answered with status ${response.status} and no JSON.`)
  }
  if (body?.status === 'success') return body.data
  const reason = typeof body?.error === 'string' ? `: ${body.error.slice(0, 300)}` : '.'
  throw new PrometheusError(`${host} answered with status ${response.status}${reason}`)
}

function reasonOf(error: unknown, host: string): string {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  if (name === 'TimeoutError' || name === 'AbortError')
    return `${host} did not answer within ${limits.timeoutMs / 1000} seconds.`
  return `${host} cannot be reached: ${message}.`
}
