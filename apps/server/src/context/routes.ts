import { Name } from '@flagstaff/contract/common'
import {
  ContextField,
  ContextFieldParams,
  ContextFieldStrategies,
  ContextFields,
  ContextFieldsQuery,
  CreateContextField,
  LegalValue,
  LegalValueParams,
  UpdateContextField,
} from '@flagstaff/contract/context'
import { Nothing } from '@flagstaff/contract/schema'
import { nameTaken, notFound } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import { checkName } from '../platform/names.ts'
import { createField, deleteField, removeLegalValue, setLegalValue, updateField } from './commands.ts'
import { projectContextRoutes } from './project-routes.ts'
import { findContextField, isNameTaken, listContextFields, listRulesUsing } from './queries.ts'
import { warnOfUses } from './warnings.ts'

const tags = ['Context']

export async function contextRoutes(app: App) {
  await projectContextRoutes(app)

  app.get(
    '/context',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getContextFields',
        tags,
        querystring: ContextFieldsQuery,
        response: { 200: ContextFields },
      },
    },
    async (request) =>
      listContextFields(app.read, request.signedIn().viewer, {
        installation: true,
        projects: request.query.include === 'project' ? 'all' : 'none',
      }),
  )

  app.post(
    '/context',
    {
      config: { command: createField },
      schema: {
        operationId: 'createContextField',
        tags,
        body: CreateContextField,
        response: { 201: ContextField },
      },
    },
    async (request, reply) => {
      const field = await request.dispatch(createField, request.body)
      return reply.code(201).header('location', `context/${field.name}`).send(field)
    },
  )

  app.post(
    '/context/validate',
    {
      config: { permission: 'UPDATE_CONTEXT_FIELD' },
      schema: { operationId: 'validateContextFieldName', tags, body: Name, response: { 200: Nothing } },
    },
    async (request, reply) => {
      const { name } = request.body
      checkName('context field', name)
      if (await isNameTaken(app.read, name)) throw nameTaken('context field', name)
      return reply.send()
    },
  )

  app.get(
    '/context/:contextField',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getContextField',
        tags,
        params: ContextFieldParams,
        response: { 200: ContextField },
      },
    },
    async (request) => {
      const { contextField } = request.params
      const field = await findContextField(app.read, request.signedIn().viewer, contextField)
      if (!field) throw notFound('context field', contextField)
      return field
    },
  )

  app.put(
    '/context/:contextField',
    {
      config: { command: updateField },
      schema: {
        operationId: 'updateContextField',
        tags,
        params: ContextFieldParams,
        body: UpdateContextField,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { contextField: name } = request.params
      const changed = await request.dispatch(updateField, { ...request.body, name })
      await warnOfUses(request, reply, name, changed)
      return reply.send()
    },
  )

  app.delete(
    '/context/:contextField',
    {
      config: { command: deleteField },
      schema: {
        operationId: 'deleteContextField',
        tags,
        params: ContextFieldParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(deleteField, { name: request.params.contextField })
      return reply.send()
    },
  )

  app.post(
    '/context/:contextField/legal-values',
    {
      config: { command: setLegalValue },
      schema: {
        operationId: 'updateContextFieldLegalValue',
        tags,
        params: ContextFieldParams,
        body: LegalValue,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { contextField } = request.params
      const input = { name: contextField, legalValue: request.body }
      await warnOfUses(request, reply, contextField, await request.dispatch(setLegalValue, input))
      return reply.send()
    },
  )

  app.delete(
    '/context/:contextField/legal-values/:legalValue',
    {
      config: { command: removeLegalValue },
      schema: {
        operationId: 'deleteContextFieldLegalValue',
        tags,
        params: LegalValueParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { contextField, legalValue } = request.params
      const input = { name: contextField, value: legalValue }
      await warnOfUses(request, reply, contextField, await request.dispatch(removeLegalValue, input))
      return reply.send()
    },
  )

  app.get(
    '/context/:contextField/strategies',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getStrategiesByContextField',
        tags: ['Strategies'],
        params: ContextFieldParams,
        response: { 200: ContextFieldStrategies },
      },
    },
    async (request) => {
      const { contextField } = request.params
      const { viewer } = request.signedIn()
      if (!(await findContextField(app.read, viewer, contextField))) {
        throw notFound('context field', contextField)
      }
      return { strategies: await listRulesUsing(app.read, viewer, contextField) }
    },
  )
}
