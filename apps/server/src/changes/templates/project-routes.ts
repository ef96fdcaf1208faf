import { releaseTemplatesOperations } from '@flagstaff/contract/operations/release-templates'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { inProject } from './commands.ts'
import { listTemplates, requireProject } from './queries.ts'
import { templateOf } from './wire.ts'

const templates = '/api/admin/projects/:projectId/release-templates'

export async function projectTemplateRoutes(app: App) {
  const serve = routesOf(app, releaseTemplatesOperations)
  serve(`GET ${templates}`, async (request) => {
    const { viewer } = request.signedIn()
    const { projectId: project } = request.params
    const { include, archived = false } = request.query
    await requireProject(app.read, viewer, project)
    return listTemplates(app.read, viewer, { project, withShared: include === 'root', archived })
  })
  serve(`POST ${templates}`, { command: inProject.create }, async (request) => {
    const input = { ...request.body, project: request.params.projectId }
    return templateOf(await request.dispatch(inProject.create, input))
  })
  serve(`PUT ${templates}/:templateId`, { command: inProject.update }, async (request) => {
    const { projectId: project, templateId: id } = request.params
    return templateOf(await request.dispatch(inProject.update, { ...request.body, id, project }))
  })
  serve(`DELETE ${templates}/:templateId`, { command: inProject.remove }, async (request, reply) => {
    const { projectId: project, templateId: id } = request.params
    await request.dispatch(inProject.remove, { project, id })
    return reply.code(200).send()
  })
  serve(`POST ${templates}/archive/:templateId`, { command: inProject.archive }, async (request, reply) => {
    const { projectId: project, templateId: id } = request.params
    await request.dispatch(inProject.archive, { project, id })
    return reply.code(200).send()
  })
  serve(`POST ${templates}/revive/:templateId`, { command: inProject.revive }, async (request, reply) => {
    const { projectId: project, templateId: id } = request.params
    await request.dispatch(inProject.revive, { project, id })
    return reply.code(200).send()
  })
}
