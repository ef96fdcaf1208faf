import { Nothing } from '@flagstaff/contract/schema'
import {
  ApiToken,
  ApiTokenNameParams,
  ApiTokenParams,
  ApiTokens,
  CreateApiToken,
  CreateProjectApiToken,
  ProjectTokenParams,
  ProjectTokensParams,
  UpdateApiToken,
} from '@flagstaff/contract/tokens'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { showCopies } from '../copies/copies.ts'
import { keyOf } from '../secrets.ts'
import {
  createApiToken,
  createProjectApiToken,
  deleteApiToken,
  deleteProjectApiToken,
  refuseSecret,
  updateApiToken,
} from './commands.ts'
import { typesFor } from './permissions.ts'
import { isProject, listApiTokens } from './queries.ts'

const tags = ['API tokens']
const read = ['ADMIN', 'READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'] as const

export async function apiTokenRoutes(app: App) {
  app.get(
    '/api-tokens',
    {
      config: { permission: read },
      schema: { operationId: 'getAllApiTokens', tags, response: { 200: ApiTokens } },
    },
    async (request) => {
      const caller = request.signedIn()
      const tokens = await listApiTokens(app.read, caller.viewer, { types: typesFor(caller, 'READ') })
      return { tokens: await showCopies(app.read, caller, tokens) }
    },
  )

  app.post(
    '/api-tokens',
    {
      config: { command: createApiToken },
      schema: { operationId: 'createApiToken', tags, body: CreateApiToken, response: { 201: ApiToken } },
    },
    async (request, reply) => {
      refuseSecret(request.body)
      const token = await request.dispatch(createApiToken, request.body)
      return reply.code(201).header('location', 'api-tokens').send(token)
    },
  )

  app.get(
    '/api-tokens/:name',
    {
      config: { permission: read },
      schema: {
        operationId: 'getApiTokensByName',
        tags,
        params: ApiTokenNameParams,
        response: { 200: ApiTokens },
      },
    },
    async (request) => {
      const caller = request.signedIn()
      const filter = { types: typesFor(caller, 'READ'), name: request.params.name }
      const tokens = await listApiTokens(app.read, caller.viewer, filter)
      return { tokens: await showCopies(app.read, caller, tokens) }
    },
  )

  app.put(
    '/api-tokens/:token',
    {
      config: { command: updateApiToken },
      schema: {
        operationId: 'updateApiToken',
        tags,
        params: ApiTokenParams,
        body: UpdateApiToken,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const token = keyOf(request.params.token)
      await request.dispatch(updateApiToken, { token, expiresAt: request.body.expiresAt })
      return reply.send()
    },
  )

  app.delete(
    '/api-tokens/:token',
    {
      config: { command: deleteApiToken },
      schema: { operationId: 'deleteApiToken', tags, params: ApiTokenParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(deleteApiToken, { token: keyOf(request.params.token) })
      return reply.send()
    },
  )
}

export async function projectTokenRoutes(app: App) {
  const tags = ['Projects']

  app.get(
    '/projects/:projectId/api-tokens',
    {
      config: { permission: 'READ_PROJECT_API_TOKEN' },
      schema: {
        operationId: 'getProjectApiTokens',
        tags,
        params: ProjectTokensParams,
        response: { 200: ApiTokens },
      },
    },
    async (request) => {
      const { projectId: project } = request.params
      if (!(await isProject(app.read, project))) throw notFound('project', project)
      const filter = { types: ['backend', 'frontend'] as const, project }
      const caller = request.signedIn()
      const tokens = await listApiTokens(app.read, caller.viewer, filter)
      return { tokens: await showCopies(app.read, caller, tokens) }
    },
  )

  app.post(
    '/projects/:projectId/api-tokens',
    {
      config: { command: createProjectApiToken },
      schema: {
        operationId: 'createProjectApiToken',
        tags,
        params: ProjectTokensParams,
        body: CreateProjectApiToken,
        response: { 201: ApiToken },
      },
    },
    async (request, reply) => {
      refuseSecret(request.body)
      const { projectId: project } = request.params
      const token = await request.dispatch(createProjectApiToken, { ...request.body, project })
      return reply.code(201).header('location', 'api-tokens').send(token)
    },
  )

  app.delete(
    '/projects/:projectId/api-tokens/:token',
    {
      config: { command: deleteProjectApiToken },
      schema: {
        operationId: 'deleteProjectApiToken',
        tags,
        params: ProjectTokenParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { projectId: project, token } = request.params
      await request.dispatch(deleteProjectApiToken, { project, token: keyOf(token) })
      return reply.send()
    },
  )
}
