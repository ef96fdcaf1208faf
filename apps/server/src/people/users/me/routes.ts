import { usersOperations } from '@flagstaff/contract/operations/users'
import { withFreshBudget } from '../../../platform/database/deadline.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Caller } from '../../../platform/write/actor.ts'
import { type Grant, listGroupsOfUser, readAccess } from '../../access/index.ts'
import { addressKey, isPassword, sessionCookie, sessionDigest, spend } from '../../auth/index.ts'
import { accountOf } from '../../tokens/index.ts'
import { changeOwnPassword } from '../passwords/commands.ts'
import { preparePassword } from '../passwords/prepare.ts'
import { findPasswordHash } from '../passwords/queries.ts'
import { findUser, listRootRoles } from '../queries.ts'
import { listMarks, listOwnProjects, listSubscriptions } from './queries.ts'

export async function ownRoutes(app: App) {
  const serve = routesOf(app, usersOperations)
  const existing = async (id: number) => {
    const user = await findUser(app.read, id)
    if (!user) throw notFound('user', id)
    return user
  }

  serve('GET /api/admin/user', async (request) => {
    const { actor } = request.signedIn()
    if (actor.type === 'token') return { ...pseudoUser(actor), feedback: [], splash: {} }
    const user = await existing(actor.id)
    const [{ grants }, marks] = await Promise.all([
      readAccess(app.read, actor.id),
      listMarks(app.read, actor.id),
    ])
    return { user, permissions: grants.list().map(toPermission), ...marks }
  })

  serve('GET /api/admin/user/profile', async (request) => {
    const user = await existing(accountOf(request.signedIn()))
    const [roles, projects, groups, subscriptions, hash] = await Promise.all([
      listRootRoles(app.read),
      listOwnProjects(app.read, user.id),
      listGroupsOfUser(app.read, user.id),
      listSubscriptions(app.read, user.id),
      findPasswordHash(app.read, user.id),
    ])
    return {
      rootRole: roles.find(({ id }) => id === user.rootRole) ?? { id: 0, name: '', type: 'root' },
      projects,
      groups,
      subscriptions,
      features: [],
      canChangePassword: hash !== null,
    }
  })

  serve('POST /api/admin/user/change-password', { command: changeOwnPassword }, async (request, reply) => {
    const id = accountOf(request.signedIn())
    await spend(reply, addressKey(request.ip), app.settings.loginsPerMinute)
    if (!(await isPassword(request.body.oldPassword ?? '', await findPasswordHash(app.read, id)))) {
      throw new AppError('wrongPassword')
    }
    const hash = await preparePassword(app.read, id, request.body)
    const session = request.cookies[sessionCookie(app.settings.insecureCookies)]
    const input = {
      hash,
      deleteTokens: request.body.deletePersonalTokens ?? false,
      ...(session ? { session: sessionDigest(session).toString('hex') } : {}),
    }
    await withFreshBudget(() => request.dispatch(changeOwnPassword, input))
    return reply.send()
  })
}

const pseudoUser = ({ id, name }: Caller['actor']) => ({
  user: { id, name, username: name, permissions: ['ADMIN'] },
  permissions: [{ permission: 'ADMIN' }],
})

const toPermission = ({ permission, project, environment }: Grant) => ({
  permission,
  ...(project ? { project } : {}),
  ...(environment ? { environment } : {}),
})
