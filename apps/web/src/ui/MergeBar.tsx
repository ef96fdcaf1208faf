import { Button } from '@mantine/core'
import { t } from '../messages/en.ts'
import classes from './MergeBar.module.css'

/** The object was changed by another user during editing: asks which version to keep. */
export function MergeBar({
  name,
  onTheirs,
  onMine,
}: {
  name: string
  onTheirs: () => void
  onMine: () => void
}) {
  return (
    <div className={classes.bar} role="alert">
      <span>{t('form.changed', { name })}</span>
      <Button variant="default" onClick={onTheirs}>
        {t('form.takeTheirs')}
      </Button>
      <Button variant="default" onClick={onMine}>
        {t('form.keepMine')}
      </Button>
    </div>
  )
}
