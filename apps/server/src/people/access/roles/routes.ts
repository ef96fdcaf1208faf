import { accessOperations } from '@flagstaff/contract/operations/access'
import { notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { grantable, toPermissions } from '../catalogue.ts'
import { isProject } from '../members/queries.ts'
import { roleChangeRoutes } from './change-routes.ts'
import { findRole, listEnvironments, listGrantsOfRole, listRoles, listRolesOfUser } from './queries.ts'

export async function roleRoutes(app: App) {
  const serve = routesOf(app, accessOperations)
  await roleChangeRoutes(app)

  serve('GET /api/admin/roles', async () => ({ version: 1, roles: await listRoles(app.read) }))

  serve('GET /api/admin/roles/:roleId', async (request) => {
    const { roleId } = request.params
    const [role, grants, environments] = await Promise.all([
      findRole(app.read, roleId),
      listGrantsOfRole(app.read, roleId),
      listEnvironments(app.read),
    ])
    if (!role) throw notFound('role', roleId)
    return { ...role, permissions: grants.flatMap((grant) => toPermissions(grant, environments)) }
  })

  serve('GET /api/admin/permissions', async () => ({
    version: 2,
    permissions: {
      root: grantable('root'),
      project: grantable('project'),
      environments: (await listEnvironments(app.read)).map((name) => ({
        name,
        permissions: grantable('environment').map((permission) => ({ ...permission, environment: name })),
      })),
    },
  }))

  serve('GET /api/admin/user/roles', async (request) => {
    const { projectId } = request.query
    const { viewer } = request.signedIn()
    if (projectId !== undefined && !(await isProject(app.read, viewer, projectId))) {
      throw notFound('project', projectId)
    }
    return { version: 1, roles: await listRolesOfUser(app.read, viewer, projectId) }
  })
}
