import { environmentsOperations } from '@flagstaff/contract/operations/environments'
import { withLargeBudget } from '../../platform/database/deadline.ts'
import { nameTaken, notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { cloneEnvironment } from './clone/commands.ts'
import {
  createEnvironment,
  disableEnvironment,
  enableEnvironment,
  sortEnvironments,
  updateEnvironment,
} from './commands.ts'
import { findEnvironment, isProject, listEnvironments, listEnvironmentsOfProject } from './queries.ts'
import { deleteEnvironment } from './removal/commands.ts'
import { checkEnvironmentName } from './rules.ts'

/** A longer timeout than usual, because all flags of the installation can be affected. */
const WHOLE_ENVIRONMENT_MS = 9_000

export async function environmentRoutes(app: App) {
  const serve = routesOf(app, environmentsOperations)
  serve('GET /api/admin/environments', async (request) => ({
    version: 1,
    environments: await listEnvironments(app.read, request.signedIn().viewer),
  }))

  serve('GET /api/admin/environments/project/:projectId', async (request) => {
    const { projectId } = request.params
    if (!(await isProject(app.read, request.signedIn().viewer, projectId)))
      throw notFound('project', projectId)
    return { version: 1, environments: await listEnvironmentsOfProject(app.read, projectId) }
  })

  serve('GET /api/admin/environments/:name', async (request) => {
    const environment = await findEnvironment(app.read, request.params.name)
    if (!environment) throw notFound('environment', request.params.name)
    return environment
  })

  serve('POST /api/admin/environments', { command: createEnvironment }, async (request, reply) => {
    const environment = await request.dispatch(createEnvironment, request.body)
    return reply.code(201).header('location', `environments/${environment.name}`).send(environment)
  })

  serve('POST /api/admin/environments/validate', { forProposers: true }, async (request, reply) => {
    const { name } = request.body
    checkEnvironmentName(name)
    if (await findEnvironment(app.read, name)) throw nameTaken('environment', name)
    return reply.send()
  })

  serve('PUT /api/admin/environments/sort-order', { command: sortEnvironments }, async (request, reply) => {
    await request.dispatch(sortEnvironments, { order: request.body })
    return reply.send()
  })

  serve('PUT /api/admin/environments/update/:name', { command: updateEnvironment }, async (request) =>
    request.dispatch(updateEnvironment, { ...request.body, name: request.params.name }),
  )

  serve('POST /api/admin/environments/:name/on', { command: enableEnvironment }, async (request, reply) => {
    await request.dispatch(enableEnvironment, request.params)
    return reply.code(204).send()
  })

  serve('POST /api/admin/environments/:name/off', { command: disableEnvironment }, async (request, reply) => {
    await request.dispatch(disableEnvironment, request.params)
    return reply.code(204).send()
  })

  serve('POST /api/admin/environments/:name/clone', { command: cloneEnvironment }, async (request) =>
    withLargeBudget(WHOLE_ENVIRONMENT_MS, () =>
      request.dispatch(cloneEnvironment, { ...request.body, source: request.params.name }),
    ),
  )

  serve('DELETE /api/admin/environments/:name', { command: deleteEnvironment }, async (request, reply) => {
    await withLargeBudget(WHOLE_ENVIRONMENT_MS, () => request.dispatch(deleteEnvironment, request.params))
    return reply.send()
  })
}
