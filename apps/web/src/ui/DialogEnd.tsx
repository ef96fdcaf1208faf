import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../messages/en.ts'
import classes from './DialogEnd.module.css'
import { useCancel } from './useCancel.ts'

type DialogEndProps = {
  problem: string | undefined
  label: string
  busy: boolean
  /** The equivalent keyboard shortcut. */
  keys?: ReactNode
  onCancel(): void
}

/** The footer of a form in a dialog: the error, and the submit and cancel buttons. */
export function DialogEnd({ problem, label, busy, keys, onCancel }: DialogEndProps) {
  const cancel = useCancel(busy, onCancel)
  return (
    <>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={cancel}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" loading={busy} rightSection={keys}>
          {label}
        </Button>
      </div>
    </>
  )
}

/** The footer of a dialog without a form. */
export function DialogDone({ label, onDone }: { label: string; onDone(): void }) {
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={onDone}>
        {label}
      </Button>
    </div>
  )
}
