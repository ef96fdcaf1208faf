import { Checkbox, SegmentedControl, Select, UnstyledButton } from '@mantine/core'
import { IconBraces, IconChevronDown, IconChevronRight, IconTag, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { Diff } from '../../../ui/Diff.tsx'
import { FlagType } from '../../../ui/FlagType.tsx'
import type { SegmentNames } from '../../flags/index.ts'
import { segmentList } from '../../setup/segments/index.ts'
import { linesOf, summaryOf } from './lines.tsx'
import { t } from './messages.ts'
import { type Choices, choiceOf, type ImportRow, withChoice, withRow } from './rows.ts'
import classes from './transfer.module.css'

type ItemRowProps = {
  row: ImportRow
  choices: Choices
  environment: string
  segments: SegmentNames
  onChange(choices: Choices): void
}

export function ItemRow({ row, choices, environment, segments, onChange }: ItemRowProps) {
  const [open, setOpen] = useState(false)
  const lines = open ? linesOf(row, segments) : []
  const moving = row.items.filter(({ state }) => state === 'create' || state === 'change')
  return (
    <li className={classes.item}>
      <div className={classes.line}>
        <UnstyledButton
          className={classes.opener}
          aria-expanded={open}
          aria-label={t('details', { name: row.name })}
          onClick={() => setOpen(!open)}
        >
          {open ? <IconChevronDown size={14} stroke={1.75} /> : <IconChevronRight size={14} stroke={1.75} />}
        </UnstyledButton>
        <span className={`faint small ${classes.kind}`}>{t(`kind.${row.kind}`)}</span>
        <RowIcon row={row} />
        <b className={classes.named}>{row.name}</b>
        <span className={`dim ${classes.summary}`}>{summaryOf(row, choiceOf(choices, row)?.choice)}</span>
        <RowChoice row={row} choices={choices} onChange={onChange} />
      </div>
      {open && (
        <div className={classes.opened}>
          {moving.length > 1 && row.state === 'change' && (
            <div className={classes.parts}>
              <span className="faint small">{t('takeParts')}</span>
              {moving.map(({ kind, name, choice }) => (
                <Checkbox
                  key={kind}
                  label={t(kind === 'flag' ? 'partFlag' : 'partEnvironment', { environment })}
                  checked={choice === 'take'}
                  onChange={({ currentTarget }) =>
                    onChange(
                      withChoice(choices, { kind, name, choice: currentTarget.checked ? 'take' : 'keep' }),
                    )
                  }
                />
              ))}
            </div>
          )}
          {lines.length > 0 ? <Diff lines={lines} /> : <p className="faint small">{t('none')}</p>}
        </div>
      )}
    </li>
  )
}

function RowIcon({ row }: { row: ImportRow }) {
  if (row.kind === 'flag') {
    const [item] = row.items
    return <FlagType type={(item?.after as { type?: string } | null)?.type} plain />
  }
  const Glyph = { segment: IconUsersGroup, 'tag-type': IconTag, 'context-field': IconBraces }[row.kind]
  return <Glyph size={16} stroke={1.5} className="faint" aria-hidden="true" />
}

type ChoiceProps = Pick<ItemRowProps, 'row' | 'choices' | 'onChange'>

function RowChoice({ row, choices, onChange }: ChoiceProps) {
  if (row.state === 'left') return <span className={`faint small ${classes.choice}`}>{t('isArchived')}</span>
  if (row.state === 'need' && row.kind === 'segment') {
    return <SegmentChoice row={row} choices={choices} onChange={onChange} />
  }
  const labels =
    row.state === 'change'
      ? { take: t('overwrite'), keep: t('keepMine') }
      : { take: t('do'), keep: t('skip') }
  const chosen = choiceOf(choices, row)?.choice
  const value =
    row.state === 'need' ? (chosen ?? '') : row.taken === 'all' ? 'take' : row.taken === 'none' ? 'keep' : ''
  return (
    <SegmentedControl
      className={classes.choice}
      data-open={row.state === 'need' && !chosen ? true : undefined}
      aria-label={t('choiceFor', { name: row.name })}
      value={value}
      onChange={(choice) => onChange(withRow(choices, row, choice as 'take' | 'keep'))}
      data={[
        // A flag whose name is taken in another project cannot be created here.
        ...(row.state === 'need' ? [] : [{ value: 'take', label: labels.take }]),
        { value: 'keep', label: labels.keep },
      ]}
    />
  )
}

const LEAVE = '\n'

/** Replaces a missing segment, or leaves out the rules that use it. */
function SegmentChoice({ row, choices, onChange }: ChoiceProps) {
  const segments = choicesOf(useQuery(segmentList))
  const chosen = choiceOf(choices, row)
  const value = chosen?.choice === 'use' ? (chosen.segment ?? null) : chosen ? LEAVE : null
  return (
    <Select
      className={classes.choice}
      data-open={chosen ? undefined : true}
      aria-label={t('segmentUse', { name: row.name })}
      placeholder={t('segmentPick')}
      data={[{ value: LEAVE, label: t('segmentLeave') }, ...segments.map(({ name }) => name)]}
      value={value}
      onChange={(next) => {
        if (next === null) return
        const { name } = row
        onChange(
          withChoice(
            choices,
            next === LEAVE
              ? { kind: 'segment', name, choice: 'keep' }
              : { kind: 'segment', name, choice: 'use', segment: next },
          ),
        )
      }}
      searchable
      allowDeselect={false}
    />
  )
}
