import { authOperations } from '@flagstaff/contract/operations/auth'
import type { FastifyRequest } from 'fastify'
import { notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { accountOf } from '../../tokens/index.ts'
import { placeOf, sessionCookie, sessionDigest } from '../cookies.ts'
import { endAndNote } from './end.ts'
import { listSessions } from './queries.ts'

/** Active sessions: a user's own, and for administrators those of all accounts. */
export async function sessionRoutes(app: App) {
  const serve = routesOf(app, authOperations)
  const { insecureCookies, sessionIdleHours: idleHours } = app.settings
  const ownDigest = (request: FastifyRequest): Buffer | undefined => {
    const session = request.cookies[sessionCookie(insecureCookies)]
    return session && !request.headers.authorization ? sessionDigest(session) : undefined
  }

  serve('GET /api/admin/user/sessions', async (request) => {
    const userId = accountOf(request.signedIn())
    return { sessions: await listSessions(app.read, { userId, own: ownDigest(request), idleHours }) }
  })

  serve('DELETE /api/admin/user/sessions', async (request, reply) => {
    const userId = accountOf(request.signedIn())
    await endAndNote(app.note, { userId, except: ownDigest(request) }, placeOf(request))
    return reply.send()
  })

  serve('DELETE /api/admin/user/sessions/:id', async (request, reply) => {
    const { id } = request.params
    const which = { id, userId: accountOf(request.signedIn()) }
    if ((await endAndNote(app.note, which, placeOf(request))) === 0) throw notFound('session', id)
    return reply.send()
  })

  serve('GET /api/admin/user-sessions', async (request) => ({
    sessions: await listSessions(app.read, { own: ownDigest(request), idleHours }),
  }))

  // Idempotent: ending a session that has already ended succeeds.
  serve('DELETE /api/admin/user-sessions/:id', async (request, reply) => {
    await endAndNote(app.note, { id: request.params.id }, placeOf(request))
    return reply.send()
  })
}
