import type { Job } from '../../../platform/background/jobs.ts'
import type { Handles } from '../../../platform/http/dispatch.ts'
import { system } from '../../../platform/write/actor.ts'
import { nameOf } from '../../auth/index.ts'
import { gettingStarted, openMailer, resetPassword } from '../../mail/index.ts'
import { addressOf, LINK_HOURS, linkDigest, newLink, RESET_HOURS } from '../passwords/links.ts'
import { insertLink, removeLinksOf } from '../passwords/queries.ts'
import { findUser } from '../queries.ts'

export const LINK_MAIL = 'mail-password-link'

/** `userId` is null if the email address has no account: the same work is done anyway, so timing reveals nothing. */
export type LinkMail = { kind: 'welcome' | 'reset'; userId: number | null }

type Parts = Pick<Handles, 'read' | 'note' | 'settings'>

/**
 * Emails with a password link. The link is created here rather than in the change that requests the email, because job
 * data can be read in the database.
 */
export function accountMails({ read, note, settings }: Parts): Job[] {
  if (!settings.mail) return []
  const send = openMailer(settings.mail)
  const run = async (data: unknown) => {
    const { kind, userId } = data as LinkMail
    const user = userId === null ? undefined : await findUser(read, userId)
    if (!user?.email) return
    const secret = newLink()
    const hours = kind === 'reset' ? RESET_HOURS : LINK_HOURS
    await note(async (db) => {
      // The link shown to an administrator stays valid along with the emailed one.
      if (kind === 'reset') await removeLinksOf(db, user.id)
      const link = { digest: linkDigest(secret), userId: user.id, createdBy: system.actor.name, hours }
      await insertLink(db, link)
    })
    const url = addressOf(settings, kind === 'reset' ? 'reset-password' : 'new-user', secret)
    const letter = kind === 'reset' ? resetPassword : gettingStarted
    const name = user.name ?? nameOf({ ...user, email: user.email })
    await send({ address: user.email, name: user.name ?? undefined }, letter({ name, url, hours }))
  }
  return [{ name: LINK_MAIL, run }]
}
