import { CreateRoleWithPermissions, RoleParams, RoleWithVersion } from '@flagstaff/contract/access'
import { Nothing } from '@flagstaff/contract/schema'
import { invalid } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import type { RoleRecord } from './change-queries.ts'
import { createRole, deleteRole, updateRole } from './commands.ts'
import { isNameTaken, listEnvironments } from './queries.ts'
import { acceptName, acceptPermissions } from './rules.ts'

const tags = ['Users']

export async function roleChangeRoutes(app: App) {
  app.post(
    '/roles',
    {
      config: { command: createRole },
      schema: {
        operationId: 'createRole',
        tags,
        body: CreateRoleWithPermissions,
        response: { 200: RoleWithVersion },
      },
    },
    async (request) => toAnswer(await request.dispatch(createRole, { role: request.body })),
  )

  app.post(
    '/roles/validate',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'validateRole',
        tags,
        body: CreateRoleWithPermissions,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { name, type = 'custom', permissions = [] } = request.body
      const wanted = acceptName(name)
      acceptPermissions(type, permissions, await listEnvironments(app.read))
      if (await isNameTaken(app.read, wanted))
        throw invalid(`A role called ${wanted} already exists.`, 'name')
      return reply.send()
    },
  )

  app.put(
    '/roles/:roleId',
    {
      config: { command: updateRole },
      schema: {
        operationId: 'updateRole',
        tags,
        params: RoleParams,
        body: CreateRoleWithPermissions,
        response: { 200: RoleWithVersion },
      },
    },
    async (request) =>
      toAnswer(await request.dispatch(updateRole, { id: request.params.roleId, role: request.body })),
  )

  app.delete(
    '/roles/:roleId',
    {
      config: { command: deleteRole },
      schema: { operationId: 'deleteRole', tags, params: RoleParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(deleteRole, { id: request.params.roleId })
      return reply.send()
    },
  )
}

/** The wire calls it `roles`, though it is one. */
const toAnswer = ({ id, name, description, type }: RoleRecord) => ({
  version: 1,
  roles: { id, name, description, type },
})
