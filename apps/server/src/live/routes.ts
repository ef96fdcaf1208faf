import { createHash } from 'node:crypto'
import { LiveQuery } from '@flagstaff/contract/live'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Caller } from '../platform/actor.ts'
import type { App } from '../platform/http/server.ts'
import type { Live } from './index.ts'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
  // Nothing else comes over this connection, so a server that stops does not wait for it.
  connection: 'close',
}

type Identify = (request: FastifyRequest) => Promise<Caller | undefined>

export async function liveRoutes(app: App, live: Live, identify: Identify) {
  app.addHook('preClose', async () => live.stop())
  app.get(
    '/live',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'live',
        tags: ['Flagstaff'],
        querystring: LiveQuery,
        response: { 200: Type.Unknown() },
      },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { authorization, cookie, 'last-event-id': last } = request.headers
      // A browser that comes back repeats the address it began with, so the header is the newer one.
      const since = typeof last === 'string' ? last : request.query.since?.toString()
      const stream = await live.join(
        {
          caller: request.signedIn(),
          credential: createHash('sha256')
            .update(JSON.stringify([authorization, cookie]))
            .digest('hex'),
          identify: () => identify(request),
        },
        since,
      )
      return reply.headers(headers).send(stream)
    },
  )
}
