import type { Job } from '../../../platform/background/jobs.ts'
import type { Handles } from '../../../platform/http/dispatch.ts'
import { system } from '../../../platform/write/actor.ts'
import { type Mailer, openMailer, tokenExpiring } from '../../mail/index.ts'
import { findNotice, listAdmins, markNoticed, type Notice } from './queries.ts'

const EXPIRY_MAIL = 'mail-token-expiry'
type ExpiryMail = { tokenId: number; readerId: number }

/** Emails people before a token expires, once for each configured notice. */
export function tokenMails({ read, write, settings }: Pick<Handles, 'read' | 'write' | 'settings'>): Job[] {
  if (!settings.mail) return []
  const send = openMailer(settings.mail)
  const home = `${settings.url}${settings.basePath}`
  return [
    { name: 'token-expiry', cron: '17 * * * *', run: () => noticeTokens(write, settings.expiryNoticeDays) },
    {
      name: EXPIRY_MAIL,
      async run(data) {
        const { tokenId, readerId } = data as ExpiryMail
        const notice = await findNotice(read, tokenId, readerId)
        if (notice) await mailNotice(send, home, notice)
      },
    },
  ]
}

/** Shortest notice first, so that a late run sends one email instead of several. */
export const noticeTokens = (write: Handles['write'], days: readonly number[]) =>
  write(system, async (tx) => {
    const admins = await listAdmins(tx.read)
    for (const notice of [...days].sort((a, b) => a - b)) {
      for (const { tokenId, userId, isService } of await markNoticed(tx, notice)) {
        // Service accounts have no mailbox, so administrators get the email.
        for (const readerId of isService ? admins : [userId]) {
          tx.send(EXPIRY_MAIL, { tokenId, readerId } satisfies ExpiryMail)
        }
      }
    }
  })

async function mailNotice(send: Mailer, home: string, { email, isService, owner, ...notice }: Notice) {
  if (!email) return
  const letter = tokenExpiring({
    ...notice,
    name: notice.name ?? email,
    owner: isService ? owner : undefined,
    url: `${home}${isService ? '/admin/service-accounts' : '/profile/personal-api-tokens'}`,
  })
  await send({ address: email, name: notice.name ?? undefined }, letter)
}
