import { Name } from '@flagstaff/contract/common'
import {
  ContextField,
  ContextFieldStrategies,
  ContextFields,
  ContextFieldsQuery,
  CreateContextField,
  LegalValue,
  ProjectContextFieldParams,
  ProjectLegalValueParams,
  UpdateContextField,
} from '@flagstaff/contract/context'
import { ProjectParams } from '@flagstaff/contract/projects'
import { Nothing } from '@flagstaff/contract/schema'
import { invalid, nameTaken, notFound } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import { checkName } from '../platform/names.ts'
import {
  createProjectField,
  deleteProjectField,
  removeProjectLegalValue,
  setProjectLegalValue,
  updateProjectField,
} from './commands.ts'
import { findContextField, isNameTaken, isProject, listContextFields, listRulesUsing } from './queries.ts'
import { warnOfUses } from './warnings.ts'

const tags = ['Context']

export async function projectContextRoutes(app: App) {
  app.get(
    '/projects/:projectId/context',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getContextFieldsForProject',
        tags,
        params: ProjectParams,
        querystring: ContextFieldsQuery,
        response: { 200: ContextFields },
      },
    },
    async (request) => {
      const { projectId } = request.params
      const { viewer } = request.signedIn()
      if (!(await isProject(app.read, viewer, projectId))) throw notFound('project', projectId)
      return listContextFields(app.read, viewer, {
        installation: request.query.include === 'root',
        projects: { id: projectId },
      })
    },
  )

  app.post(
    '/projects/:projectId/context',
    {
      config: { command: createProjectField },
      schema: {
        operationId: 'createContextFieldForProject',
        tags,
        params: ProjectParams,
        body: CreateContextField,
        response: { 201: ContextField },
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      checkSameProject(projectId, request.body)
      const field = await request.dispatch(createProjectField, { ...request.body, project: projectId })
      return reply.code(201).header('location', `context/${field.name}`).send(field)
    },
  )

  app.post(
    '/projects/:projectId/context/validate',
    {
      config: { permission: ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'] },
      schema: {
        operationId: 'validateContextFieldNameForProject',
        tags,
        params: ProjectParams,
        body: Name,
        response: { 200: Nothing },
      },
    },
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

  app.get(
    '/projects/:projectId/context/:contextField',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getContextFieldForProject',
        tags,
        params: ProjectContextFieldParams,
        response: { 200: ContextField },
      },
    },
    async (request) => {
      const { projectId, contextField } = request.params
      const field = await findContextField(app.read, request.signedIn().viewer, contextField, projectId)
      if (!field) throw notFound('context field', contextField)
      return field
    },
  )

  app.put(
    '/projects/:projectId/context/:contextField',
    {
      config: { command: updateProjectField },
      schema: {
        operationId: 'updateContextFieldForProject',
        tags,
        params: ProjectContextFieldParams,
        body: UpdateContextField,
        response: { 200: Nothing },
      },
    },
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

  app.delete(
    '/projects/:projectId/context/:contextField',
    {
      config: { command: deleteProjectField },
      schema: {
        operationId: 'deleteContextFieldForProject',
        tags,
        params: ProjectContextFieldParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { projectId, contextField } = request.params
      await request.dispatch(deleteProjectField, { name: contextField, project: projectId })
      return reply.send()
    },
  )

  app.post(
    '/projects/:projectId/context/:contextField/legal-values',
    {
      config: { command: setProjectLegalValue },
      schema: {
        operationId: 'updateContextFieldLegalValueForProject',
        tags,
        params: ProjectContextFieldParams,
        body: LegalValue,
        response: { 200: Nothing },
      },
    },
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

  app.delete(
    '/projects/:projectId/context/:contextField/legal-values/:legalValue',
    {
      config: { command: removeProjectLegalValue },
      schema: {
        operationId: 'deleteContextFieldLegalValueForProject',
        tags,
        params: ProjectLegalValueParams,
        response: { 200: Nothing },
      },
    },
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

  app.get(
    '/projects/:projectId/context/:contextField/strategies',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getStrategiesByContextFieldForProject',
        tags: ['Strategies'],
        params: ProjectContextFieldParams,
        response: { 200: ContextFieldStrategies },
      },
    },
    async (request) => {
      const { projectId, contextField } = request.params
      const { viewer } = request.signedIn()
      if (!(await findContextField(app.read, viewer, contextField, projectId))) {
        throw notFound('context field', contextField)
      }
      return { strategies: await listRulesUsing(app.read, viewer, contextField, projectId) }
    },
  )
}

function checkSameProject(projectId: string, { project }: { project?: string }) {
  if (project === undefined || project === projectId) return
  throw invalid(`The path says ${projectId}, the body says ${project}. Name one project.`, 'project')
}
