import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './SortHead.module.css'

export type Sorted = { by: string; descending: boolean }

export const ariaSort = (sorted: Sorted, by: string) =>
  sorted.by !== by ? undefined : sorted.descending ? ('descending' as const) : ('ascending' as const)

type SortHeadProps = {
  by: string
  label: ReactNode
  sorted: Sorted
  /** Whether the first click sorts in descending order. */
  descending?: boolean
  onSort(sorted: Sorted): void
}

/** A column header that sorts by the column; a second click reverses the order. */
export function SortHead({ by, label, sorted, descending = false, onSort }: SortHeadProps) {
  const active = sorted.by === by
  const Glyph = sorted.descending ? IconArrowDown : IconArrowUp
  return (
    <UnstyledButton
      className={classes.head}
      data-active={active || undefined}
      onClick={() => onSort({ by, descending: active ? !sorted.descending : descending })}
    >
      {label}
      {active && <Glyph size={12} stroke={1.75} aria-hidden="true" />}
    </UnstyledButton>
  )
}
