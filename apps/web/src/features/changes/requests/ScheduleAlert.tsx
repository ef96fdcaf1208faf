import type { ChangeRequest } from '@flagstaff/contract/requests'
import { IconCalendarX } from '@tabler/icons-react'
import type { Refusal } from '../../../lib/session.ts'
import { t } from './messages.ts'
import classes from './page.module.css'
import { ScheduleButton } from './ScheduleButton.tsx'

type ScheduleAlertProps = {
  request: ChangeRequest
  /** Whether the user can choose another time, and why not. */
  again: { why: Refusal } | undefined
}

/** Why a scheduled request was not applied, and what to do next. */
export function ScheduleAlert({ request, again }: ScheduleAlertProps) {
  const { schedule, conflict } = request
  if (!schedule || schedule.status === 'pending') return null
  const { status, reason } = schedule
  return (
    <div className={classes.banner} data-tone={status === 'suspended' ? 'warn' : 'bad'} role="alert">
      <IconCalendarX size={20} stroke={1.5} aria-hidden="true" />
      <div>
        <b>{t(`alert.${status}`)}</b>
        <p>{reason}</p>
        <p>{t(conflict ? 'alert.conflict' : 'alert.next')}</p>
      </div>
      {again && !conflict && (
        <ScheduleButton request={request} why={again.why} label={t('do.scheduleAgain')} />
      )}
    </div>
  )
}
