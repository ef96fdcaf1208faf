import { Modal } from '@mantine/core'
import { t } from '../messages/en.ts'
import { Confirm } from './Confirm.tsx'
import classes from './Uses.module.css'
import { type Use, Uses } from './Uses.tsx'

type Words = {
  title: string
  text: string
  label: string
  inUseTitle: string
  inUseText: string
  rules: string
}

type DeleteUsedProps = {
  /** The rules that use it; undefined while loading. */
  uses: readonly Use[] | undefined
  words: Words
  busy: boolean
  error: Error | null
  onConfirm(): void
  onClose(): void
}

/** A delete dialog that lists the rules in use if they prevent the deletion. */
export function DeleteUsed({ uses, words, busy, error, onConfirm, onClose }: DeleteUsedProps) {
  if (!uses) return null
  if (uses.length > 0)
    return (
      <Modal
        opened
        onClose={onClose}
        size={560}
        title={words.inUseTitle}
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <p className={classes.text}>{words.inUseText}</p>
        <Uses uses={uses} label={words.rules} />
      </Modal>
    )
  return (
    <Confirm
      opened
      danger
      title={words.title}
      label={words.label}
      busy={busy}
      error={error}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{words.text}</p>
    </Confirm>
  )
}
