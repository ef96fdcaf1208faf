import { UserAccessOverview, UserParams, UserPermissionsQuery } from '@flagstaff/contract/users'
import { callerFor } from '../../access/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { findUser, listRootRoles } from '../queries.ts'
import { describe, judged } from './overview.ts'
import { listProjectRoles } from './queries.ts'

export async function userPermissionRoutes(app: App) {
  app.get(
    '/user-admin/:id/permissions',
    {
      config: { permission: 'ADMIN' },
      schema: {
        operationId: 'getUserPermissions',
        tags: ['Instance Admin'],
        params: UserParams,
        querystring: UserPermissionsQuery,
        response: { 200: UserAccessOverview },
      },
    },
    async (request) => {
      const { id } = request.params
      const user = await findUser(app.read, id)
      if (!user) throw notFound('user', id)
      const scope = request.query
      const rootRole = (await listRootRoles(app.read)).find((role) => role.id === user.rootRole)
      const { grants } = await callerFor(
        app.read,
        { id, rootRole: user.rootRole },
        { type: 'user', id, name: '' },
      )
      const roles = scope.project === undefined ? [] : await listProjectRoles(app.read, id, scope.project)
      return {
        overview: {
          root: judged('root', grants, scope),
          project: judged('project', grants, scope),
          environment: judged('environment', grants, scope),
          groups: [],
        },
        user,
        rootRole: rootRole ?? { id: 0, name: '', type: 'root' },
        projectRoles: roles.map(({ permissions, ...role }) => ({
          ...role,
          permissions: permissions.map(({ permission, environment }) => ({
            ...describe(permission),
            environment: environment || null,
          })),
        })),
      }
    },
  )
}
