import { Nothing } from '@flagstaff/contract/schema'
import { Me, Password, Profile } from '@flagstaff/contract/users'
import { type Grant, listGroupsOfUser, readAccess } from '../../access/index.ts'
import { addressKey, isPassword, sessionCookie, sessionDigest, spend } from '../../auth/index.ts'
import type { Caller } from '../../platform/actor.ts'
import { withFreshBudget } from '../../platform/deadline.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { accountOf } from '../../tokens/index.ts'
import { changeOwnPassword } from '../passwords/commands.ts'
import { preparePassword } from '../passwords/prepare.ts'
import { findPasswordHash } from '../passwords/queries.ts'
import { findUser, listRootRoles } from '../queries.ts'
import { listOwnProjects } from './queries.ts'

const tags = ['Users']
const config = { permission: 'authenticated' } as const

export async function ownRoutes(app: App) {
  const existing = async (id: number) => {
    const user = await findUser(app.read, id)
    if (!user) throw notFound('user', id)
    return user
  }

  app.get(
    '/user',
    { config, schema: { operationId: 'getMe', tags, response: { 200: Me } } },
    async (request) => {
      const { actor } = request.signedIn()
      if (actor.type === 'token') return { ...pseudoUser(actor), feedback: [], splash: {} }
      const user = await existing(actor.id)
      const { grants } = await readAccess(app.read, actor.id)
      return { user, permissions: grants.list().map(toPermission), feedback: [], splash: {} }
    },
  )

  app.get(
    '/user/profile',
    { config, schema: { operationId: 'getProfile', tags, response: { 200: Profile } } },
    async (request) => {
      const user = await existing(accountOf(request.signedIn()))
      const [roles, projects, groups, hash] = await Promise.all([
        listRootRoles(app.read),
        listOwnProjects(app.read, user.id),
        listGroupsOfUser(app.read, user.id),
        findPasswordHash(app.read, user.id),
      ])
      return {
        rootRole: roles.find(({ id }) => id === user.rootRole) ?? { id: 0, name: '', type: 'root' },
        projects,
        groups,
        subscriptions: [],
        features: [],
        canChangePassword: hash !== null,
      }
    },
  )

  app.post(
    '/user/change-password',
    {
      config: { command: changeOwnPassword },
      schema: { operationId: 'changeMyPassword', tags, body: Password, response: { 200: Nothing } },
    },
    async (request, reply) => {
      const id = accountOf(request.signedIn())
      await spend(reply, addressKey(request.ip), app.settings.loginsPerMinute)
      if (!(await isPassword(request.body.oldPassword ?? '', await findPasswordHash(app.read, id)))) {
        throw new AppError('wrongPassword')
      }
      const hash = await preparePassword(app.read, id, request.body)
      const session = request.cookies[sessionCookie(app.settings.insecureCookies)]
      const input = { hash, ...(session ? { session: sessionDigest(session).toString('hex') } : {}) }
      await withFreshBudget(() => request.dispatch(changeOwnPassword, input))
      return reply.send()
    },
  )
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
