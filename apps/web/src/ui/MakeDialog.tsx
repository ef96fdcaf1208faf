import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../messages/en.ts'

type MakeDialogProps<T> = {
  opened: boolean
  title(made: T | undefined): string
  /** Widths of the dialog with the form, and with the result. */
  sizes: readonly [asking: number, showing: number]
  ask(made: (thing: T) => void, cancel: () => void): ReactNode
  show(thing: T, done: () => void): ReactNode
  onClose(): void
}

/**
 * Creates an object and shows it in the same dialog. It contains a secret that is shown only once, so clicking outside
 * does not close the dialog.
 */
export function MakeDialog<T>({ opened, title, sizes, ask, show, onClose }: MakeDialogProps<T>) {
  const [made, setMade] = useState<T>()
  const close = () => {
    onClose()
    setMade(undefined)
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={sizes[made ? 1 : 0]}
      closeOnClickOutside={!made}
      title={title(made)}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      {made ? show(made, close) : ask(setMade, close)}
    </Modal>
  )
}
