import type { Pat } from '@flagstaff/contract/tokens'
import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { boot } from '../../lib/boot.ts'
import { t as shared } from '../../messages/en.ts'
import { Secret } from '../../ui/Secret.tsx'
import { Snippets } from '../../ui/Snippets.tsx'
import { ExpiryField } from './ExpiryField.tsx'
import { type Expiry, expiryOf } from './expiry.ts'
import { t } from './messages.ts'
import { useCreatePersonalToken } from './queries.ts'
import { ownSnippets } from './snippets.ts'
import classes from './tokens.module.css'

export function NewPersonalToken({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const [made, setMade] = useState<Pat>()
  const close = () => {
    onClose()
    setMade(undefined)
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={made ? 680 : 480}
      closeOnClickOutside={!made}
      title={made ? t('ready.title', { name: made.description }) : t('own.new')}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      {made ? (
        <>
          <Secret value={made.secret ?? ''} label={t('ready.secret')} why={t('ready.once')} />
          <div className={classes.snippets}>
            <Snippets
              label={t('own.env')}
              snippets={ownSnippets(`${location.origin}${boot.basePath}`, made.secret ?? '')}
            />
          </div>
          <div className={classes.foot}>
            <span />
            <Button variant="default" onClick={close}>
              {t('ready.done')}
            </Button>
          </div>
        </>
      ) : (
        <PersonalTokenForm onMade={setMade} onCancel={close} />
      )}
    </Modal>
  )
}

function PersonalTokenForm({ onMade, onCancel }: { onMade(token: Pat): void; onCancel(): void }) {
  const create = useCreatePersonalToken()
  const [description, setDescription] = useState('')
  const [expiry, setExpiry] = useState<Expiry>({ choice: '30', day: '' })
  const [tried, setTried] = useState(false)
  const expiresAt = expiryOf(expiry)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (description.trim() === '' || !expiresAt || create.isPending) return
    create.mutate({ description: description.trim(), expiresAt }, { onSuccess: ({ data }) => onMade(data) })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className="t2">{t('own.text')}</p>
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
      {create.error && (
        <p className={classes.problem} role="alert">
          {create.error.message}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {shared('form.cancel')}
        </Button>
        <Button type="submit" loading={create.isPending}>
          {t('new.create')}
        </Button>
      </div>
    </form>
  )
}
