import type { Job } from '../../platform/background/jobs.ts'
import type { WorkHandles } from '../../platform/manifest.ts'
import { notificationMails } from './mails/jobs.ts'
import {
  insertEndingTokens,
  insertFailedRuns,
  insertFailingIntegrations,
  insertNewSignIns,
} from './making/queries.ts'

/** Notifications that are not about an event. */
export const notificationJobs = (handles: WorkHandles): Job[] => [
  {
    name: 'token-expiry',
    cron: '17 * * * *',
    run: () => noticeTokens(handles, handles.settings.expiryNoticeDays),
  },
  {
    name: 'notice-integrations',
    cron: '* * * * *',
    run: async () => void (await handles.note(insertFailingIntegrations)),
  },
  {
    name: 'notice-signals',
    cron: '* * * * *',
    run: async () => void (await handles.note(insertFailedRuns)),
  },
  {
    name: 'notice-sign-ins',
    cron: '* * * * *',
    run: async () => void (await handles.note(insertNewSignIns)),
  },
  ...notificationMails(handles),
]

/** Shortest notice first, so that a late run gives one notice instead of several. */
export async function noticeTokens({ note }: Pick<WorkHandles, 'note'>, days: readonly number[]) {
  for (const notice of days.toSorted((a, b) => a - b)) await note((db) => insertEndingTokens(db, notice))
}
