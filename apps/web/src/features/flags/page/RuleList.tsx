import type { Feature } from '@flagstaff/contract/flags'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { isProduction } from '../../../ui/Environment.tsx'
import { useSortRules } from '../rules/queries.ts'
import type { SegmentNames } from '../rules/RuleSentence.tsx'
import type { Rule } from '../rules/rule.ts'
import classes from './Card.module.css'
import { t } from './messages.ts'
import { type FlagEnvironment, type Place, telling } from './queries.ts'
import { RuleRow } from './RuleRow.tsx'

type ListProps = { place: Place; flag: Feature; environment: FlagEnvironment; segments: SegmentNames }

const idOf = (rule: Rule) => rule.id ?? ''

/** Rules in their order. Moving one takes effect at once, except in production, where the new order is confirmed. */
export function RuleList({ place, flag, environment, segments }: ListProps) {
  const { name, type, strategies: rules = [] } = environment
  const production = isProduction(type)
  const [staged, setStaged] = useState<readonly string[]>()
  const [said, setSaid] = useState('')
  const sort = useSortRules(place)
  // Somebody else's new or deleted rule: an order that was being made is not about these rules any more.
  const valid = staged?.length === rules.length && rules.every((rule) => staged.includes(idOf(rule)))
  const shown = valid ? staged.flatMap((id) => rules.filter((rule) => idOf(rule) === id)) : rules

  const save = async (ids: readonly string[]) => {
    await telling(sort.mutateAsync({ environment: name, ids, production }))
    setStaged(undefined)
  }
  const order = (ids: readonly string[], commit: boolean) => {
    const same = ids.every((id, index) => id === rules[index]?.id)
    setStaged(same ? undefined : ids)
    if (commit && !production && !same) void save(ids)
  }
  const move = (id: string, to: number, commit: boolean) => {
    const ids = shown.map(idOf)
    const from = ids.indexOf(id)
    if (to < 0 || to >= ids.length || from < 0) return
    if (from !== to) setSaid(t('rule.moved', { index: to + 1, count: ids.length }))
    order(from === to ? ids : ids.toSpliced(from, 1).toSpliced(to, 0, id), commit)
  }
  return (
    <>
      <ol className={classes.rules} aria-label={t('card.list', { environment: name })}>
        {shown.map((rule, index) => (
          <RuleRow
            key={idOf(rule)}
            place={place}
            flag={flag}
            environment={environment}
            rule={rule}
            index={index}
            count={shown.length}
            segments={segments}
            onMove={(id, to, commit) => move(id, to, commit)}
          />
        ))}
      </ol>
      <span className="hidden" role="status">
        {said}
      </span>
      {production && valid && staged && (
        <div className={classes.strip}>
          <span className={classes.stripButtons}>
            <Button variant="default" onClick={() => setStaged(undefined)}>
              {t('rule.cancel')}
            </Button>
            <Button loading={sort.isPending} onClick={() => void save(staged)}>
              {t('rule.order', { environment: name })}
            </Button>
          </span>
        </div>
      )}
    </>
  )
}
