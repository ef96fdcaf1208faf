import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../messages/en.ts'
import classes from './DialogEnd.module.css'

type DialogEndProps = {
  problem: string | undefined
  label: string
  busy: boolean
  /** The keys that do the same. */
  keys?: ReactNode
  onCancel(): void
}

/** The end of a form in a dialog: what went wrong, and the two ways out. */
export function DialogEnd({ problem, label, busy, keys, onCancel }: DialogEndProps) {
  return (
    <>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" loading={busy} rightSection={keys}>
          {label}
        </Button>
      </div>
    </>
  )
}

/** The end of a dialog that only shows. */
export function DialogDone({ label, onDone }: { label: string; onDone(): void }) {
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={onDone}>
        {label}
      </Button>
    </div>
  )
}
