import { usersOperations } from '@flagstaff/contract/operations/users'
import { withFreshBudget, withLargeBudget } from '../../platform/database/deadline.ts'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { listGroupNames } from '../access/index.ts'
import { addressKey, spend } from '../auth/index.ts'
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

/** Timeout for bulk operations on thousands of accounts. */
const MANY_MS = 15_000

export async function userRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
  await ownRoutes(app)
  await inactiveUserRoutes(app)
  await passwordRoutes(app)
  await userPermissionRoutes(app)
  await accessRequestRoutes(app)
  await accessOverviewRoutes(app)
  await serviceAccountRoutes(app)
  await inviteLinkRoutes(app)
  await licensedUserRoutes(app)

  serve('GET /api/admin/user-admin', async () => ({
    users: await listUsers(app.read),
    rootRoles: await listRootRoles(app.read),
  }))

  serve('POST /api/admin/user-admin', { command: createUser }, async (request, reply) => {
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
  })

  serve('GET /api/admin/user-admin/access', async () => ({
    users: await listNames(app.read),
    groups: await listGroupNames(app.read),
  }))

  serve('GET /api/admin/user-admin/admin-count', async () => countAdmins(app.read))

  serve('GET /api/admin/user-admin/administrators', async () => listAdministratorNames(app.read))

  serve('DELETE /api/admin/user-admin/scim-users', { command: deleteScimUsers }, async (request, reply) => {
    await withLargeBudget(MANY_MS, () => request.dispatch(deleteScimUsers, {}))
    return reply.send()
  })

  serve('GET /api/admin/user-admin/search', async (request) => {
    const text = request.query.q?.trim() ?? ''
    return text.length < 2 ? [] : searchNames(app.read, text)
  })

  serve('GET /api/admin/user-admin/:id', async (request) => {
    const user = await findUser(app.read, request.params.id)
    if (!user) throw notFound('user', request.params.id)
    return user
  })

  serve('PUT /api/admin/user-admin/:id', { command: updateUser }, async (request) =>
    request.dispatch(updateUser, { ...request.body, id: request.params.id }),
  )

  serve('DELETE /api/admin/user-admin/:id', { command: deleteUser }, async (request, reply) => {
    await request.dispatch(deleteUser, { id: request.params.id })
    return reply.send()
  })
}
