import { type FlagstaffOptions, SDK } from './options.ts'

/** A response that is no success. */
export class Refused extends Error {
  readonly status: number
  readonly retryAfterMs: number

  constructor({ status, headers }: Response, path: string) {
    super(`${path} returned ${status}`)
    this.status = status
    this.retryAfterMs = (Number(headers.get('retry-after')) || 0) * 1000
  }
}

/** Requests to the client API. The headers identify this process, for metrics and receipts. */
export function createConnection(options: FlagstaffOptions, instanceId: string, intervalMs: number) {
  const { url, token, appName } = options
  const base = url.replace(/\/+$/, '').replace(/\/api$/, '')
  // Called as a plain function: workerd refuses `fetch` as a method of another object.
  const send = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request))
  const headers = {
    Authorization: token,
    'Unleash-AppName': appName,
    'Unleash-InstanceId': instanceId,
    'Unleash-Connection-Id': instanceId,
    'Unleash-Interval': String(intervalMs),
    'Unleash-SDK': SDK,
    'Unleash-Client-Spec': '5.2.0',
  }
  const request = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await send(`${base}${path}`, { ...init, headers: { ...headers, ...init.headers } })
    if (response.ok || response.status === 304) return response
    await response.body?.cancel()
    throw new Refused(response, path)
  }
  return {
    base,
    get: (path: string, more: Record<string, string>, signal: AbortSignal) =>
      request(path, { headers: more, signal }),
    async post(path: string, body: object, signal: AbortSignal) {
      const response = await request(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal,
      })
      await response.body?.cancel()
    },
  }
}

export type Connection = ReturnType<typeof createConnection>
