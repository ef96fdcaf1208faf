import { nameOf } from '../../auth/index.ts'
import { gettingStarted, openMailer, resetPassword } from '../../mail/index.ts'
import { system } from '../../platform/actor.ts'
import type { Handles } from '../../platform/http/dispatch.ts'
import type { Job } from '../../platform/jobs.ts'
import { addressOf, LINK_HOURS, linkDigest, newLink, RESET_HOURS } from '../passwords/links.ts'
import { insertLink, removeLinksOf } from '../passwords/queries.ts'
import { findUser } from '../queries.ts'

export const LINK_MAIL = 'mail-password-link'

/** Nobody where the address that was typed is nobody's: the same is done for all, so the time tells nothing. */
export type LinkMail = { kind: 'welcome' | 'reset'; userId: number | null }

type Parts = Pick<Handles, 'read' | 'note' | 'settings'>

/**
 * Mails with a link to choose a password. The link is made here and not with the change that asks for the mail, since
 * what is sent to a job can be read in the database.
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
      // The link in the answer to an administrator stays good beside the one that is mailed.
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
