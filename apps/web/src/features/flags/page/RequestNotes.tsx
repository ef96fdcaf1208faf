import type { ChangeRequest } from '@flagstaff/contract/requests'
import { IconCalendarClock, IconGitPullRequest } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { requestPath } from '../../../lib/drafts.ts'
import { formatMinute } from '../../../lib/format.ts'
import { me } from '../../../lib/session.ts'
import { nameOf } from '../../../ui/Person.tsx'
import { askedIn, plannedIn } from './drafted.ts'
import { t } from './messages.ts'
import classes from './Pending.module.css'

type RequestNotesProps = { requests: readonly ChangeRequest[]; flag: string; environment: string }

/** Drafts of service accounts are visible to everyone. */
const stateText = (state: ChangeRequest['state']) =>
  state === 'Approved' ? 'pending.approved' : state === 'Draft' ? 'pending.unsent' : 'pending.inReview'

/** What other people ask to change in the environment, and what will change at a set time. */
export function RequestNotes({ requests, flag, environment }: RequestNotesProps) {
  const { user } = useSuspenseQuery(me).data
  const asked = askedIn(requests, { flag, environment, userId: user.id })
  const planned = plannedIn(requests, flag, environment)
  if (asked.length === 0 && planned.length === 0) return null
  return (
    <div className={classes.notes}>
      {asked.map(({ state, enabled, changes, createdBy, title, ...request }) => (
        <div key={request.id} className={classes.pending}>
          <IconGitPullRequest size={14} stroke={1.75} aria-hidden="true" />
          <div className={classes.words}>
            <Link to={requestPath(request)} className={classes.title}>
              {t('pending.others', { name: nameOf(createdBy), count: changes, title })}
            </Link>
            <span className="faint small">
              {t(stateText(state))}
              {enabled !== undefined && `, ${t(enabled ? 'pending.on' : 'pending.off')}`}
            </span>
          </div>
        </div>
      ))}
      {planned.map(({ schedule: { status, scheduledAt: at }, ...request }) => (
        <div key={request.id} className={classes.pending}>
          <IconCalendarClock size={14} stroke={1.75} aria-hidden="true" />
          <Link to={requestPath(request)} className={classes.title}>
            {t(status === 'pending' ? 'pending.scheduled' : `pending.${status}`, {
              at: formatMinute(at),
              title: request.title,
            })}
          </Link>
        </div>
      ))}
    </div>
  )
}
