import { instanceOperations } from '@flagstaff/contract/operations/instance'
import type { Readiness } from '../delivery/index.ts'
import { routesOf } from '../platform/http/serve.ts'
import type { App } from '../platform/http/server.ts'
import { cheapChecks } from './doctor/checks.ts'
import { examine } from './doctor/examine.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readiness(): Readiness & { writes: string }
  }
}

const KEPT_MS = 10_000

/** Callers without a token share the result, so that they cannot keep the database busy. */
function keptFor<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  let until = 0
  return () => {
    if (kept && performance.now() < until) return kept
    until = performance.now() + ms
    kept = work()
    return kept
  }
}

/** `/health`: liveness. `/ready`: readiness, with the reason if the process is not ready. */
export async function healthRoutes(app: App) {
  const serve = routesOf(app, instanceOperations)
  serve('GET /health', async () => ({ health: 'GOOD' as const }))
  const examineAgain = keptFor(KEPT_MS, () =>
    examine({ read: app.read, settings: app.settings, env: process.env }, cheapChecks),
  )
  serve('GET /ready', async (request, reply) => {
    const { ready, ...state } = app.readiness()
    const report = request.query.full === undefined ? undefined : await examineAgain()
    const isGood = ready && report?.state !== 'bad'
    return reply.code(isGood ? 200 : 503).send({
      health: isGood ? ('GOOD' as const) : ('BAD' as const),
      ...state,
      ...(report ? { checks: report.findings } : {}),
    })
  })
}
