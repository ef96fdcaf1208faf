import type { ReleasePlanMilestone } from '@flagstaff/contract/release-plans'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Refusal } from '../../../lib/session.ts'
import { RuleSentence } from '../rules/RuleSentence.tsx'
import { ruleBodyOf } from '../templates/draft.ts'
import { inSequence, waitingFor } from './course.ts'
import { t } from './messages.ts'
import type { Asked, PlanProps } from './planProps.ts'
import classes from './plans.module.css'

type PlanMilestonesProps = PlanProps & { refusal: Refusal; onAsk(asked: Asked): void }

/** The opened plan: the rules of each milestone, when the next one starts, and starting any of them. */
export function PlanMilestones(props: PlanMilestonesProps) {
  const { plan, environment, refusal, onAsk } = props
  const milestones = inSequence(plan)
  return (
    <ol className={classes.milestones}>
      {milestones.map((milestone, index) => {
        const isActive = milestone.id === plan.activeMilestoneId
        const next = milestones[index + 1]
        const { name, startedAt, strategies = [] } = milestone
        return (
          <li key={milestone.id} data-active={isActive || undefined}>
            <span className={`${classes.number} num`} aria-hidden="true">
              {index + 1}
            </span>
            <div className={classes.body}>
              <b>{name}</b>
              <Rules {...props} milestone={milestone} isActive={isActive} />
              {next && (
                <div className={classes.next}>
                  <span className="faint small">
                    {milestone.transitionCondition
                      ? t('plan.next', { name: next.name, after: waitingFor(milestone) })
                      : t('plan.hand', { name: next.name })}
                  </span>
                  {!refusal && (
                    <ActionIcon
                      size={20}
                      aria-label={t('do.changeNext', { name: next.name })}
                      onClick={() => onAsk({ kind: 'next', milestone, next })}
                    >
                      <IconPencil size={14} stroke={1.5} />
                    </ActionIcon>
                  )}
                </div>
              )}
            </div>
            {!isActive && !refusal && strategies.length > 0 && (
              <Button
                variant="default"
                size="xs"
                aria-label={t(startedAt ? 'do.restartOne' : 'do.startOne', {
                  name,
                  environment: environment.name,
                })}
                onClick={() => onAsk({ kind: 'start', milestone })}
              >
                {t(startedAt ? 'do.restart' : 'do.start')}
              </Button>
            )}
          </li>
        )
      })}
    </ol>
  )
}

type RulesProps = PlanMilestonesProps & { milestone: ReleasePlanMilestone; isActive: boolean }

/** Rules of the active milestone are rules of the flag, and edited like them. */
function Rules({ place, environment, milestone, isActive, segments, refusal, onAsk }: RulesProps) {
  const { name, strategies = [] } = milestone
  if (strategies.length === 0) return <div className="faint small">{t('plan.empty', { name })}</div>
  return strategies.map((rule, index) => {
    const label = t('do.editRule', { rule: index + 1, name })
    const pencil = <IconPencil size={14} stroke={1.5} />
    return (
      <div key={rule.id} className={classes.rule}>
        <RuleSentence rule={ruleBodyOf(rule)} segments={segments} />
        {!refusal &&
          (isActive ? (
            <ActionIcon
              size={20}
              aria-label={label}
              renderRoot={(inside) => (
                <Link
                  {...inside}
                  to="/projects/$projectId/features/$flag/strategies/edit"
                  params={{ projectId: place.project, flag: place.flag }}
                  search={{ environmentId: environment.name, strategyId: rule.id }}
                />
              )}
            >
              {pencil}
            </ActionIcon>
          ) : (
            <ActionIcon size={20} aria-label={label} onClick={() => onAsk({ kind: 'rule', milestone, rule })}>
              {pencil}
            </ActionIcon>
          ))}
      </div>
    )
  })
}
