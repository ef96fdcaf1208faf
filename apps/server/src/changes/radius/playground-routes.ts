import { playgroundOperations } from '@flagstaff/contract/operations/playground'
import { asMany, play, readContext, toAdvanced, worldOf } from '../../insight/playground/index.ts'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { sees } from '../../platform/write/actor.ts'
import type { Effect } from '../../platform/write/effects.ts'
import { findProjectOf, rehearseRequest } from '../requests/index.ts'
import { listSegments } from './queries.ts'

/** The playground with a change request applied, which is only rehearsed for it. */
export async function requestPlaygroundRoutes(app: App) {
  const serve = routesOf(app, playgroundOperations)

  serve('POST /api/admin/playground/change-request/:id', { command: rehearseRequest }, async (request) => {
    const { id } = request.params
    const project = await findProjectOf(app.read, id)
    // A refusal must not name the project of a request that the caller cannot see.
    if (project === undefined || !sees(request.signedIn().viewer, project))
      throw notFound('change request', String(id))
    const { environment, effects } = await request.dispatch(rehearseRequest, { project, id })
    const { context, features, explain } = request.body
    const { fields, invalidProperties } = readContext(context)
    const input = { environments: [environment], projects: [project], context }
    const ask = {
      ...input,
      contexts: asMany(fields),
      features,
      explain,
      at: undefined,
      atRevision: undefined,
      compare: undefined,
      limit: undefined,
      offset: undefined,
    }
    const segments = await listSegments(app.read, segmentsOf(effects))
    const future = { effects, segments }
    return toAdvanced(input, await play(worldOf(app), request.signedIn(), ask, future), invalidProperties)
  })
}

const segmentsOf = (effects: readonly Effect[]) => [
  ...new Set(
    effects.flatMap((effect) =>
      effect.kind === 'flag' ? (effect.after?.strategies ?? []).flatMap(({ segments }) => segments) : [],
    ),
  ),
]
