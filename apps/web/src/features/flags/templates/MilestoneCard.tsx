import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Refused } from '../../../ui/Refused.tsx'
import { useReadOnly } from '../../../ui/readOnly.ts'
import type { SegmentNames } from '../rules/RuleSentence.tsx'
import { type MilestoneDraft, MOST_RULES, type RuleDraft, rollout } from './draft.ts'
import { MilestoneRule } from './MilestoneRule.tsx'
import { t } from './messages.ts'
import classes from './templates.module.css'

type MilestoneCardProps = {
  milestone: MilestoneDraft
  number: number
  count: number
  project: string | undefined
  segments: SegmentNames
  before: MilestoneDraft | undefined
  strict: boolean
  onChange(milestone: MilestoneDraft): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

export function MilestoneCard(props: MilestoneCardProps) {
  const { milestone, number, count, onChange, onMove } = props
  const { rules } = milestone
  const isReadOnly = useReadOnly()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const open = (key: string, isOpen: boolean) =>
    setOpened((now) => {
      const next = new Set(now)
      if (isOpen) next.add(key)
      else next.delete(key)
      return next
    })
  const setRules = (next: RuleDraft[]) => onChange({ ...milestone, rules: next })
  const add = () => {
    const rule = rollout(100)
    setRules([...rules, rule])
    open(rule.key, true)
  }
  const full = rules.length >= MOST_RULES ? t('milestone.fullRules', { limit: MOST_RULES }) : undefined
  return (
    <section
      className={classes.milestone}
      aria-label={t('milestone.label', { number, name: milestone.name })}
    >
      <div className={classes.milestoneHead}>
        <span className={`${classes.number} num`} aria-hidden="true">
          {number}
        </span>
        <TextInput
          className={classes.milestoneName ?? ''}
          aria-label={t('milestone.name', { number })}
          value={milestone.name}
          maxLength={100}
          error={props.strict && milestone.name.trim() === ''}
          onChange={(event) => onChange({ ...milestone, name: event.currentTarget.value })}
          autoComplete="off"
        />
        {!isReadOnly && (
          <span className={classes.tools}>
            <ActionIcon
              aria-label={t('milestone.up', { number })}
              disabled={number === 1}
              onClick={() => onMove(-1)}
            >
              <IconArrowUp size={16} stroke={1.5} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('milestone.down', { number })}
              disabled={number === count}
              onClick={() => onMove(1)}
            >
              <IconArrowDown size={16} stroke={1.5} />
            </ActionIcon>
            <ActionIcon aria-label={t('milestone.remove', { number })} onClick={props.onRemove}>
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </span>
        )}
      </div>
      {rules.length > 0 && (
        <ol className={classes.rules} aria-label={t('milestone.rules', { number })}>
          {rules.map((rule, index) => (
            <MilestoneRule
              key={rule.key}
              rule={rule}
              place={{ rule: index + 1, number }}
              project={props.project}
              segments={props.segments}
              before={props.before?.rules.find(({ key }) => key === rule.key)?.body}
              opened={opened.has(rule.key)}
              strict={props.strict}
              onOpen={(isOpen) => open(rule.key, isOpen)}
              onEdit={(change) =>
                setRules(
                  rules.map((one) =>
                    one.key === rule.key ? { ...one, body: { ...one.body, ...change } } : one,
                  ),
                )
              }
              onRemove={() => setRules(rules.filter(({ key }) => key !== rule.key))}
            />
          ))}
        </ol>
      )}
      <div className={classes.milestoneFoot}>
        {rules.length === 0 && <span className={classes.missing}>{t('milestone.noRules')}</span>}
        {!isReadOnly && (
          <Refused why={full}>
            <Button
              variant="subtle"
              size="xs"
              aria-label={t('milestone.addRuleTo', { number })}
              aria-disabled={full ? true : undefined}
              leftSection={<IconPlus size={14} stroke={1.75} />}
              onClick={full ? undefined : add}
            >
              {t('milestone.addRule')}
            </Button>
          </Refused>
        )}
      </div>
    </section>
  )
}
