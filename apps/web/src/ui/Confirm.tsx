import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { t } from '../messages/en.ts'
import classes from './Confirm.module.css'

type ConfirmProps = {
  opened: boolean
  title: string
  /** What will happen, and to whom. */
  children: ReactNode
  /** The verb and its object. */
  label: string
  danger?: boolean
  /** Has to be typed before anything irreversible. */
  typed?: string
  busy?: boolean
  /** Why it did not work. */
  error?: Error | null
  onConfirm(): void
  onClose(): void
}

/** Asks before what cannot be taken back, or what reaches production. */
export function Confirm(props: ConfirmProps) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      size={480}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Question {...props} />
    </Modal>
  )
}

function Question({ children, label, danger, typed, busy, error, onConfirm, onClose }: ConfirmProps) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState(false)
  const complete = typed === undefined || text.trim() === typed
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Asked from inside a form, it must not be taken for the form's own.
    event.stopPropagation()
    if (complete) onConfirm()
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
        <Button
          type="submit"
          className={danger ? classes.danger : undefined}
          loading={busy ?? false}
          aria-disabled={complete ? undefined : true}
          data-autofocus={typed === undefined || undefined}
        >
          {label}
        </Button>
      </div>
    </form>
  )
}
