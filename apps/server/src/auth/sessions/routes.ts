import { Nothing } from '@flagstaff/contract/schema'
import { ActiveSessions, SessionParams } from '@flagstaff/contract/sessions'
import type { FastifyRequest } from 'fastify'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { accountOf } from '../../tokens/index.ts'
import { placeOf, sessionCookie, sessionDigest } from '../cookies.ts'
import { endAndNote } from './end.ts'
import { listSessions } from './queries.ts'

const ours = ['Flagstaff']
const tags = ['Users']

/** Where somebody is signed in: one's own devices, and for administrators those of everybody. */
export async function sessionRoutes(app: App) {
  const { insecureCookies, sessionIdleHours: idleHours } = app.settings
  const ownDigest = (request: FastifyRequest): Buffer | undefined => {
    const session = request.cookies[sessionCookie(insecureCookies)]
    return session && !request.headers.authorization ? sessionDigest(session) : undefined
  }

  app.get(
    '/user/sessions',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getOwnSessions', tags: ours, response: { 200: ActiveSessions } },
    },
    async (request) => {
      const userId = accountOf(request.signedIn())
      return { sessions: await listSessions(app.read, { userId, own: ownDigest(request), idleHours }) }
    },
  )

  app.delete(
    '/user/sessions',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'revokeOtherSessions', tags: ours, response: { 200: Nothing } },
    },
    async (request, reply) => {
      const userId = accountOf(request.signedIn())
      await endAndNote(app.note, { userId, except: ownDigest(request) }, placeOf(request))
      return reply.send()
    },
  )

  app.delete(
    '/user/sessions/:id',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'revokeOwnSession',
        tags: ours,
        params: SessionParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const which = { id, userId: accountOf(request.signedIn()) }
      if ((await endAndNote(app.note, which, placeOf(request))) === 0) throw notFound('session', id)
      return reply.send()
    },
  )

  app.get(
    '/user-sessions',
    {
      config: { permission: 'ADMIN' },
      schema: { operationId: 'getActiveSessions', tags, response: { 200: ActiveSessions } },
    },
    async (request) => ({ sessions: await listSessions(app.read, { own: ownDigest(request), idleHours }) }),
  )

  // Ending what has ended succeeds: what was wanted is so.
  app.delete(
    '/user-sessions/:id',
    {
      config: { permission: 'ADMIN' },
      schema: { operationId: 'revokeSession', tags, params: SessionParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await endAndNote(app.note, { id: request.params.id }, placeOf(request))
      return reply.send()
    },
  )
}
