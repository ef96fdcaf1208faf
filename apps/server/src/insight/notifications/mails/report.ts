import { PRODUCTIVITY_REPORT } from '@flagstaff/contract/notifications'
import { callerFor, readAccess } from '../../../people/access/index.ts'
import { openMailer, productivityReport } from '../../../people/mail/index.ts'
import type { Job } from '../../../platform/background/jobs.ts'
import type { Handles } from '../../../platform/http/dispatch.ts'
import type { MailSettings } from '../../../platform/settings/mail-settings.ts'
import { system } from '../../../platform/write/actor.ts'
import { readMonth } from '../../insights/index.ts'
import { withUnsubscribe } from './links.ts'
import { claimReports, findAddressee } from './queries.ts'
import { monthBefore, reportMonth } from './rules.ts'

const REPORT_MAIL = 'mail-productivity-report'
type ReportMail = { userId: number; month: string }
type Parts = Pick<Handles, 'read' | 'write' | 'settings'>

/** A report of the last month, for those who subscribed to it. */
export function reportMails({ read, write, settings }: Parts, mail: MailSettings): Job[] {
  const send = openMailer(mail)
  return [
    {
      name: 'productivity-reports',
      cron: '0 * * * *',
      async run() {
        const month = reportMonth(new Date(), settings.digestTimeZone)
        if (month) await queueReports(write, month)
      },
    },
    {
      name: REPORT_MAIL,
      async run(data) {
        const { userId, month } = data as ReportMail
        const [user, access] = await Promise.all([findAddressee(read, userId), readAccess(read, userId)])
        if (!user?.email) return
        const { viewer } = callerFor({ type: 'user', id: userId, name: user.email }, access)
        const [now, before] = await Promise.all([
          readMonth(read, viewer, month),
          readMonth(read, viewer, monthBefore(month)),
        ])
        const home = `${settings.url}${settings.basePath}`
        const letter = productivityReport({
          name: user.name ?? user.email,
          month: titleOf(month),
          now,
          before,
          url: `${home}/insights`,
        })
        await send(
          { address: user.email, name: user.name ?? undefined },
          withUnsubscribe(settings, letter, userId, PRODUCTIVITY_REPORT),
        )
      },
    },
  ]
}

export const queueReports = (write: Handles['write'], month: string) =>
  write(system, async (tx) => {
    for (const { userId } of await claimReports(tx))
      tx.send(REPORT_MAIL, { userId, month } satisfies ReportMail)
  })

const titleOf = (month: string) =>
  new Date(month).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
