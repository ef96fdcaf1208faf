import { UserAccessOverview, UserParams, UserPermissionsQuery } from '@flagstaff/contract/users'
import { listExplainedGrants, listGroupsOfUser } from '../../access/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { findUser, listRootRoles } from '../queries.ts'
import { describe, judged } from './overview.ts'
import { listProjectRoles } from './queries.ts'

const config = { permission: 'ADMIN' } as const
const schema = {
  params: UserParams,
  querystring: UserPermissionsQuery,
  response: { 200: UserAccessOverview },
}

/** What an account may do in a place, and why. People and service accounts have an address each. */
export async function userPermissionRoutes(app: App) {
  app.get(
    '/user-admin/:id/permissions',
    { config, schema: { ...schema, operationId: 'getUserPermissions', tags: ['Instance Admin'] } },
    async (request) => overviewOf(request.params.id, 'User', request.query),
  )

  app.get(
    '/service-account/:id/permissions',
    { config, schema: { ...schema, operationId: 'getServiceAccountPermissions', tags: ['Auth'] } },
    async (request) => overviewOf(request.params.id, 'Service Account', request.query),
  )

  async function overviewOf(id: number, kind: 'User' | 'Service Account', place: UserPermissionsQuery) {
    const user = await findUser(app.read, id)
    if (user?.accountType !== kind) throw notFound(kind.toLowerCase(), id)
    const [rootRoles, grants, groups, projectRoles] = await Promise.all([
      listRootRoles(app.read),
      listExplainedGrants(app.read, id),
      listGroupsOfUser(app.read, id),
      place.project === undefined ? [] : listProjectRoles(app.read, id, place.project),
    ])
    return {
      overview: {
        root: judged('root', grants, place),
        project: judged('project', grants, place),
        environment: judged('environment', grants, place),
        groups,
      },
      user,
      rootRole: rootRoles.find((role) => role.id === user.rootRole) ?? { id: 0, name: '', type: 'root' },
      projectRoles: projectRoles.map(({ permissions, ...role }) => ({
        ...role,
        permissions: permissions.map(({ permission, environment }) => ({
          ...describe(permission),
          environment: environment || null,
        })),
      })),
    }
  }
}
