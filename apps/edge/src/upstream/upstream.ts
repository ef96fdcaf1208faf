import type { Settings } from '../settings.ts'

const PATIENCE_MS = 5_000

export type Upstream = {
  get(path: string, token: string, options: RequestOptions): Promise<Response>
  post(
    path: string,
    token: string | undefined,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>
}
type RequestOptions = { headers: Record<string, string>; signal?: AbortSignal }

/** The server or edge this one asks. */
export function createUpstream({ upstream = '', appName, instanceId }: Settings): Upstream {
  const own = {
    'unleash-appname': appName,
    'unleash-instanceid': instanceId,
    'unleash-sdk': 'flagstaff-edge:0.1.0',
  }
  return {
    get: (path, token, { headers, signal }) =>
      fetch(`${upstream}${path}`, {
        headers: { ...own, authorization: token, ...headers },
        signal: signal ?? AbortSignal.timeout(PATIENCE_MS),
      }),
    post: (path, token, body, headers = {}) =>
      fetch(`${upstream}${path}`, {
        method: 'POST',
        headers: {
          ...own,
          'content-type': 'application/json',
          ...(token ? { authorization: token } : {}),
          ...headers,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
  }
}
