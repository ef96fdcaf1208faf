import type { ReleasePlan } from '@flagstaff/contract/release-plans'
import { IconCheck, IconClockPause, IconPlayerPause } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatAge } from '../../../lib/format.ts'
import { formatUntil } from '../../../lib/until.ts'
import { courseOf } from './course.ts'
import { t } from './messages.ts'
import classes from './plans.module.css'

type PlanStateProps = { plan: ReleasePlan; enabled: boolean; now: number }

/** Where the plan stands, and what it waits for. */
export function PlanState({ plan, enabled, now }: PlanStateProps) {
  const { number, next, isComplete, isPaused } = courseOf(plan)
  const count = plan.milestones.length
  return (
    <span className={classes.state}>
      <span className="dim num">{number > 0 ? t('plan.of', { number, count }) : t('plan.notStarted')}</span>
      {isComplete ? (
        <Chip tone="ok" icon={<IconCheck size={14} stroke={1.75} />} text={t('plan.complete')} />
      ) : isPaused ? (
        <Chip
          tone="warn"
          icon={<IconPlayerPause size={14} stroke={1.75} />}
          text={plan.pauseReason ? t('plan.pausedWhy', { reason: plan.pauseReason }) : t('plan.paused')}
        />
      ) : enabled ? (
        next && <span className="dim">{waitsFor(plan, now)}</span>
      ) : (
        <Chip
          tone="neutral"
          icon={<IconClockPause size={14} stroke={1.75} />}
          text={t(number > 0 ? 'plan.off' : 'plan.offWaits')}
        />
      )}
    </span>
  )
}

function waitsFor(plan: ReleasePlan, now: number): string {
  const { active, next } = courseOf(plan)
  const name = next?.name ?? ''
  const count = active?.transitionCondition?.minimumExposures
  if (count !== undefined) return t('plan.exposures', { name, count })
  if (!plan.dueAt) return t('plan.hand', { name })
  if (Date.parse(plan.dueAt) - now < 60_000) return t('plan.dueSoon', { name })
  return t('plan.due', { name, age: formatAge(plan.dueAt, now), when: formatUntil(plan.dueAt, now) })
}

type ChipProps = { tone: 'ok' | 'warn' | 'neutral'; icon: ReactNode; text: string }

const Chip = ({ tone, icon, text }: ChipProps) => (
  <span className={classes.chip} data-tone={tone}>
    {icon}
    {text}
  </span>
)
