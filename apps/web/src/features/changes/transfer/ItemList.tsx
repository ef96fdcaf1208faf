import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { FilterBox } from '../../../ui/List.tsx'
import { State } from '../../../ui/State.tsx'
import type { SegmentNames } from '../../flags/index.ts'
import { ItemRow } from './ItemRow.tsx'
import { t } from './messages.ts'
import { type Choices, type ImportRow, withRow } from './rows.ts'
import classes from './transfer.module.css'

const MOST_ROWS = 200
const groups = ['need', 'change', 'create', 'left'] as const
type Group = (typeof groups)[number]

const words = {
  need: ['groupNeed', 'groupNeedText'],
  change: ['groupChange', 'groupChangeText'],
  create: ['groupCreate', 'groupCreateText'],
  left: ['groupLeft', 'groupLeftText'],
} as const

type ItemListProps = {
  rows: readonly ImportRow[]
  choices: Choices
  environment: string
  segments: SegmentNames
  onChange(choices: Choices): void
}

/** Grouped by the kind of decision; unchanged objects are hidden. */
export function ItemList({ rows, choices, environment, segments, onChange }: ItemListProps) {
  const [query, setQuery] = useState('')
  const [shown, setShown] = useState<string>('all')
  const moving = rows.filter(({ state }) => state !== 'same')
  const count = (group: Group) => moving.filter(({ state }) => state === group).length
  if (moving.length === 0) return <State title={t('nothing')} text={t('nothingText')} />
  const found = moving.filter(
    ({ name, state }) =>
      name.toLowerCase().includes(query.trim().toLowerCase()) && (shown === 'all' || state === shown),
  )
  const changes = moving.filter(({ state }) => state === 'change')
  const decided = new Set(changes.map(({ taken }) => taken))
  const forAll = decided.size === 1 ? (decided.has('all') ? 'take' : decided.has('none') ? 'keep' : '') : ''
  return (
    <>
      <div className={classes.tools}>
        <FilterBox label={t('filter')} value={query} onChange={setQuery} />
        <SegmentedControl
          aria-label={t('show')}
          value={shown}
          onChange={setShown}
          data={[
            { value: 'all', label: t('all', { count: moving.length }) },
            ...(['need', 'create', 'change'] as const)
              .filter((group) => count(group) > 0)
              .map((group) => ({ value: group, label: t(group, { count: count(group) }) })),
          ]}
        />
        {changes.length > 1 && (
          <span className={classes.every}>
            <span className="faint small">{t('forAll')}</span>
            <SegmentedControl
              aria-label={t('forAll')}
              value={forAll}
              onChange={(choice) =>
                onChange(changes.reduce((all, row) => withRow(all, row, choice as 'take' | 'keep'), choices))
              }
              data={[
                { value: 'take', label: t('overwrite') },
                { value: 'keep', label: t('keepMine') },
              ]}
            />
          </span>
        )}
      </div>
      {found.length === 0 && <p className={classes.none}>{t('nothingFound')}</p>}
      {groups.map((group) => {
        const own = found.filter(({ state }) => state === group)
        if (own.length === 0) return null
        const [title, text] = words[group]
        return (
          <section key={group} aria-label={t(title)}>
            <h2 className={classes.group}>
              {t(title)} <span className="num faint">{own.length}</span>{' '}
              <span className="faint small">{t(text)}</span>
            </h2>
            <ul>
              {own.slice(0, MOST_ROWS).map((row) => (
                <ItemRow
                  key={row.key}
                  row={row}
                  choices={choices}
                  environment={environment}
                  segments={segments}
                  onChange={onChange}
                />
              ))}
            </ul>
            {own.length > MOST_ROWS && (
              <p className={classes.none}>{t('groupMore', { count: own.length - MOST_ROWS })}</p>
            )}
          </section>
        )
      })}
    </>
  )
}
