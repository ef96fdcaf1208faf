import { IconUsersGroup } from '@tabler/icons-react'
import classes from './SegmentChip.module.css'

/** The name of a segment in a sentence; in a diff it can be marked. */
export function SegmentChip({ name, mark }: { name: string; mark?: 'add' | 'del' | undefined }) {
  return (
    <span className={classes.segment} data-mark={mark}>
      <IconUsersGroup size={13} stroke={1.75} aria-hidden="true" />
      <span>{name}</span>
    </span>
  )
}
