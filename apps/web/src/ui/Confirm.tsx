import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Review } from '../lib/api.ts'
import type { ReviewOffer } from '../lib/reviews.ts'
import { t } from '../messages/en.ts'
import classes from './Confirm.module.css'
import { ReviewButton } from './ReviewButton.tsx'
import { useCancel } from './useCancel.ts'

type ConfirmProps = {
  opened: boolean
  title: string
  /** What will happen, and who is affected. */
  children: ReactNode
  /** Verb and object, such as "Delete flag". */
  label: string
  danger?: boolean
  /** A name that must be typed to confirm an irreversible action. */
  typed?: string
  busy?: boolean
  /** Why the action failed. */
  error?: Error | null
  /** Set if the change needs a review: then it is added to a draft. */
  review?: ReviewOffer | undefined
  onConfirm(review?: Review): void
  onClose(): void
}

/** Confirms actions that cannot be undone or that affect production. */
export function Confirm(props: ConfirmProps) {
  const close = useCancel(props.busy ?? false, props.onClose)
  return (
    <Modal
      opened={props.opened}
      onClose={close}
      title={props.title}
      size={480}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Question {...props} onClose={close} />
    </Modal>
  )
}

function Question(props: ConfirmProps) {
  const { children, label, danger, typed, busy, error, review, onConfirm, onClose } = props
  const [text, setText] = useState('')
  const [asked, setAsked] = useState(false)
  const complete = typed === undefined || text.trim() === typed
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Stop the event: otherwise it would also submit the form that opened the dialog.
    event.stopPropagation()
    if (complete) onConfirm(review && 'propose')
    else setAsked(true)
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.text}>
        {children}
        {error && (
          <p className={classes.problem} role="alert">
            {error.message}
          </p>
        )}
      </div>
      {typed !== undefined && (
        <TextInput
          className={classes.typed}
          label={t('confirm.type', { name: typed })}
          value={text}
          error={asked && !complete ? t('confirm.differs') : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        {review ? (
          <ReviewButton
            type="submit"
            offer={review}
            busy={busy ?? false}
            disabled={!complete}
            autoFocus={typed === undefined}
            onSave={onConfirm}
          />
        ) : (
          <Button
            type="submit"
            className={danger ? classes.danger : undefined}
            loading={busy ?? false}
            aria-disabled={complete ? undefined : true}
            data-autofocus={typed === undefined || undefined}
          >
            {label}
          </Button>
        )}
      </div>
    </form>
  )
}
