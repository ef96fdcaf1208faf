import { accessOperations } from '@flagstaff/contract/operations/access'
import { notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { addAccess, removeGroup, removeUser, setAccess, setGroupRoles, setUserRoles } from './commands.ts'
import { isProject, isRole, listMemberGroups, listMembers, listProjectRoles, listRoleUse } from './queries.ts'

export async function memberRoutes(app: App) {
  const serve = routesOf(app, accessOperations)
  serve('GET /api/admin/projects/:projectId/access', async (request) => {
    const { projectId } = request.params
    if (!(await isProject(app.read, request.signedIn().viewer, projectId))) {
      throw notFound('project', projectId)
    }
    const [users, groups, roles] = await Promise.all([
      listMembers(app.read, projectId),
      listMemberGroups(app.read, projectId),
      listProjectRoles(app.read),
    ])
    return { users, groups, roles }
  })

  serve('POST /api/admin/projects/:projectId/access', { command: addAccess }, async (request, reply) => {
    await request.dispatch(addAccess, { ...request.body, project: request.params.projectId })
    return reply.send()
  })

  serve('PUT /api/admin/projects/:projectId/access', { command: setAccess }, async (request, reply) => {
    await request.dispatch(setAccess, { ...request.body, project: request.params.projectId })
    return reply.send()
  })

  serve(
    'PUT /api/admin/projects/:projectId/users/:userId/roles',
    { command: setUserRoles },
    async (request, reply) => {
      const { projectId, userId } = request.params
      await request.dispatch(setUserRoles, { ...request.body, project: projectId, userId })
      return reply.send()
    },
  )

  serve(
    'DELETE /api/admin/projects/:projectId/users/:userId/roles',
    { command: removeUser },
    async (request, reply) => {
      const { projectId, userId } = request.params
      await request.dispatch(removeUser, { project: projectId, userId })
      return reply.send()
    },
  )

  serve(
    'PUT /api/admin/projects/:projectId/groups/:groupId/roles',
    { command: setGroupRoles },
    async (request, reply) => {
      const { projectId, groupId } = request.params
      await request.dispatch(setGroupRoles, { ...request.body, project: projectId, groupId })
      return reply.send()
    },
  )

  serve(
    'DELETE /api/admin/projects/:projectId/groups/:groupId/roles',
    { command: removeGroup },
    async (request, reply) => {
      const { projectId, groupId } = request.params
      await request.dispatch(removeGroup, { project: projectId, groupId })
      return reply.send()
    },
  )

  serve('GET /api/admin/projects/roles/:roleId/access', async (request) => {
    const { roleId } = request.params
    if (!(await isRole(app.read, roleId))) throw notFound('role', roleId)
    return { projects: await listRoleUse(app.read, request.signedIn().viewer, roleId) }
  })
}
