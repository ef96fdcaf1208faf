import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../messages/en.ts'

type MakeDialogProps<T> = {
  opened: boolean
  title(made: T | undefined): string
  /** How wide it is while it asks, and when it shows. */
  sizes: readonly [asking: number, showing: number]
  ask(made: (thing: T) => void, cancel: () => void): ReactNode
  show(thing: T, done: () => void): ReactNode
  onClose(): void
}

/** Asks, makes, and shows what was made in the same dialog, since it is shown only once: no stray click closes it. */
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
