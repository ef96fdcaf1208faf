import {
  AdminPermissions,
  RoleParams,
  Roles,
  RolesWithVersion,
  RoleWithPermissions,
  UserRolesQuery,
} from '@flagstaff/contract/access'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { grantable, toPermissions } from '../catalogue.ts'
import { isProject } from '../members/queries.ts'
import { roleChangeRoutes } from './change-routes.ts'
import { findRole, listEnvironments, listGrantsOfRole, listRoles, listRolesOfUser } from './queries.ts'

export async function roleRoutes(app: App) {
  await roleChangeRoutes(app)

  app.get(
    '/roles',
    {
      config: { permission: 'READ_ROLE' },
      schema: { operationId: 'getRoles', tags: ['Users'], response: { 200: RolesWithVersion } },
    },
    async () => ({ version: 1, roles: await listRoles(app.read) }),
  )

  app.get(
    '/roles/:roleId',
    {
      config: { permission: 'READ_ROLE' },
      schema: {
        operationId: 'getRoleById',
        tags: ['Users'],
        params: RoleParams,
        response: { 200: RoleWithPermissions },
      },
    },
    async (request) => {
      const { roleId } = request.params
      const [role, grants, environments] = await Promise.all([
        findRole(app.read, roleId),
        listGrantsOfRole(app.read, roleId),
        listEnvironments(app.read),
      ])
      if (!role) throw notFound('role', roleId)
      return { ...role, permissions: grants.flatMap((grant) => toPermissions(grant, environments)) }
    },
  )

  app.get(
    '/permissions',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getPermissions', tags: ['Auth'], response: { 200: AdminPermissions } },
    },
    async () => ({
      version: 2,
      permissions: {
        root: grantable('root'),
        project: grantable('project'),
        environments: (await listEnvironments(app.read)).map((name) => ({
          name,
          permissions: grantable('environment').map((permission) => ({ ...permission, environment: name })),
        })),
      },
    }),
  )

  app.get(
    '/user/roles',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getUserRoles',
        tags: ['Users'],
        querystring: UserRolesQuery,
        response: { 200: Roles },
      },
    },
    async (request) => {
      const { projectId } = request.query
      const { viewer } = request.signedIn()
      if (projectId !== undefined && !(await isProject(app.read, viewer, projectId))) {
        throw notFound('project', projectId)
      }
      return { version: 1, roles: await listRolesOfUser(app.read, viewer, projectId) }
    },
  )
}
