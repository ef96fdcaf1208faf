import type { RequestSchedule, RequestState } from '@flagstaff/contract/requests'
import {
  type Icon,
  IconBan,
  IconCalendarClock,
  IconCalendarX,
  IconCheck,
  IconCircleCheckFilled,
  IconClock,
  IconPencil,
  IconX,
} from '@tabler/icons-react'
import { t } from './messages.ts'
import classes from './parts.module.css'

const icons: Record<RequestState, Icon> = {
  Draft: IconPencil,
  'In review': IconClock,
  Approved: IconCheck,
  Scheduled: IconCalendarClock,
  Applied: IconCircleCheckFilled,
  Cancelled: IconBan,
  Rejected: IconX,
}

/** The state of a request: an icon and a word, never colour alone. */
export function StateBadge({
  state,
  schedule,
}: {
  state: RequestState
  schedule?: RequestSchedule | undefined
}) {
  const shown = schedule && schedule.status !== 'pending' ? schedule.status : state
  const Glyph = shown === 'failed' || shown === 'suspended' ? IconCalendarX : icons[shown]
  return (
    <span className={classes.state} data-state={shown}>
      <Glyph size={14} stroke={1.75} aria-hidden="true" />
      {t(`state.${shown}`)}
    </span>
  )
}
