import { usersOperations } from '@flagstaff/contract/operations/users'
import type { UserPermissionsQuery } from '@flagstaff/contract/users'
import { notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { listExplainedGrants, listGroupsOfUser } from '../../access/index.ts'
import { findUser, listRootRoles } from '../queries.ts'
import { describe, judged } from './overview.ts'
import { listProjectRoles } from './queries.ts'

/** The permissions of an account in a scope, and why it has them. People and service accounts have separate routes. */
export async function userPermissionRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
  serve('GET /api/admin/user-admin/:id/permissions', async (request) =>
    overviewOf(request.params.id, 'User', request.query),
  )

  serve('GET /api/admin/service-account/:id/permissions', async (request) =>
    overviewOf(request.params.id, 'Service Account', request.query),
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
