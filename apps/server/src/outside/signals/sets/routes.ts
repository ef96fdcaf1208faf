import { actionsOperations } from '@flagstaff/contract/operations/actions'
import { notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { listEndpoints } from '../endpoints/queries.ts'
import { listRuns } from '../runs/read-queries.ts'
import { createSet, deleteSet, shownOf, toggleSet, updateSet } from './commands.ts'
import { readDefinitions } from './config.ts'
import { listServiceAccounts } from './option-queries.ts'
import { findSet, listSets } from './queries.ts'
import { tryNewSet, tryStoredSet } from './try.ts'

export async function actionRoutes(app: App) {
  const serve = routesOf(app, actionsOperations)
  const { read } = app
  const under = '/api/admin/projects/:projectId/actions'

  serve(`GET ${under}`, async (request) => ({
    actions: (await listSets(read, request.params.projectId)).map(shownOf),
  }))

  serve(`POST ${under}`, { command: createSet }, async (request, reply) => {
    const { projectId: project } = request.params
    return reply.code(201).send(await request.dispatch(createSet, { project, ...request.body }))
  })

  serve(`GET ${under}/config`, (request) => readDefinitions(read, request.params.projectId))

  serve(`GET ${under}/options`, async () => {
    const [endpoints, serviceAccounts] = await Promise.all([listEndpoints(read), listServiceAccounts(read)])
    return {
      signalEndpoints: endpoints.map(({ id, name, enabled }) => ({ id, name, enabled })),
      serviceAccounts,
    }
  })

  serve(`POST ${under}/try`, { command: tryNewSet }, (request) =>
    request.dispatch(tryNewSet, { project: request.params.projectId, ...request.body }),
  )

  serve(`PUT ${under}/:id`, { command: updateSet }, (request) => {
    const { projectId: project, id } = request.params
    return request.dispatch(updateSet, { project, id, ...request.body })
  })

  serve(`DELETE ${under}/:id`, { command: deleteSet }, async (request, reply) => {
    const { projectId: project, id } = request.params
    await request.dispatch(deleteSet, { project, id })
    return reply.code(200).send()
  })

  serve(`POST ${under}/:id/on`, { command: toggleSet }, async (request, reply) => {
    const { projectId: project, id } = request.params
    await request.dispatch(toggleSet, { project, id, enabled: true })
    return reply.code(200).send()
  })

  serve(`POST ${under}/:id/off`, { command: toggleSet }, async (request, reply) => {
    const { projectId: project, id } = request.params
    await request.dispatch(toggleSet, { project, id, enabled: false })
    return reply.code(200).send()
  })

  serve(`POST ${under}/:id/try`, { command: tryStoredSet }, (request) => {
    const { projectId: project, id } = request.params
    return request.dispatch(tryStoredSet, { project, id, payload: request.body.payload })
  })

  serve(`GET ${under}/:id/events`, async (request) => {
    const { projectId: project, id } = request.params
    if (!(await findSet(read, project, id))) throw notFound('action set', id)
    const { limit = 50, offset = 0 } = request.query
    return { actionSetEvents: await listRuns(read, id, { limit, offset }) }
  })
}
