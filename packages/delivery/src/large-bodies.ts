import { finished } from 'node:stream/promises'
import type { FastifyInstance } from 'fastify'

const MOST_BYTES = 16 * 1_048_576

/**
 * Reads a body that is too large to the end before it is refused. If the connection were closed while
 * the client still sends, the client would see a broken connection and never the reason.
 */
export function readLargeBodies(app: FastifyInstance) {
  app.addHook('onError', async (request, _reply, error) => {
    if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return
    if (!(Number(request.headers['content-length']) <= MOST_BYTES)) return
    request.raw.resume()
    await finished(request.raw).catch(() => undefined)
  })
}
