import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/**
 * Stands before a server as a busy machine would: the first attempt of some requests gets 503, and the reply to others is
 * lost after the server has done its work. From the request `refuseFrom` on, nothing works any more.
 */
export async function startFlaky(target: string, { refuseFrom = Infinity } = {}) {
  const seen = new Set<string>()
  let count = 0
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const end = (status: number) => outgoing.writeHead(status).end('{}')
    const body = await text(incoming)
    if (++count >= refuseFrom) return end(400)
    const key = `${method} ${url} ${headers['idempotency-key'] ?? ''}`
    const isFirst = !seen.has(key)
    seen.add(key)
    // Reports of SDKs may arrive twice; changes may not.
    const canFail = isFirst && !url.startsWith('/api/client') && !url.startsWith('/api/signal')
    if (canFail && count % 7 === 0) return end(503)
    const reply = await forward(target + url, { method, headers }, body)
    if (canFail && count % 11 === 0) {
      reply.resume()
      return end(504)
    }
    outgoing.writeHead(reply.statusCode ?? 500, reply.headers)
    reply.pipe(outgoing)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(closed))
    },
  }
}

type Head = Pick<IncomingMessage, 'headers'> & { method: string }
const forward = (url: string, head: Head, body: string) =>
  new Promise<IncomingMessage>((done, fail) => {
    request(url, head, done).on('error', fail).end(body)
  })
