import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; at: number }
type Answer = { status: number; headers?: Record<string, string>; body?: string } | 'hang'

/** A server on loopback that keeps what it gets, and answers as a test wants. */
export async function openReceiver() {
  let answer: (request: Received) => Answer = () => ({ status: 200 })
  const requests: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const received = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        at: performance.now(),
      }
      requests.push(received)
      const given = answer(received)
      if (given === 'hang') return
      response.writeHead(given.status, given.headers).end(given.body)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    answer(with_: typeof answer) {
      answer = with_
    },
    /** Forgets what came, and answers with 200. */
    reset() {
      requests.length = 0
      answer = () => ({ status: 200 })
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
