import { BACKEND_TOKEN, FRONTEND_TOKEN } from '../cluster/server.ts'

const WORKERS = 4
const PAUSE_MS = 20

const headers = { authorization: BACKEND_TOKEN }
const report = () => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify({
    appName: 'proxied',
    instanceId: 'one',
    bucket: { start: new Date().toISOString(), stop: new Date().toISOString(), toggles: {} },
  }),
})

const kinds = {
  poll: ['/api/client/features', () => ({ headers })],
  evaluation: ['/api/frontend?userId=7', () => ({ headers: { authorization: FRONTEND_TOKEN } })],
  report: ['/api/client/metrics', report],
} as const satisfies Record<string, readonly [path: string, init: () => RequestInit]>

export type Kind = keyof typeof kinds

/** SDKs that send requests through a proxy until they are stopped, and count those that fail. */
export function startLoad(url: string, wanted: readonly Kind[]) {
  const lost: string[] = []
  let sent = 0
  let isGoing = true
  const send = async (kind: Kind) => {
    const [path, init] = kinds[kind]
    sent += 1
    try {
      const response = await fetch(url + path, init())
      await response.arrayBuffer()
      if (response.status >= 300) lost.push(`${kind}: ${response.status}`)
    } catch (error) {
      lost.push(`${kind}: ${error instanceof Error ? (error.cause ?? error) : error}`)
    }
  }
  const work = async () => {
    while (isGoing) {
      for (const kind of wanted) await send(kind)
      await new Promise((done) => setTimeout(done, PAUSE_MS))
    }
  }
  const workers = Array.from({ length: WORKERS }, work)
  return {
    sent: () => sent,
    async end() {
      isGoing = false
      await Promise.all(workers)
      return { sent, lost }
    },
  }
}
