import type { Upstream } from '../upstream/upstream.ts'

/** Sends through the backbone; undefined while nothing comes through it. */
export type SendCall = (
  path: string,
  token: string,
  body: unknown,
  headers: Record<string, string>,
) => Promise<Response> | undefined

/** Reports go through the backbone. Where that fails they go over HTTP, with the same ID, so they count once. */
export const preferBackbone = (upstream: Upstream, sendCall: SendCall): Upstream => ({
  ...upstream,
  async post(path, token, body, headers = {}) {
    const overHttp = () => upstream.post(path, token, body, headers)
    if (token === undefined) return overHttp()
    return (await sendCall(path, token, body, headers)?.catch(() => undefined)) ?? overHttp()
  },
})
