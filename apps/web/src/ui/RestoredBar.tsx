import { Button } from '@mantine/core'
import { formatAge } from '../lib/format.ts'
import type { Restored } from '../lib/useStoredDraft.ts'
import { t } from '../messages/en.ts'
import classes from './MergeBar.module.css'

/** Tells that an unsaved draft was restored. */
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
