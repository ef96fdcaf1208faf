import type { SignalEndpoint, SignalEndpointToken } from '@flagstaff/contract/signals'
import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DialogDone, DialogEnd } from '../../../ui/DialogEnd.tsx'
import { MakeDialog } from '../../../ui/MakeDialog.tsx'
import { Secret } from '../../../ui/Secret.tsx'
import { t } from './messages.ts'
import { useCreateToken } from './queries.ts'
import classes from './signals.module.css'

type Made = SignalEndpointToken & { token: string }
type NewTokenProps = { endpoint: SignalEndpoint; opened: boolean; onClose(): void }

export function NewToken({ endpoint, opened, onClose }: NewTokenProps) {
  return (
    <MakeDialog<Made>
      opened={opened}
      title={(made) =>
        made ? t('token.created', { name: made.name }) : t('token.title', { name: endpoint.name })
      }
      sizes={[440, 560]}
      ask={(onMade, onCancel) => <TokenForm id={endpoint.id} onMade={onMade} onCancel={onCancel} />}
      show={({ token }, onDone) => (
        <div className={classes.stack}>
          <Secret value={token} label={t('make.secret')} why={t('make.why')} />
          <DialogDone label={t('make.done')} onDone={onDone} />
        </div>
      )}
      onClose={onClose}
    />
  )
}

type TokenFormProps = { id: number; onMade(made: Made): void; onCancel(): void }

function TokenForm({ id, onMade, onCancel }: TokenFormProps) {
  const create = useCreateToken(id)
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() !== '') create.mutate(name.trim(), { onSuccess: ({ data }) => onMade(data) })
  }
  return (
    <form onSubmit={submit} className={classes.stack} noValidate>
      <TextInput
        label={t('token.name')}
        description={t('token.nameHint')}
        value={name}
        error={tried && name.trim() === '' && t('fault.name')}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        autoComplete="off"
        required
        data-autofocus
      />
      <DialogEnd
        problem={create.error?.message}
        label={t('token.create')}
        busy={create.isPending}
        onCancel={onCancel}
      />
    </form>
  )
}
