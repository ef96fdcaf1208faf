import { Readable } from 'node:stream'
import type { CodeProgress } from '@flagstaff/contract/code'
import { codeLimits } from '@flagstaff/contract/code-files'
import { codeOperations } from '@flagstaff/contract/operations/code'
import { schemas } from '@flagstaff/files/schemas'
import type { FastifyRequest } from 'fastify'
import { withLargeBudget } from '../../platform/database/deadline.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { largeBody } from '../../platform/http/body-limits.ts'
import { dispatchPart } from '../../platform/http/dispatch.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { readRevision } from '../../platform/write/basis.ts'
import { type ApplyPart, applyParts, requireApplicable, startOf } from './apply.ts'
import { applyCode, releaseCode } from './commands.ts'
import { exportCode } from './export.ts'
import { planCode } from './plan.ts'
import { readDrift } from './present.ts'
import { findPlan, insertPlan, type StoredPlan } from './queries.ts'

/** Timeout for planning or reading thousands of flags. */
const MANY_MS = 10_000

export async function codeRoutes(app: App) {
  const serve = routesOf(app, codeOperations)
  const { read, note, settings } = app

  serve(
    'POST /api/admin/code/plan',
    {
      ...largeBody(codeLimits.allBytes),
    },
    (request) =>
      withLargeBudget(MANY_MS, async () => {
        const caller = request.signedIn()
        const { body } = request
        const planned = await planCode({ read, caller, limits: settings.limits }, body)
        const { id, basis } = planned.answer
        const by = { id: caller.actor.id, name: caller.actor.name }
        await note((db) => insertPlan(db, { ...planned, id, basis, owner: body.owner, by }))
        return planned.answer
      }),
  )

  serve('POST /api/admin/code/plans/:id/apply', { command: applyCode }, async (request, reply) => {
    const { id } = request.params
    const plan = await findPlan(read, request.signedIn().viewer, id)
    if (!plan) throw notFound('plan', id)
    requireApplicable(plan, request.body)
    const lines = Readable.from(progressLines(request, plan))
    return reply.type('application/x-ndjson; charset=utf-8').header('cache-control', 'no-store').send(lines)
  })

  serve('GET /api/admin/code/drift', (request) =>
    withLargeBudget(MANY_MS, async () => {
      const { claims, items } = await readDrift(read, request.signedIn().viewer, request.query)
      return { items, claims: claims.length }
    }),
  )

  serve('GET /api/admin/code/export', (request) =>
    withLargeBudget(MANY_MS, () => exportCode(read, request.signedIn().viewer, request.query.project)),
  )

  serve('DELETE /api/admin/code/claims', { command: releaseCode }, async (request, reply) => {
    await request.dispatch(releaseCode, request.query)
    return reply.code(204).send()
  })

  serve('GET /api/admin/projects/:projectId/features/:featureName/code', async (request) => {
    const { projectId: project, featureName: flag } = request.params
    const { claims, items } = await readDrift(read, request.signedIn().viewer, { project, flag })
    return {
      claims: claims.map(({ owner, path, url, commit, environment, field, locked, appliedAt }) => ({
        owner,
        path,
        url,
        commit,
        environment: environment || null,
        field,
        locked,
        appliedAt: appliedAt.toISOString(),
      })),
      drift: items,
    }
  })

  /** Streams the progress. The response has started when an error occurs, so errors are sent as a line. */
  async function* progressLines(request: FastifyRequest, plan: StoredPlan): AsyncGenerator<string> {
    const line = (progress: CodeProgress) => `${JSON.stringify(progress)}\n`
    let last = startOf(plan.parts)
    yield line(last)
    try {
      for await (const progress of applyParts(plan, dispatching(request))) {
        last = progress
        if (last.done < last.parts) yield line(last)
      }
      // The budget of the request may be spent by now.
      const revision = await withLargeBudget(MANY_MS, () => readRevision(read))
      yield line({ ...last, revision })
    } catch (error) {
      const known = error instanceof AppError ? error : new AppError('internal', { id: request.id })
      if (known.code === 'internal') request.log.error({ err: error }, 'flag files could not be applied')
      const { name, code, message, details, extra } = known
      yield line({ ...last, error: { name, code, message, details, ...extra } })
    }
  }
}

const dispatching =
  (request: FastifyRequest): ApplyPart =>
  async (input, options) => {
    const { result, undo } = await dispatchPart(request, applyCode, input, options)
    return { requests: result.requests, ...undo }
  }

/** JSON Schemas for editors. */
export async function schemaRoutes(app: App) {
  const serve = routesOf(app, codeOperations)
  serve('GET /schemas/:file', async (request, reply) => {
    const { file } = request.params
    return reply.header('access-control-allow-origin', '*').send(schemas[file])
  })
}
