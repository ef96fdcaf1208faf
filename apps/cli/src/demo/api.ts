/** Headers of the actor: the admin token, or the session of a person. */
export type As = Record<string, string>
export type Answer = { status: number; body: unknown }
export type Call = (method: string, path: string, body?: unknown, as?: As) => Promise<Answer>

export type Api = {
  url: string
  /** Calls the admin API. What exists already (409) is no error. */
  call: Call
  /** Sends what an application or another system sends, with its own token. */
  send(secret: string, path: string, body: object): Promise<void>
}

const ATTEMPTS = 40
const PAUSE_MS = 250

export function openApi(url: string, token: string): Api {
  return {
    url,
    async call(method, path, body, as = { authorization: token }) {
      const response = await fetch(`${url}/api/admin${path}`, {
        method,
        headers: { ...as, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok && response.status !== 409)
        throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return { status: response.status, body: text ? JSON.parse(text) : undefined }
    },
    async send(secret, path, body) {
      const headers = { authorization: secret, 'content-type': 'application/json' }
      // Retry: a new token takes up to a second to reach every process.
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { ok } = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
        if (ok) return
        await new Promise((done) => setTimeout(done, PAUSE_MS))
      }
      throw new Error(`${path} was not accepted`)
    },
  }
}
