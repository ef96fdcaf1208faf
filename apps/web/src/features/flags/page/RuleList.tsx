import type { Feature } from '@flagstaff/contract/flags'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Review } from '../../../lib/api.ts'
import { useReviews } from '../../../lib/reviews.ts'
import { isProduction } from '../../../ui/Environment.tsx'
import { ReviewButton } from '../../../ui/ReviewButton.tsx'
import { useSortRules } from '../rules/queries.ts'
import type { SegmentNames } from '../rules/RuleSentence.tsx'
import type { Rule } from '../rules/rule.ts'
import classes from './Card.module.css'
import type { Drafted } from './drafted.ts'
import { t } from './messages.ts'
import { AddedRules } from './Pending.tsx'
import { type FlagEnvironment, type Place, withErrorToast } from './queries.ts'
import { RuleRow } from './RuleRow.tsx'

type ListProps = {
  place: Place
  flag: Feature
  environment: FlagEnvironment
  segments: SegmentNames
  drafted: Drafted | undefined
}

const idOf = (rule: Rule) => rule.id ?? ''

/** Rules in order. Moving one takes effect at once, except in production or where it needs a review. */
export function RuleList({ place, flag, environment, segments, drafted }: ListProps) {
  const { name, type, strategies: rules = [] } = environment
  const production = isProduction(type)
  const { review } = useReviews(place.project)(environment, 'UPDATE_FEATURE_STRATEGY')
  const isCareful = production || review !== undefined
  const [staged, setStaged] = useState<readonly string[]>()
  const [said, setSaid] = useState('')
  const sort = useSortRules(place)
  // If another user added or deleted a rule, the staged order is no longer valid.
  const valid = staged?.length === rules.length && rules.every((rule) => staged.includes(idOf(rule)))
  const shown = valid ? staged.flatMap((id) => rules.filter((rule) => idOf(rule) === id)) : rules

  const save = async (ids: readonly string[], way?: Review) => {
    await withErrorToast(sort.mutateAsync({ environment: name, ids, production, review: way }))
    setStaged(undefined)
  }
  const order = (ids: readonly string[], commit: boolean) => {
    const same = ids.every((id, index) => id === rules[index]?.id)
    setStaged(same ? undefined : ids)
    if (commit && !isCareful && !same) void save(ids)
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
            drafted={drafted}
            onMove={(id, to, commit) => move(id, to, commit)}
          />
        ))}
        {drafted && (
          <AddedRules
            drafted={drafted}
            segments={segments}
            edit={(rule) => (
              <ActionIcon
                size={24}
                aria-label={t('pending.edit', { environment: name })}
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/projects/$projectId/features/$flag/strategies/edit"
                    params={{ projectId: place.project, flag: place.flag }}
                    search={{ environmentId: name, strategyId: idOf(rule) }}
                  />
                )}
              >
                <IconPencil size={16} stroke={1.5} />
              </ActionIcon>
            )}
          />
        )}
      </ol>
      <span className="hidden" role="status">
        {said}
      </span>
      {isCareful && valid && staged && (
        <div className={classes.strip}>
          <span className={classes.stripButtons}>
            <Button variant="default" onClick={() => setStaged(undefined)}>
              {t('rule.cancel')}
            </Button>
            {review ? (
              <ReviewButton offer={review} busy={sort.isPending} onSave={(way) => void save(staged, way)} />
            ) : (
              <Button loading={sort.isPending} onClick={() => void save(staged)}>
                {t('rule.order', { environment: name })}
              </Button>
            )}
          </span>
        </div>
      )}
    </>
  )
}
