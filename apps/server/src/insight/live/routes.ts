import { createHash } from 'node:crypto'
import { liveOperations } from '@flagstaff/contract/operations/live'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import type { Live } from './index.ts'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
  // The connection is not reused, so a server that shuts down does not wait for it.
  connection: 'close',
}

declare module 'fastify' {
  interface FastifyInstance {
    live: Live
  }
}

export async function liveRoutes(app: App) {
  const serve = routesOf(app, liveOperations)
  const { live } = app
  app.addHook('preClose', async () => live.stop())
  serve('GET /api/admin/live', { exposeHeadRoute: false }, async (request, reply) => {
    const { authorization, cookie, 'last-event-id': last } = request.headers
    // Last-Event-ID takes precedence: a browser that reconnects repeats the original URL.
    const since = typeof last === 'string' ? last : request.query.since?.toString()
    const stream = await live.join(
      {
        caller: request.signedIn(),
        credential: createHash('sha256')
          .update(JSON.stringify([authorization, cookie]))
          .digest('hex'),
        identify: () => app.identify(request, { quietly: true }),
      },
      since,
    )
    return reply.headers(headers).send(stream)
  })
}
