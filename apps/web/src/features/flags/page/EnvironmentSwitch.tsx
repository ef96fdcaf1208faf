import type { Feature } from '@flagstaff/contract/flags'
import { Switch } from '@mantine/core'
import { IconFlask, IconPlus, IconPower } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Review } from '../../../lib/api.ts'
import { openRequests } from '../../../lib/drafts.ts'
import { useHotkey } from '../../../lib/hotkeys.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { useReviews } from '../../../lib/reviews.ts'
import { t as shared } from '../../../messages/en.ts'
import { useAsk } from '../../../ui/Ask.tsx'
import type { DiffLine } from '../../../ui/Diff.tsx'
import { isProduction } from '../../../ui/Environment.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { projectOverview } from '../../setup/projects/index.ts'
import { RuleSentence, type SegmentNames } from '../rules/RuleSentence.tsx'
import { bodyOf, gradual, type Rule, type RuleBody, rolloutOf } from '../rules/rule.ts'
import classes from './Card.module.css'
import type { Drafted } from './drafted.ts'
import { FIRST_SHARE, FirstShare, withShare } from './FirstShare.tsx'
import { t } from './messages.ts'
import { type FlagEnvironment, type Place, useSwitch, withErrorToast } from './queries.ts'

type SwitchProps = {
  place: Place
  flag: Feature
  environment: FlagEnvironment
  segments: SegmentNames
  drafted: Drafted | undefined
}

/** Optimistic update, except for production and reviewed environments, which need confirmation first. */
export function EnvironmentSwitch({ place, flag, environment, segments, drafted }: SwitchProps) {
  const { name, type, enabled, strategies: rules = [] } = environment
  const production = isProduction(type)
  // What is in the draft is taken back by the next click.
  const on = !(drafted?.enabled ?? enabled)
  const { refusal, review } = useReviews(place.project)(environment, 'UPDATE_FEATURE_ENVIRONMENT', {
    onlyLowers: enabled && !on,
  })
  const change = useSwitch(place)
  const ask = useAsk()
  const navigate = useNavigate()
  const { data: project } = useQuery(projectOverview(place.project))
  const { data: requests } = useQuery(openRequests(place.project))
  const joined = requests?.find(
    ({ environment: other, state }) => other === name && (state === 'In review' || state === 'Approved'),
  )
  const active = rules.filter(({ disabled }) => !disabled)
  const share = useRef(FIRST_SHARE)
  const run = ({ activate = false, way, rule }: { activate?: boolean; way?: Review; rule?: RuleBody } = {}) =>
    withErrorToast(change.mutateAsync({ environment: name, on, production, activate, rule, review: way }))

  const toggle = () => {
    if (refusal || change.isPending) return
    const onlyDisabled = on && active.length === 0 && rules.length > 0
    if (!production && !onlyDisabled && !review) return void run()
    const standard = project?.environments?.find((one) => one.environment === name)?.defaultStrategy
    const stickiness = project?.defaultStickiness
    const drafts = drafted?.added ?? []
    // A release plan brings its own rules.
    const hasPlan = (environment.releasePlans ?? []).length > 0
    const isBare = on && active.length === 0 && drafts.length === 0 && !hasPlan
    const added = isBare ? (standard ? bodyOf(standard) : gradual(flag.name, stickiness)) : undefined
    // Without rules, the dialog asks for a share of users. The server knows the default rule if the page does not yet.
    // Where changes need a review, the rule would be a second change, which needs its own reason.
    const first =
      project && added && !onlyDisabled && !review && rolloutOf(added) !== undefined ? added : undefined
    const start = production && !standard ? FIRST_SHARE : first && rolloutOf(first)
    share.current = start ?? FIRST_SHARE
    ask({
      title: t(on ? 'ask.on' : 'ask.off', { flag: flag.name, environment: name }),
      text: (
        <>
          {[
            review ? shared('review.text', { environments: name }) : '',
            review && joined ? t('ask.joins', { id: joined.id }) : '',
            added ? t(first ? 'ask.firstRule' : 'ask.noRule', { environment: name }) : '',
          ]
            .join(' ')
            .trim()}
          {first && (
            <FirstShare
              rule={first}
              start={share.current}
              segments={segments}
              onChange={(next) => {
                share.current = next
              }}
            />
          )}
        </>
      ),
      lines: first ? [] : switchLines(on, added ? [added] : [...active, ...drafts], segments),
      label: t(on ? 'ask.turnOn' : 'ask.turnOff', { environment: name }),
      option: onlyDisabled ? t('ask.activate') : undefined,
      review,
      run: (activate, way) =>
        run({
          activate,
          ...(way ? { way } : {}),
          ...(first ? { rule: withShare(first, share.current) } : {}),
        }),
    })
  }

  const digit = flag.environments?.findIndex((one) => one.name === name) ?? -1
  useCommand(
    `switch.${name}`,
    t(enabled ? 'command.turnOff' : 'command.turnOn', { environment: name }),
    toggle,
    <IconPower size={16} stroke={1.5} />,
  )
  useCommand(
    `rule.add.${name}`,
    t('command.addRule', { environment: name }),
    () =>
      void navigate({
        to: '/projects/$projectId/features/$flag/strategies/create',
        params: { projectId: place.project, flag: place.flag },
        search: { environmentId: name },
      }),
    <IconPlus size={16} stroke={1.5} />,
  )
  useCommand(
    `experiment.${name}`,
    t('command.experiment', { environment: name }),
    () =>
      void navigate({
        to: '/projects/$projectId/features/$flag/strategies/create',
        params: { projectId: place.project, flag: place.flag },
        search: { environmentId: name, template: 'experiment' },
      }),
    <IconFlask size={16} stroke={1.5} />,
  )
  return (
    <>
      {digit >= 0 && digit < 9 && (
        <Digit keys={String(digit + 1)} label={t('key.switch', { environment: name })} run={toggle} />
      )}
      <Refused why={refusal}>
        <span className={classes.switch}>
          <Switch
            size="sm"
            checked={enabled}
            aria-label={t('card.switch', { flag: flag.name, environment: name })}
            aria-disabled={refusal ? true : undefined}
            aria-busy={change.isPending || undefined}
            onChange={toggle}
          />
        </span>
      </Refused>
      {change.isPending && production && (
        <span className="faint small" role="status">
          {t('card.saving')}
        </span>
      )}
    </>
  )
}

function Digit({ keys, label, run }: { keys: string; label: string; run: () => void }) {
  useHotkey(keys, label, run)
  return null
}

function switchLines(on: boolean, rules: readonly (Rule | RuleBody)[], segments: SegmentNames): DiffLine[] {
  const said = rules.map((rule, index) => ({
    sign: on ? ('+' as const) : ('-' as const),
    key: String(index),
    content: <RuleSentence rule={rule} segments={segments} />,
  }))
  const nobody = t('ask.nobody')
  return on
    ? [{ sign: '-', key: 'off', content: nobody }, ...said]
    : [...said, { sign: '+', key: 'off', content: nobody }]
}
