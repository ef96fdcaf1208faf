import type { CreatePat, Pat } from '@flagstaff/contract/tokens'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { boot } from '../../../lib/boot.ts'
import type { useChange } from '../../../lib/change.ts'
import { DialogEnd } from '../../../ui/DialogEnd.tsx'
import { MakeDialog } from '../../../ui/MakeDialog.tsx'
import { Secret } from '../../../ui/Secret.tsx'
import { Snippets } from '../../../ui/Snippets.tsx'
import { ExpiryField } from './ExpiryField.tsx'
import { type Expiry, expiryOf } from './expiry.ts'
import { t } from './messages.ts'
import { ownSnippets } from './snippets.ts'
import classes from './tokens.module.css'

type PatDialogProps = {
  opened: boolean
  title: string
  /** Explains which account the token acts as. */
  text: string
  create: ReturnType<typeof useChange<CreatePat, Pat>>
  onClose(): void
}

/** Creates a token with description and expiry, then shows its secret once. */
export function PatDialog({ opened, title, onClose, ...form }: PatDialogProps) {
  return (
    <MakeDialog<Pat>
      opened={opened}
      title={(made) => (made ? t('ready.title', { name: made.description }) : title)}
      sizes={[480, 680]}
      ask={(onMade, onCancel) => <PatForm {...form} onMade={onMade} onCancel={onCancel} />}
      show={(token, onDone) => <PatReady token={token} onDone={onDone} />}
      onClose={onClose}
    />
  )
}

function PatReady({ token, onDone }: { token: Pat; onDone(): void }) {
  const secret = token.secret ?? ''
  return (
    <>
      <Secret value={secret} label={t('ready.secret')} why={t('ready.once')} />
      <div className={classes.snippets}>
        <Snippets label={t('own.env')} snippets={ownSnippets(`${location.origin}${boot.basePath}`, secret)} />
      </div>
      <div className={classes.foot}>
        <span />
        <Button variant="default" onClick={onDone}>
          {t('ready.done')}
        </Button>
      </div>
    </>
  )
}

type PatFormProps = Pick<PatDialogProps, 'text' | 'create'> & { onMade(token: Pat): void; onCancel(): void }

function PatForm({ text, create, onMade, onCancel }: PatFormProps) {
  const [description, setDescription] = useState('')
  const [expiry, setExpiry] = useState<Expiry>({ choice: '30', day: '' })
  const [proposeOnly, setProposeOnly] = useState(false)
  const [tried, setTried] = useState(false)
  const expiresAt = expiryOf(expiry)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (description.trim() === '' || !expiresAt || create.isPending) return
    const token = { description: description.trim(), expiresAt, ...(proposeOnly ? { proposeOnly } : {}) }
    create.mutate(token, { onSuccess: ({ data }) => onMade(data) })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className="dim">{text}</p>
      <TextInput
        label={t('own.description')}
        value={description}
        error={tried && description.trim() === '' ? t('own.descriptionMissing') : undefined}
        onChange={(event) => setDescription(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <ExpiryField
        value={expiry}
        onChange={setExpiry}
        withoutNever
        error={tried && !expiresAt ? t('new.dateMissing') : undefined}
      />
      <Checkbox
        label={t('own.proposeOnly')}
        description={t('own.proposeOnlyHint')}
        checked={proposeOnly}
        onChange={(event) => setProposeOnly(event.currentTarget.checked)}
      />
      <DialogEnd
        problem={create.error?.message}
        label={t('new.create')}
        busy={create.isPending}
        onCancel={onCancel}
      />
    </form>
  )
}
