import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronUp,
  IconDots,
  IconExternalLink,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconShield,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useReviews } from '../../../lib/reviews.ts'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { Track } from '../../changes/templates/index.ts'
import { Guards } from '../guards/Guards.tsx'
import { isForEveryone } from '../rules/rule.ts'
import { Safeguards } from '../safeguards/Safeguards.tsx'
import { courseOf, stepsOf } from './course.ts'
import { t } from './messages.ts'
import { PlanDialogs } from './PlanDialogs.tsx'
import { PlanMilestones } from './PlanMilestones.tsx'
import { PlanState } from './PlanState.tsx'
import type { Asked, PlanProps } from './planProps.ts'
import classes from './plans.module.css'
import { useNow } from './useNow.ts'

/** The release plan that the flag follows in an environment, as one track. */
export function PlanCard(props: PlanProps) {
  const { place, environment, plan } = props
  const { name } = environment
  const now = useNow()
  const [asked, setAsked] = useState<Asked>()
  const [opened, setOpened] = useState(false)
  const reviewFor = useReviews(place.project)
  const { refusal } = reviewFor(environment, 'UPDATE_FEATURE_STRATEGY')
  const { refusal: noRemoval } = reviewFor(environment, 'DELETE_FEATURE_STRATEGY')
  const { next, isPaused, isComplete } = courseOf(plan)
  const own = new Set(plan.milestones.flatMap(({ strategies = [] }) => strategies.map((rule) => rule.id)))
  const isUseless = environment.strategies?.some((rule) => !own.has(rule.id ?? '') && isForEveryone(rule))
  const Glyph = plan.releasePlanTemplateId ? IconTemplate : IconShield
  const ask = (what: Asked) => () => !refusal && setAsked(what)
  return (
    <section className={classes.plan} aria-label={t('plan.label', { name: plan.name, environment: name })}>
      <div className={classes.head}>
        <Glyph size={16} stroke={1.5} aria-hidden="true" />
        <b className={classes.name}>{plan.name}</b>
        <PlanState plan={plan} enabled={environment.enabled} now={now} />
        <span className={classes.actions}>
          {next && environment.enabled && (
            <Refused why={refusal}>
              <Button
                variant="default"
                size="xs"
                aria-disabled={refusal ? true : undefined}
                leftSection={<IconPlayerTrackNext size={14} stroke={1.75} />}
                onClick={ask({ kind: 'start', milestone: next })}
              >
                {t('do.next', { name: next.name })}
              </Button>
            </Refused>
          )}
          {!isComplete && (
            <Refused why={refusal}>
              <Button
                variant="default"
                size="xs"
                aria-disabled={refusal ? true : undefined}
                aria-label={t(isPaused ? 'do.resumeIn' : 'do.pauseIn', { environment: name })}
                leftSection={
                  isPaused ? (
                    <IconPlayerPlay size={14} stroke={1.75} />
                  ) : (
                    <IconPlayerPause size={14} stroke={1.75} />
                  )
                }
                onClick={ask({ kind: isPaused ? 'resume' : 'pause' })}
              >
                {t(isPaused ? 'do.resume' : 'do.pause')}
              </Button>
            </Refused>
          )}
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={t('do.menu', { environment: name })}>
                <IconDots size={16} stroke={1.5} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {plan.releasePlanTemplateId && (
                <Menu.Item
                  component={Link}
                  to={`/release-templates/edit/${plan.releasePlanTemplateId}`}
                  leftSection={<IconExternalLink size={14} stroke={1.75} />}
                >
                  {t('do.template')}
                </Menu.Item>
              )}
              <MenuAction
                danger
                why={noRemoval}
                icon={<IconTrash size={14} stroke={1.75} />}
                onClick={() => setAsked({ kind: 'remove' })}
              >
                {t('do.remove')}
              </MenuAction>
            </Menu.Dropdown>
          </Menu>
        </span>
      </div>
      {isUseless && <p className={classes.note}>{t('plan.useless')}</p>}
      <div className={classes.track}>
        <Track steps={stepsOf(plan, now)} label={plan.name} />
      </div>
      <Button
        variant="subtle"
        size="compact-xs"
        className={classes.fold ?? ''}
        aria-expanded={opened}
        leftSection={
          opened ? <IconChevronUp size={14} stroke={1.75} /> : <IconChevronDown size={14} stroke={1.75} />
        }
        onClick={() => setOpened(!opened)}
      >
        {t(opened ? 'plan.hide' : 'plan.show')}
      </Button>
      {opened && <PlanMilestones {...props} refusal={refusal} onAsk={setAsked} />}
      {(opened || (plan.guards ?? []).length > 0) && (
        <Guards place={place} environment={environment} plan={plan} now={now} />
      )}
      {(opened || (plan.safeguards ?? []).length > 0) && (
        <Safeguards place={place} environment={environment} plan={plan} />
      )}
      {asked && <PlanDialogs {...props} asked={asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}
