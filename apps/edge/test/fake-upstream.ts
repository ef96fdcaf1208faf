import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const TOKEN = '*:development.fake-upstream'

type Intercept = (path: string, response: ServerResponse, token: string | undefined) => boolean

/** A fake server with configurable responses, valid or invalid. */
export async function startFakeUpstream({ streams = false } = {}) {
  let answer: (count: number) => unknown = () => ({ version: 2, features: [] })
  let tokens: (asked: string[]) => unknown[] = (asked) =>
    asked
      .filter((token) => token.startsWith('*:development.'))
      .map((token) => ({ token, type: 'client', environment: 'development', projects: ['*'] }))
  let intercept: Intercept = () => false
  let given = 0
  let checked = 0
  let revision = 0
  const open = new Set<ServerResponse>()
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const path = request.url ?? ''
    if (intercept(path, response, request.headers.authorization)) return void request.resume()
    if (path === '/edge/validate') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      checked++
      return send(200, { tokens: tokens(JSON.parse(Buffer.concat(chunks).toString()).tokens) })
    }
    if (path.startsWith('/api/client/features')) return send(200, await answer(given++))
    if (path === '/api/client/streaming' && streams) {
      open.add(response)
      const { features, segments = [] } = (await answer(given++)) as {
        features: unknown[]
        segments?: unknown[]
      }
      const events = [{ type: 'hydration', eventId: ++revision, features, segments }]
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return void response.write(`event: unleash-connected\ndata: ${JSON.stringify({ events })}\n\n`)
    }
    request.resume()
    send(path === '/api/client/streaming' ? 404 : 202, {})
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How often flags were served, and tokens validated. */
    get given() {
      return given
    },
    get checked() {
      return checked
    },
    /** Sets the response; the function gets the number of responses given since. */
    says(next: (count: number) => unknown) {
      given = 0
      answer = next
    },
    /** Handles the requests for which the function returns true. */
    intercepts(next: Intercept) {
      intercept = next
    },
    accepts(next: typeof tokens) {
      checked = 0
      tokens = next
    },
    endStreams() {
      for (const response of open) response.end()
      open.clear()
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const feature = (name: string, more: object = {}) => ({
  name,
  type: 'release',
  project: 'default',
  enabled: true,
  strategies: [{ name: 'default', parameters: {}, constraints: [] }],
  variants: [],
  ...more,
})
