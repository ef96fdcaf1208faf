import type { ReleasePlan, ReleasePlanMilestone } from '@flagstaff/contract/release-plans'
import { formatSpan } from '../../../lib/format.ts'
import { formatMinutes, type Step } from '../../changes/templates/index.ts'
import { t } from './messages.ts'

const MINUTE_MS = 60_000

export type Course = {
  active: ReleasePlanMilestone | undefined
  next: ReleasePlanMilestone | undefined
  /** The number of the active milestone, from 1; 0 if none has started. */
  number: number
  isComplete: boolean
  isPaused: boolean
}

export const inSequence = ({ milestones }: Pick<ReleasePlan, 'milestones'>): ReleasePlanMilestone[] =>
  milestones.toSorted((one, other) => one.sortOrder - other.sortOrder)

/** Where a plan stands. */
export function courseOf(plan: ReleasePlan): Course {
  const milestones = inSequence(plan)
  const index = milestones.findIndex(({ id }) => id === plan.activeMilestoneId)
  return {
    active: milestones[index],
    next: milestones[index + 1],
    number: index + 1,
    isComplete: index >= 0 && index === milestones.length - 1,
    isPaused: Boolean(plan.pausedAt),
  }
}

const days = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** The time of day is shown only today, where the date says nothing. */
export function formatDayOrTime(time: number, now: number): string {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString()
  return isToday ? clock.format(time) : days.format(time)
}

/** The milestones of a plan on a track: when each started, or when it will. */
export function stepsOf(plan: ReleasePlan, now: number): Step[] {
  const milestones = inSequence(plan)
  const { number, isComplete } = courseOf(plan)
  const active = number - 1
  const starts = expectedStarts(plan, milestones, active)
  return milestones.map((milestone, index): Step => {
    const { id: key, name, startedAt } = milestone
    if (index < active) {
      const until = milestones.slice(index + 1, number).find((one) => one.startedAt)?.startedAt
      return { key, name, state: 'done', detail: pastOf(startedAt, until, now) }
    }
    if (index === active) {
      const share = isComplete ? 100 : (shareOf(plan, milestone, now) ?? 0)
      return { key, name, state: 'running', share, detail: runningOf(plan, milestone, { now, isComplete }) }
    }
    const expected = starts[index]
    const before = milestones[index - 1]
    const detail =
      expected !== undefined
        ? formatDayOrTime(Math.max(expected, now), now)
        : index === 0
          ? ''
          : waitingFor(before)
    return { key, name, state: 'waiting', detail }
  })
}

function waitingFor(before: ReleasePlanMilestone | undefined): string {
  const { intervalMinutes, minimumExposures } = before?.transitionCondition ?? {}
  if (minimumExposures !== undefined) return t('step.afterExposures', { count: minimumExposures })
  return intervalMinutes === undefined
    ? t('step.hand')
    : t('step.after', { time: formatMinutes(intervalMinutes) })
}

/** Start times of milestones that follow each other by time; undefined from the first one that does not. */
function expectedStarts(plan: ReleasePlan, milestones: readonly ReleasePlanMilestone[], active: number) {
  const starts: (number | undefined)[] = milestones.map(() => undefined)
  if (active < 0 || !plan.dueAt || !milestones[active]?.transitionCondition?.intervalMinutes) return starts
  let time: number | undefined = Date.parse(plan.dueAt)
  for (let index = active + 1; index < milestones.length && time !== undefined; index++) {
    starts[index] = time
    const minutes: number | undefined = milestones[index]?.transitionCondition?.intervalMinutes
    time = minutes === undefined ? undefined : time + minutes * MINUTE_MS
  }
  return starts
}

function pastOf(startedAt: string | null | undefined, until: string | null | undefined, now: number): string {
  if (!startedAt) return t('step.skipped')
  const end = until ? Date.parse(until) : now
  return t('step.lasted', {
    day: formatDayOrTime(Date.parse(startedAt), now),
    span: formatSpan(startedAt, end),
  })
}

/** How much of the active milestone is over, in percent; undefined if that is not known. */
export function shareOf(plan: ReleasePlan, milestone: ReleasePlanMilestone, now: number): number | undefined {
  const minutes = milestone.transitionCondition?.intervalMinutes
  if (minutes === undefined) return undefined
  const passed = passedOf(plan, milestone, minutes, now)
  return passed === undefined ? undefined : Math.min(100, Math.max(0, (passed / minutes) * 100))
}

/** Minutes that count. While the clock waits, the server does not say when the next milestone is due. */
function passedOf(plan: ReleasePlan, { startedAt }: ReleasePlanMilestone, minutes: number, now: number) {
  if (plan.dueAt) return minutes - Math.max(0, (Date.parse(plan.dueAt) - now) / MINUTE_MS)
  if (!startedAt || !plan.pausedAt) return undefined
  return (Date.parse(plan.pausedAt) - Date.parse(startedAt)) / MINUTE_MS
}

function runningOf(
  plan: ReleasePlan,
  milestone: ReleasePlanMilestone,
  { now, isComplete }: { now: number; isComplete: boolean },
): string {
  const { startedAt, transitionCondition } = milestone
  const since = startedAt ? t('step.since', { day: formatDayOrTime(Date.parse(startedAt), now) }) : ''
  const minutes = transitionCondition?.intervalMinutes
  if (isComplete || minutes === undefined || !plan.dueAt) return since
  const passed = minutes - Math.max(0, (Date.parse(plan.dueAt) - now) / MINUTE_MS)
  const start = new Date(now - passed * MINUTE_MS).toISOString()
  return t('step.share', { passed: formatSpan(start, now), total: formatMinutes(minutes) })
}
