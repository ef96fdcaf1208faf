import { HealthCheck, ReadyCheck } from '@flagstaff/contract/instance'
import type { Readiness } from '../delivery/index.ts'
import type { App } from '../platform/http/server.ts'

const tags = ['Operational']

/** `/health`: the process lives. `/ready`: it can do its job, and if not, what is missing. */
export function healthRoutes(app: App, readiness: () => Readiness & { writes: string }) {
  app.get(
    '/health',
    {
      config: { permission: 'public' },
      schema: { operationId: 'getHealth', tags, response: { 200: HealthCheck } },
    },
    async () => ({ health: 'GOOD' as const }),
  )
  app.get(
    '/ready',
    {
      config: { permission: 'public' },
      schema: { operationId: 'getReady', tags, response: { 200: ReadyCheck, 503: ReadyCheck } },
    },
    async (_request, reply) => {
      const { ready, ...state } = readiness()
      return reply
        .code(ready ? 200 : 503)
        .send({ health: ready ? ('GOOD' as const) : ('BAD' as const), ...state })
    },
  )
}
