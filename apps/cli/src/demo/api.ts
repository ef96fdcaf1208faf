import { randomUUID } from 'node:crypto'

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

const ATTEMPTS = 60
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 2_000

export function openApi(url: string, token: string): Api {
  return {
    url,
    async call(method, path, body, as = { authorization: token }) {
      const response = await patiently(`${url}/api/admin${path}`, {
        method,
        // A repeated change is made once.
        headers: { ...as, ...json, ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok && response.status !== 409)
        throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return { status: response.status, body: text ? JSON.parse(text) : undefined }
    },
    async send(secret, path, body) {
      const headers = { authorization: secret, ...json }
      // A new token takes up to a second to reach every process.
      const response = await patiently(
        `${url}${path}`,
        { method: 'POST', headers, body: JSON.stringify(body) },
        ({ ok }) => !ok,
      )
      if (!response.ok) throw new Error(`${path} was not accepted: ${response.status}`)
    },
  }
}

const json = { 'content-type': 'application/json' }
/** A busy machine answers late; 504 and a lost connection leave open whether it did. */
const isBusy = ({ status }: Response) => status === 503 || status === 504

/** Sends a request again while there is no answer or only one that passes. */
export async function patiently(
  url: string,
  init: RequestInit,
  isPassing: (response: Response) => boolean = isBusy,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await fetch(url, init).catch((error: Error) => error)
    const isLast = attempt === ATTEMPTS
    if (!(outcome instanceof Error) && (isLast || !isPassing(outcome))) return outcome
    if (isLast) throw outcome
    if (!(outcome instanceof Error)) await outcome.body?.cancel()
    await new Promise((done) => setTimeout(done, Math.min(FIRST_PAUSE_MS * attempt, LONGEST_PAUSE_MS)))
  }
}
