import type { NotificationKind } from '@flagstaff/contract/notifications'
import { callerFor, readAccess } from '../../../people/access/index.ts'
import {
  accessRequested,
  digest,
  type Letter,
  notified,
  openMailer,
  reviewRequested,
  signedInAnew,
  tokenExpiring,
} from '../../../people/mail/index.ts'
import type { Job } from '../../../platform/background/jobs.ts'
import type { Handles } from '../../../platform/http/dispatch.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { system } from '../../../platform/write/actor.ts'
import { listUnread } from '../queries.ts'
import { linkOf, messageOf, type Noted, subjectOf } from '../texts.ts'
import { DIGEST, withUnsubscribe } from './links.ts'
import { type Addressee, claimDaily, claimDue, findAddressee } from './queries.ts'
import { reportMails } from './report.ts'
import { isDigestHour } from './rules.ts'

const NOTIFICATION_MAIL = 'mail-notifications'
type NotificationMail = { userId: number; kind: NotificationKind | typeof DIGEST; ids: number[] }
type Parts = Pick<Handles, 'read' | 'write' | 'settings'>

/** Emails about notifications: right away, and in one email a day. */
export function notificationMails(handles: Parts): Job[] {
  const { read, write, settings } = handles
  if (!settings.mail) return []
  const send = openMailer(settings.mail)
  return [
    { name: 'notification-mails', cron: '* * * * *', run: () => queueDue(write) },
    {
      name: 'notification-digests',
      cron: '0 * * * *',
      run: async () => {
        if (isDigestHour(new Date(), settings.digestTimeZone)) await queueDaily(write)
      },
    },
    {
      name: NOTIFICATION_MAIL,
      async run(data) {
        const { userId, kind, ids } = data as NotificationMail
        const [user, access] = await Promise.all([findAddressee(read, userId), readAccess(read, userId)])
        if (!user?.email) return
        const reader = callerFor({ type: 'user', id: userId, name: user.email }, access)
        // What was read, or what the account can no longer see, is not sent.
        const list = await listUnread(read, reader, ids)
        if (list.length === 0) return
        await send(
          { address: user.email, name: user.name ?? undefined },
          letterFor(settings, { ...user, email: user.email }, kind, list),
        )
      },
    },
    ...reportMails(handles, settings.mail),
  ]
}

export const queueDue = (write: Handles['write']) =>
  write(system, async (tx) => {
    for (const { userId, kind, ids } of await claimDue(tx))
      tx.send(NOTIFICATION_MAIL, { userId, kind: kind as NotificationKind, ids } satisfies NotificationMail)
  })

export const queueDaily = (write: Handles['write']) =>
  write(system, async (tx) => {
    for (const { userId, ids } of await claimDaily(tx))
      tx.send(NOTIFICATION_MAIL, { userId, kind: DIGEST, ids } satisfies NotificationMail)
  })

function letterFor(
  settings: Settings,
  user: Addressee & { email: string },
  kind: NotificationMail['kind'],
  list: readonly Noted[],
): Letter {
  const home = `${settings.url}${settings.basePath}`
  const name = user.name ?? user.email
  return withUnsubscribe(settings, contentOf(kind, list, { name, home }), user.id, kind)
}

function contentOf(
  kind: NotificationMail['kind'],
  list: readonly Noted[],
  { name, home }: { name: string; home: string },
): Letter {
  const [only] = list
  if (kind === DIGEST || !only || list.length > 1) {
    const content = { name, messages: list.map(messageOf), url: `${home}/notifications` }
    return kind === DIGEST ? digest(content) : notified(content)
  }
  const url = `${home}${linkOf(only)}`
  const subject = subjectOf(only) ?? ''
  if (kind === 'review-requested')
    return reviewRequested({
      name,
      author: only.actorName,
      title: subject,
      place: [only.project, only.environment].filter(Boolean).join(' · '),
      url,
    })
  if (kind === 'token-ending' && only.details?.expiresAt)
    return tokenExpiring({
      name,
      description: subject,
      expiresAt: new Date(only.details.expiresAt),
      owner: only.details.owner ?? undefined,
      url,
    })
  if (kind === 'access-request') return accessRequested({ name, email: subject, url })
  if (kind === 'new-sign-in')
    return signedInAnew({
      name,
      browser: subject,
      ip: only.details?.ip ?? undefined,
      at: only.createdAt,
      url,
    })
  return notified({ name, messages: [messageOf(only)], url })
}
