import type { WatchedGuard } from '@flagstaff/contract/guards'
import type { ReleasePlan } from '@flagstaff/contract/release-plans'
import { IconAlertTriangle, IconCircleCheckFilled, IconClock } from '@tabler/icons-react'
import { formatAge, formatPercent } from '../../../lib/format.ts'
import { formatLeft } from '../plans/course.ts'
import classes from './guards.module.css'
import { t } from './messages.ts'

const ENOUGH_USES = 5_000
const ENOUGH_EVENTS = 200

type ConditionsProps = { plan: ReleasePlan; guards: readonly WatchedGuard[]; now: number }

/** What has to be true before the next step starts. */
export function Conditions({ plan, guards, now }: ConditionsProps) {
  const left = plan.dueAt ? Date.parse(plan.dueAt) - now : undefined
  const isEarly = plan.milestones.some(
    ({ id, transitionCondition }) => id === plan.activeMilestoneId && transitionCondition?.orWhenSafe,
  )
  const poorest = guards.toSorted((one, other) => progressOf(one) - progressOf(other))[0]
  const silent = guards.find(({ step }) => !step.fresh)
  const uneven =
    guards.find(({ step }) => !step.asPlanned) ?? guards.find(({ step }) => step.share === null) ?? guards[0]
  const newest = guards.flatMap(({ lastDataAt }) => lastDataAt ?? []).sort()[0]
  return (
    <ul className={classes.conditions} aria-label={t('wait.title')}>
      <Condition
        title={t('wait.time')}
        isWaiting
        met={left !== undefined && left <= 0}
        text={
          left === undefined
            ? t('wait.timeHeld')
            : left > 0
              ? t(isEarly ? 'wait.timeOrSafe' : 'wait.timeLeft', { left: formatLeft(left) })
              : t('wait.timeDone')
        }
      />
      <Condition
        title={t('wait.enough')}
        met={guards.every(({ step }) => step.enough)}
        text={dataOf(poorest)}
      />
      <Condition
        title={t('wait.fresh')}
        met={!silent}
        text={
          silent || !newest
            ? t('wait.freshNo', { name: silent?.name ?? '' })
            : t('wait.freshYes', { age: formatAge(newest, now) })
        }
      />
      <Condition
        title={t('wait.split')}
        met={guards.every(({ step }) => step.asPlanned && step.share !== null)}
        isWaiting={uneven?.step.share === null}
        text={splitOf(uneven)}
      />
    </ul>
  )
}

const progressOf = ({ step }: WatchedGuard) => Math.max(step.uses / ENOUGH_USES, step.events / ENOUGH_EVENTS)

/** The condition that is met, else the nearer one. */
function dataOf(guard: WatchedGuard | undefined): string {
  const { uses, events } = guard?.step ?? { uses: 0, events: 0 }
  return events / ENOUGH_EVENTS > uses / ENOUGH_USES
    ? t('wait.events', { count: events, needed: ENOUGH_EVENTS })
    : t('wait.uses', { count: uses, needed: ENOUGH_USES })
}

function splitOf(guard: WatchedGuard | undefined): string {
  const { share, expectedShare } = guard?.step ?? { share: null, expectedShare: null }
  if (share === null || expectedShare === null) return t('wait.noShare')
  return t('wait.share', {
    share: formatPercent(Number((share * 100).toPrecision(3))),
    expected: formatPercent(expectedShare * 100),
  })
}

/** `isWaiting` marks what needs nothing but time. */
type ConditionProps = { title: string; text: string; met: boolean; isWaiting?: boolean }

const Condition = ({ title, text, met, isWaiting = false }: ConditionProps) => (
  <li data-met={met || undefined} data-time={isWaiting || undefined}>
    {met ? (
      <IconCircleCheckFilled size={16} role="img" aria-label={t('wait.met')} />
    ) : isWaiting ? (
      <IconClock size={16} stroke={1.75} role="img" aria-label={t('wait.missing')} />
    ) : (
      <IconAlertTriangle size={16} stroke={1.75} role="img" aria-label={t('wait.missing')} />
    )}
    <b>{title}</b>
    <span className="dim small num">{text}</span>
  </li>
)
