import { contextOperations } from '@flagstaff/contract/operations/context'
import { invalid, nameTaken, notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { checkName } from '../../platform/names.ts'
import {
  createProjectField,
  deleteProjectField,
  removeProjectLegalValue,
  setProjectLegalValue,
  updateProjectField,
} from './commands.ts'
import { findContextField, isNameTaken, isProject, listContextFields, listRulesUsing } from './queries.ts'
import { warnOfUses } from './warnings.ts'

export async function projectContextRoutes(app: App) {
  const serve = routesOf(app, contextOperations)
  serve('GET /api/admin/projects/:projectId/context', async (request) => {
    const { projectId } = request.params
    const { viewer } = request.signedIn()
    if (!(await isProject(app.read, viewer, projectId))) throw notFound('project', projectId)
    return listContextFields(app.read, viewer, {
      installation: request.query.include === 'root',
      projects: { id: projectId },
    })
  })

  serve(
    'POST /api/admin/projects/:projectId/context',
    { command: createProjectField },
    async (request, reply) => {
      const { projectId } = request.params
      checkSameProject(projectId, request.body)
      const field = await request.dispatch(createProjectField, { ...request.body, project: projectId })
      return reply.code(201).header('location', `context/${field.name}`).send(field)
    },
  )

  serve(
    'POST /api/admin/projects/:projectId/context/validate',
    { forProposers: true },
    async (request, reply) => {
      const { projectId } = request.params
      const { name } = request.body
      if (!(await isProject(app.read, request.signedIn().viewer, projectId))) {
        throw notFound('project', projectId)
      }
      checkName('context field', name)
      if (await isNameTaken(app.read, name)) throw nameTaken('context field', name)
      return reply.send()
    },
  )

  serve('GET /api/admin/projects/:projectId/context/:contextField', async (request) => {
    const { projectId, contextField } = request.params
    const { viewer } = request.signedIn()
    if (!(await isProject(app.read, viewer, projectId))) throw notFound('project', projectId)
    const field = await findContextField(app.read, viewer, contextField, projectId)
    if (!field) throw notFound('context field', contextField)
    return field
  })

  serve(
    'PUT /api/admin/projects/:projectId/context/:contextField',
    { command: updateProjectField },
    async (request, reply) => {
      const { projectId, contextField } = request.params
      checkSameProject(projectId, request.body)
      const changed = await request.dispatch(updateProjectField, {
        ...request.body,
        name: contextField,
        project: projectId,
      })
      await warnOfUses(request, reply, contextField, changed)
      return reply.send()
    },
  )

  serve(
    'DELETE /api/admin/projects/:projectId/context/:contextField',
    { command: deleteProjectField },
    async (request, reply) => {
      const { projectId, contextField } = request.params
      await request.dispatch(deleteProjectField, { name: contextField, project: projectId })
      return reply.send()
    },
  )

  serve(
    'POST /api/admin/projects/:projectId/context/:contextField/legal-values',
    { command: setProjectLegalValue },
    async (request, reply) => {
      const { projectId, contextField } = request.params
      const changed = await request.dispatch(setProjectLegalValue, {
        name: contextField,
        project: projectId,
        legalValue: request.body,
      })
      await warnOfUses(request, reply, contextField, changed)
      return reply.send()
    },
  )

  serve(
    'DELETE /api/admin/projects/:projectId/context/:contextField/legal-values/:legalValue',
    { command: removeProjectLegalValue },
    async (request, reply) => {
      const { projectId, contextField, legalValue } = request.params
      const changed = await request.dispatch(removeProjectLegalValue, {
        name: contextField,
        project: projectId,
        value: legalValue,
      })
      await warnOfUses(request, reply, contextField, changed)
      return reply.send()
    },
  )

  serve('GET /api/admin/projects/:projectId/context/:contextField/strategies', async (request) => {
    const { projectId, contextField } = request.params
    const { viewer } = request.signedIn()
    if (!(await isProject(app.read, viewer, projectId))) throw notFound('project', projectId)
    if (!(await findContextField(app.read, viewer, contextField, projectId))) {
      throw notFound('context field', contextField)
    }
    return { strategies: await listRulesUsing(app.read, viewer, contextField, projectId) }
  })
}

function checkSameProject(projectId: string, { project }: { project?: string }) {
  if (project === undefined || project === projectId) return
  throw invalid(
    `The path names the project ${projectId}, but the body names ${project}. Use the same project.`,
    'project',
  )
}
