import { timingSafeEqual } from 'node:crypto'
import { addressOf } from '@flagstaff/delivery'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { system } from '../../platform/write/actor.ts'
import { allPowerful } from '../access/index.ts'
import { digestOf } from '../tokens/index.ts'
import { findDoor, markSeen } from './settings/queries.ts'

/** How often "last seen" of the SCIM connection is updated. */
const SEEN_MS = 5_000

/** Authenticates the identity provider. All SCIM routes return 404 while SCIM is off. */
export function watchDoor(app: App) {
  let notedAt = 0
  app.addHook('onRequest', async (request) => {
    const { enabled, digest } = await findDoor(app.read)
    if (!enabled) throw new AppError('pathNotFound', { path: request.url.split('?')[0] ?? '' })
    const sent = request.headers.authorization?.replace(/^bearer +/i, '').trim() ?? ''
    if (!digest || !timingSafeEqual(digestOf(sent), digest)) throw new AppError('badToken')
    request.caller = allPowerful({ ...system.actor, type: 'scim', name: 'SCIM', ip: addressOf(request) })
  })
  app.addHook('onResponse', async (request, reply) => {
    const now = Date.now()
    if (!request.caller || (reply.statusCode < 400 && now - notedAt < SEEN_MS)) return
    notedAt = now
    // Best effort: the response does not wait for it, and nothing depends on it.
    await app
      .note((db) => markSeen(db, { request: describe(request), status: reply.statusCode }))
      .catch(() => {})
  })
}

/** The route of a request, without ids of accounts. */
const describe = ({ method, routeOptions, server }: FastifyRequest): string =>
  `${method} ${(routeOptions.url ?? '').replace(server.settings.basePath, '')}`
