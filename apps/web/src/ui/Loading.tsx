import { Skeleton } from '@mantine/core'
import { t } from '../messages/en.ts'
import classes from './Loading.module.css'

/** Holds the place of a list until it is there, at its final height. */
export function Loading({ rows = 6, height = 44 }: { rows?: number; height?: number }) {
  return (
    <div className={classes.loading} role="status" aria-label={t('state.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all the same
        <div key={row} className={classes.row} style={{ height }}>
          <Skeleton height={12} width={`${40 - (row % 3) * 8}%`} />
        </div>
      ))}
    </div>
  )
}
