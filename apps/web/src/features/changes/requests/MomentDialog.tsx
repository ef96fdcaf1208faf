import { Modal, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { formatAge, formatMinute } from '../../../lib/format.ts'
import { t as shared } from '../../../messages/en.ts'
import { DialogEnd } from '../../../ui/DialogEnd.tsx'
import { t } from './messages.ts'
import { fromField, nextHour, problemOf, toField, zoneOf } from './moment.ts'
import classes from './page.module.css'

type MomentFormProps = {
  /** What happens at the time. */
  text: ReactNode
  field: string
  label: string
  /** The time that was chosen before. */
  chosen: string | undefined
  /** The time has to be before this one. */
  end?: string | undefined
  error: Error | null
  busy: boolean
  onSubmit(at: string): void
  onClose(): void
}

type MomentDialogProps = MomentFormProps & { title: string; opened: boolean }

/** Asks for a date and a time. */
export function MomentDialog({ title, opened, ...form }: MomentDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={form.onClose}
      title={title}
      size={480}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      {opened && <MomentForm {...form} />}
    </Modal>
  )
}

function MomentForm(props: MomentFormProps) {
  const { text, field, label, chosen, end, error, busy, onSubmit, onClose } = props
  const [typed, setTyped] = useState(() => toField(firstOf(chosen)))
  const [isAsked, setAsked] = useState(false)
  const moment = fromField(typed)
  const problem = problemOf(moment, end)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!moment || problem) return setAsked(true)
    onSubmit(moment.toISOString())
  }
  return (
    <form onSubmit={submit} className={classes.dialog} noValidate>
      <p className="dim">{text}</p>
      <TextInput
        type="datetime-local"
        label={field}
        description={t('moment.zone', { zone: zoneOf(moment ?? new Date()) })}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={
          isAsked && problem
            ? t(`moment.${problem}`, { end: end === undefined ? '' : formatMinute(end) })
            : undefined
        }
        data-autofocus
      />
      {moment && !problem && (
        <p className="num">
          {t('moment.chosen', {
            at: formatMinute(moment.toISOString()),
            age: formatAge(moment.toISOString()),
          })}
        </p>
      )}
      <DialogEnd problem={error?.message} label={label} busy={busy} onCancel={onClose} />
    </form>
  )
}

/** A time that has passed is no longer of use. */
const firstOf = (chosen: string | undefined): Date =>
  chosen !== undefined && Date.parse(chosen) > Date.now() ? new Date(chosen) : nextHour()
