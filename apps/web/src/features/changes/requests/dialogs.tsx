import { Modal, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { t as shared } from '../../../messages/en.ts'
import { DialogEnd } from '../../../ui/DialogEnd.tsx'
import { t } from './messages.ts'
import classes from './page.module.css'
import { type RequestRef, useMove, useRename } from './queries.ts'

type MoveDialogProps = { target: RequestRef; to: 'Rejected' | 'Cancelled' | undefined; onClose(): void }

/** Confirms what cannot be undone, with an optional comment. */
export function MoveDialog({ target, to, onClose }: MoveDialogProps) {
  const word = to === 'Rejected' ? 'reject' : 'cancel'
  return (
    <Modal
      opened={to !== undefined}
      onClose={onClose}
      title={t(`ask.${word}`)}
      size={480}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      {to && <MoveForm target={target} to={to} word={word} onClose={onClose} />}
    </Modal>
  )
}

type MoveFormProps = {
  target: RequestRef
  to: 'Rejected' | 'Cancelled'
  word: 'reject' | 'cancel'
  onClose(): void
}

function MoveForm({ target, to, word, onClose }: MoveFormProps) {
  const [comment, setComment] = useState('')
  const move = useMove({ toastErrors: false })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    move.mutate({ ...target, state: to, comment: comment.trim() }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className={classes.dialog}>
      <p className="dim">{t(`ask.${word}Text`)}</p>
      <Textarea
        label={t('ask.comment')}
        description={t('ask.commentHint')}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
        maxLength={1000}
        autosize
        minRows={2}
        data-autofocus
      />
      <DialogEnd
        problem={move.error?.message}
        label={t(`ask.${word}Do`)}
        busy={move.isPending}
        onCancel={onClose}
      />
    </form>
  )
}

type RenameDialogProps = { target: RequestRef; title: string; opened: boolean; onClose(): void }

export function RenameDialog({ target, title, opened, onClose }: RenameDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('rename.title')}
      size={480}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      {opened && <RenameForm target={target} title={title} onClose={onClose} />}
    </Modal>
  )
}

function RenameForm({ target, title, onClose }: Omit<RenameDialogProps, 'opened'>) {
  const [text, setText] = useState(title)
  const [isAsked, setAsked] = useState(false)
  const rename = useRename()
  const isMissing = text.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isMissing) return setAsked(true)
    rename.mutate({ ...target, title: text.trim() }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className={classes.dialog} noValidate>
      <TextInput
        label={t('rename.label')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        maxLength={200}
        error={isAsked && isMissing ? t('rename.missing') : undefined}
        data-autofocus
      />
      <DialogEnd
        problem={rename.error?.message}
        label={t('rename.submit')}
        busy={rename.isPending}
        onCancel={onClose}
      />
    </form>
  )
}
