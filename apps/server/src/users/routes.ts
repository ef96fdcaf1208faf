import { User } from '@flagstaff/contract/accounts'
import { Nothing } from '@flagstaff/contract/schema'
import {
  AdminCount,
  Administrators,
  CreateUser,
  CreateUserResponse,
  UpdateUser,
  UserParams,
  UserSearchQuery,
  Users,
  UsersGroupsBase,
  UsersSearch,
} from '@flagstaff/contract/users'
import { listGroupNames } from '../access/index.ts'
import { addressKey, spend } from '../auth/index.ts'
import { withFreshBudget, withLargeBudget } from '../platform/deadline.ts'
import { notFound } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import { createUser, deleteUser, updateUser } from './commands.ts'
import { inactiveUserRoutes } from './inactive/routes.ts'
import { inviteLinkRoutes } from './invitations/routes.ts'
import { ownRoutes } from './me/routes.ts'
import { accessOverviewRoutes } from './overview/routes.ts'
import { passwordRoutes } from './passwords/admin-routes.ts'
import { addressOf } from './passwords/links.ts'
import { preparePassword } from './passwords/prepare.ts'
import { userPermissionRoutes } from './permissions/routes.ts'
import {
  countAdmins,
  findUser,
  listAdministratorNames,
  listNames,
  listRootRoles,
  listUsers,
  searchNames,
} from './queries.ts'
import { accessRequestRoutes } from './requests/routes.ts'
import { deleteScimUsers } from './scim/commands.ts'
import { licensedUserRoutes } from './seats/routes.ts'
import { serviceAccountRoutes } from './service-accounts/routes.ts'

const tags = ['Users']
/** Thousands of accounts take longer than one. */
const MANY_MS = 15_000

export async function userRoutes(app: App) {
  await ownRoutes(app)
  await inactiveUserRoutes(app)
  await passwordRoutes(app)
  await userPermissionRoutes(app)
  await accessRequestRoutes(app)
  await accessOverviewRoutes(app)
  await serviceAccountRoutes(app)
  await inviteLinkRoutes(app)
  await licensedUserRoutes(app)

  app.get(
    '/user-admin',
    { config: { permission: 'ADMIN' }, schema: { operationId: 'getUsers', tags, response: { 200: Users } } },
    async () => ({ users: await listUsers(app.read), rootRoles: await listRootRoles(app.read) }),
  )

  app.post(
    '/user-admin',
    {
      config: { command: createUser },
      schema: { operationId: 'createUser', tags, body: CreateUser, response: { 201: CreateUserResponse } },
    },
    async (request, reply) => {
      await spend(reply, `users ${addressKey(request.ip)}`, app.settings.usersPerMinute)
      const { password, sendEmail = true, ...identity } = request.body
      const passwordHash = password ? await preparePassword(app.read, null, { password }) : undefined
      const mail = sendEmail && app.settings.mail !== undefined
      const input = { ...identity, mail, ...(passwordHash ? { passwordHash } : {}) }
      const { user, link, emailSent } = await withFreshBudget(() => request.dispatch(createUser, input))
      const inviteLink = addressOf(app.settings, 'new-user', link)
      return reply
        .code(201)
        .header('location', String(user.id))
        .send({ ...user, inviteLink, emailSent })
    },
  )

  app.get(
    '/user-admin/access',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getBaseUsersAndGroups', tags, response: { 200: UsersGroupsBase } },
    },
    async () => ({ users: await listNames(app.read), groups: await listGroupNames(app.read) }),
  )

  app.get(
    '/user-admin/admin-count',
    {
      config: { permission: 'ADMIN' },
      schema: { operationId: 'getAdminCount', tags, response: { 200: AdminCount } },
    },
    async () => countAdmins(app.read),
  )

  app.get(
    '/user-admin/administrators',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getAdministrators',
        tags,
        summary: 'Names of the people who can grant access',
        response: { 200: Administrators },
      },
    },
    async () => listAdministratorNames(app.read),
  )

  app.delete(
    '/user-admin/scim-users',
    {
      config: { command: deleteScimUsers },
      schema: { operationId: 'deleteScimUsers', tags, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await withLargeBudget(MANY_MS, () => request.dispatch(deleteScimUsers, {}))
      return reply.send()
    },
  )

  app.get(
    '/user-admin/search',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'searchUsers',
        tags,
        querystring: UserSearchQuery,
        response: { 200: UsersSearch },
      },
    },
    async (request) => {
      const text = request.query.q?.trim() ?? ''
      return text.length < 2 ? [] : searchNames(app.read, text)
    },
  )

  app.get(
    '/user-admin/:id',
    {
      config: { permission: 'ADMIN' },
      schema: { operationId: 'getUser', tags, params: UserParams, response: { 200: User } },
    },
    async (request) => {
      const user = await findUser(app.read, request.params.id)
      if (!user) throw notFound('user', request.params.id)
      return user
    },
  )

  app.put(
    '/user-admin/:id',
    {
      config: { command: updateUser },
      schema: {
        operationId: 'updateUser',
        tags,
        params: UserParams,
        body: UpdateUser,
        response: { 200: CreateUserResponse },
      },
    },
    async (request) => request.dispatch(updateUser, { ...request.body, id: request.params.id }),
  )

  app.delete(
    '/user-admin/:id',
    {
      config: { command: deleteUser },
      schema: { operationId: 'deleteUser', tags, params: UserParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(deleteUser, { id: request.params.id })
      return reply.send()
    },
  )
}
