import { Button } from '@mantine/core'
import { formatAge } from '../lib/format.ts'
import type { Restored } from '../lib/useKept.ts'
import { t } from '../messages/en.ts'
import classes from './MergeBar.module.css'

/** What was written here before and not saved is back. */
export function RestoredBar({ at, stale, discard }: Restored) {
  const age = formatAge(new Date(at).toISOString())
  return (
    <div className={classes.bar} role="status">
      <span>{t(stale ? 'form.restoredStale' : 'form.restored', { age })}</span>
      <Button variant="default" onClick={discard}>
        {t('form.discard')}
      </Button>
    </div>
  )
}
