import type { ComparedFlag } from '@flagstaff/contract/compare'
import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { FlagType } from '../../../ui/FlagType.tsx'
import { differencesOf } from './choices.ts'
import classes from './compare.module.css'
import { t } from './messages.ts'

type FlagRowProps = {
  flag: ComparedFlag
  places: { from: string; to: string }
  chosen: ReadonlySet<string> | undefined
  open: boolean
  onOpen(): void
  onChoose(on: boolean): void
}

export function FlagRow({ flag, places, chosen, open, onOpen, onChoose }: FlagRowProps) {
  const differences = differencesOf(flag)
  const some = chosen?.size ?? 0
  return (
    <li className={classes.row} data-open={open || undefined}>
      {differences.length > 0 && (
        <Checkbox
          aria-label={t('choose', { flag: flag.name })}
          checked={some === differences.length}
          indeterminate={some > 0 && some < differences.length}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      )}
      <UnstyledButton className={classes.name} aria-current={open || undefined} onClick={onOpen}>
        <FlagType type={flag.type} plain />
        <span className={classes.words}>
          <b>{flag.name}</b>
          <span className="faint small">{summaryOf(flag, places)}</span>
        </span>
        <IconChevronRight size={14} stroke={1.75} aria-hidden="true" />
      </UnstyledButton>
    </li>
  )
}

function summaryOf(flag: ComparedFlag, places: { from: string; to: string }): string {
  if (flag.same) {
    const state = t('sameSwitch', { state: flag.enabled.from ? 'on' : 'off' })
    return `${state}, ${t('sameRules', { count: flag.rules.length })}`
  }
  const rules = flag.rules.filter(({ same }) => !same).length
  return [
    !flag.enabled.same && t(flag.enabled.from ? 'summaryOn' : 'summaryOff', places),
    rules > 0 && t('summaryRules', { count: rules }),
    !flag.order.same && t('summaryOrder'),
    !flag.variants.same && t('summaryVariants'),
  ]
    .filter(Boolean)
    .join(', ')
}
