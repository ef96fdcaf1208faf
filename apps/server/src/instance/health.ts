import { instanceOperations } from '@flagstaff/contract/operations/instance'
import type { Readiness } from '../delivery/index.ts'
import { routesOf } from '../platform/http/serve.ts'
import type { App } from '../platform/http/server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readiness(): Readiness & { writes: string }
  }
}

/** `/health`: liveness. `/ready`: readiness, with the reason if the process is not ready. */
export async function healthRoutes(app: App) {
  const serve = routesOf(app, instanceOperations)
  serve('GET /health', async () => ({ health: 'GOOD' as const }))
  serve('GET /ready', async (_request, reply) => {
    const { ready, ...state } = app.readiness()
    return reply
      .code(ready ? 200 : 503)
      .send({ health: ready ? ('GOOD' as const) : ('BAD' as const), ...state })
  })
}
