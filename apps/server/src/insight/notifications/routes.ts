import type { Notification } from '@flagstaff/contract/notifications'
import { notificationsOperations } from '@flagstaff/contract/operations/notifications'
import { addressKey, imageOf, spend } from '../../people/auth/index.ts'
import { accountOf } from '../../people/tokens/index.ts'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { system } from '../../platform/write/actor.ts'
import { run } from '../../platform/write/commands.ts'
import { readUnsubscribeToken } from './mails/links.ts'
import { setPreferences, subscribe, unsubscribe } from './preferences/commands.ts'
import { findEmail, hasReport, listPreferences } from './preferences/queries.ts'
import { listNotifications, markRead } from './queries.ts'
import { linkOf, messageOf, type Noted, partsOf, subjectOf } from './texts.ts'

/** Mail providers send such requests for many people from few addresses. */
const UNSUBSCRIBES_PER_MINUTE = 300

export async function notificationRoutes(app: App) {
  const serve = routesOf(app, notificationsOperations)
  const preferencesOf = async (userId: number) => ({
    preferences: await listPreferences(app.read, userId),
    email: app.settings.mail ? await findEmail(app.read, userId) : null,
    timeZone: app.settings.digestTimeZone,
    productivityReport: await hasReport(app.read, userId),
  })

  serve('GET /api/admin/notifications', async (request) =>
    (await listNotifications(app.read, request.signedIn())).map(toNotification),
  )

  // Whether something was read is bookkeeping of one account, so it has no event.
  serve('POST /api/admin/notifications/read', async (request, reply) => {
    const userId = accountOf(request.signedIn())
    await app.note((db) => markRead(db, userId, request.body.notifications))
    return reply.send()
  })

  serve('POST /api/admin/notifications/read-all', async (request, reply) => {
    const userId = accountOf(request.signedIn())
    await app.note((db) => markRead(db, userId))
    return reply.send()
  })

  serve('GET /api/admin/notifications/preferences', (request) => preferencesOf(accountOf(request.signedIn())))

  serve('PUT /api/admin/notifications/preferences', { command: setPreferences }, async (request) => {
    await request.dispatch(setPreferences, request.body)
    return preferencesOf(accountOf(request.signedIn()))
  })

  serve('PUT /api/admin/email-subscription/:subscription', { command: subscribe }, async (request, reply) => {
    await request.dispatch(subscribe, { ...request.params, wanted: true })
    return reply.code(202).send()
  })

  serve(
    'DELETE /api/admin/email-subscription/:subscription',
    { command: subscribe },
    async (request, reply) => {
      await request.dispatch(subscribe, { ...request.params, wanted: false })
      return reply.code(202).send()
    },
  )
}

/** Links in emails work without signing in. */
export async function unsubscribeRoutes(app: App) {
  const serve = routesOf(app, notificationsOperations)
  const { url, basePath } = app.settings
  // Mail programs send a form, whose content says nothing more than the request.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { bodyLimit: 1_000 },
    (_request, body, done) => {
      body.resume()
      body.on('end', () => done(null, undefined))
    },
  )

  serve('POST /unsubscribe/:token', async (request, reply) => {
    await spend(reply, `unsubscribe ${addressKey(request.ip)}`, UNSUBSCRIBES_PER_MINUTE)
    const link = readUnsubscribeToken(app.settings, request.params.token)
    if (!link) throw notFound('unsubscribe link', 'in this request')
    await app.write(system, (tx) => run(tx, unsubscribe, link))
    return reply.send()
  })

  serve('GET /unsubscribe/:token', async (_request, reply) =>
    reply.redirect(`${url}${basePath}/profile/notifications`),
  )
}

const toNotification = (noted: Noted): Notification => {
  const { id, kind, events, project, environment, actorName, createdAt, readAt } = noted
  const isPerson = actorName !== system.actor.name
  return {
    id,
    message: messageOf(noted),
    parts: partsOf(noted, { where: false }),
    link: linkOf(noted),
    notificationType: noted.request === null ? 'toggle' : 'change-request',
    createdBy: {
      username: actorName,
      imageUrl: isPerson ? imageOf({ id: 0, username: actorName, email: null, name: null }) : null,
    },
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
    kind,
    subject: subjectOf(noted),
    project,
    environment,
    events,
  }
}
