import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CommentField } from './CommentField.tsx'
import { t } from './messages.ts'
import classes from './people.module.css'

type CommentFormProps = {
  project: string
  initial?: string
  label: string
  busy: boolean
  error: Error | null
  autoFocus?: boolean
  /** Stores the text; `clear` empties the field for the next one. */
  onSubmit(text: string, clear: () => void): void
  onCancel?: () => void
  children: ReactNode
}

/** The field for a comment with its buttons, for a new comment and for an edited one. */
export function CommentForm(props: CommentFormProps) {
  const { project, initial = '', label, busy, error, autoFocus = false, onSubmit, onCancel, children } = props
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const submit = () => {
    if (text.trim() === '') setProblem(t('comments.empty'))
    else onSubmit(text, () => setText(''))
  }
  return (
    <form
      className={classes.write}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <CommentField
        project={project}
        value={text}
        error={problem ?? error?.message}
        autoFocus={autoFocus}
        onChange={(next) => {
          setText(next)
          setProblem(undefined)
        }}
        onSubmit={submit}
        {...(onCancel ? { onCancel } : {})}
      />
      <div className={classes.buttons}>
        {children}
        <Button type="submit" loading={busy}>
          {label}
        </Button>
      </div>
    </form>
  )
}
