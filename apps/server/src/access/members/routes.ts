import {
  ProjectAccess,
  ProjectAccessConfiguration,
  ProjectAddAccess,
  ProjectGroupParams,
  ProjectRoleIds,
  ProjectRoleUsage,
  ProjectUserParams,
  RoleParams,
} from '@flagstaff/contract/access'
import { ProjectParams } from '@flagstaff/contract/projects'
import { Nothing } from '@flagstaff/contract/schema'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { addAccess, removeGroup, removeUser, setAccess, setGroupRoles, setUserRoles } from './commands.ts'
import { isProject, isRole, listMemberGroups, listMembers, listProjectRoles, listRoleUse } from './queries.ts'

const tags = ['Projects']

export async function memberRoutes(app: App) {
  app.get(
    '/projects/:projectId/access',
    {
      config: { permission: ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_READ'] },
      schema: {
        operationId: 'getProjectAccess',
        tags,
        params: ProjectParams,
        response: { 200: ProjectAccess },
      },
    },
    async (request) => {
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
    },
  )

  app.post(
    '/projects/:projectId/access',
    {
      config: { command: addAccess },
      schema: {
        operationId: 'addAccessToProject',
        tags,
        params: ProjectParams,
        body: ProjectAddAccess,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(addAccess, { ...request.body, project: request.params.projectId })
      return reply.send()
    },
  )

  app.put(
    '/projects/:projectId/access',
    {
      config: { command: setAccess },
      schema: {
        operationId: 'setProjectAccess',
        tags,
        params: ProjectParams,
        body: ProjectAccessConfiguration,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(setAccess, { ...request.body, project: request.params.projectId })
      return reply.send()
    },
  )

  app.put(
    '/projects/:projectId/users/:userId/roles',
    {
      config: { command: setUserRoles },
      schema: {
        operationId: 'setRolesForUser',
        tags,
        params: ProjectUserParams,
        body: ProjectRoleIds,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { projectId, userId } = request.params
      await request.dispatch(setUserRoles, { ...request.body, project: projectId, userId })
      return reply.send()
    },
  )

  app.delete(
    '/projects/:projectId/users/:userId/roles',
    {
      config: { command: removeUser },
      schema: {
        operationId: 'removeUserAccess',
        tags,
        params: ProjectUserParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { projectId, userId } = request.params
      await request.dispatch(removeUser, { project: projectId, userId })
      return reply.send()
    },
  )

  app.put(
    '/projects/:projectId/groups/:groupId/roles',
    {
      config: { command: setGroupRoles },
      schema: {
        operationId: 'setRolesForGroup',
        tags,
        params: ProjectGroupParams,
        body: ProjectRoleIds,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { projectId, groupId } = request.params
      await request.dispatch(setGroupRoles, { ...request.body, project: projectId, groupId })
      return reply.send()
    },
  )

  app.delete(
    '/projects/:projectId/groups/:groupId/roles',
    {
      config: { command: removeGroup },
      schema: {
        operationId: 'removeGroupAccess',
        tags,
        params: ProjectGroupParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { projectId, groupId } = request.params
      await request.dispatch(removeGroup, { project: projectId, groupId })
      return reply.send()
    },
  )

  app.get(
    '/projects/roles/:roleId/access',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getRoleProjectAccess',
        tags,
        params: RoleParams,
        response: { 200: ProjectRoleUsage },
      },
    },
    async (request) => {
      const { roleId } = request.params
      if (!(await isRole(app.read, roleId))) throw notFound('role', roleId)
      return { projects: await listRoleUse(app.read, request.signedIn().viewer, roleId) }
    },
  )
}
