import type { ApiToken } from '@flagstaff/contract/tokens'
import { Radio, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DialogDone, DialogEnd } from '../../../../ui/DialogEnd.tsx'
import { MakeDialog } from '../../../../ui/MakeDialog.tsx'
import { Secret } from '../../../../ui/Secret.tsx'
import { t } from '../messages.ts'
import { useCreateToken } from '../queries.ts'
import classes from './settings.module.css'

type NewTokenProps = { opened: boolean; project: string; environments: readonly string[]; onClose(): void }

/** Shows the secret once, in the same dialog. */
export function NewToken({ opened, onClose, ...rest }: NewTokenProps) {
  return (
    <MakeDialog<ApiToken>
      opened={opened}
      title={(made) => (made ? t('tokens.secretTitle', { name: made.tokenName }) : t('tokens.new'))}
      sizes={[440, 440]}
      ask={(onMade, onCancel) => <TokenForm {...rest} onMade={onMade} onCancel={onCancel} />}
      show={({ secret }, onDone) => (
        <div className={classes.stack}>
          <Secret value={secret ?? ''} label={t('tokens.secret')} why={t('tokens.secretText')} />
          <DialogDone label={t('tokens.done')} onDone={onDone} />
        </div>
      )}
      onClose={onClose}
    />
  )
}

type TokenFormProps = {
  project: string
  environments: readonly string[]
  onMade(token: ApiToken): void
  onCancel(): void
}

function TokenForm({ project, environments, onMade, onCancel }: TokenFormProps) {
  const create = useCreateToken()
  const [name, setName] = useState('')
  const [type, setType] = useState('backend')
  const [environment, setEnvironment] = useState(environments[0] ?? null)
  const [tried, setTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || !environment) return
    create.mutate(
      { project, tokenName: name.trim(), type, environment },
      { onSuccess: ({ data }) => onMade(data) },
    )
  }
  return (
    <form onSubmit={submit} className={classes.stack} noValidate>
      <TextInput
        label={t('tokens.name')}
        value={name}
        error={tried && name.trim() === '' && t('tokens.nameMissing')}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        data-autofocus
      />
      <Radio.Group label={t('tokens.type')} value={type} onChange={setType}>
        <div className={classes.stack}>
          <Radio value="backend" label={t('tokens.backend')} description={t('tokens.backendText')} />
          <Radio value="frontend" label={t('tokens.frontend')} description={t('tokens.frontendText')} />
        </div>
      </Radio.Group>
      <Select
        label={t('tokens.environment')}
        data={[...environments]}
        value={environment}
        allowDeselect={false}
        onChange={setEnvironment}
      />
      <DialogEnd
        problem={create.error?.message}
        label={t('tokens.create')}
        busy={create.isPending}
        onCancel={onCancel}
      />
    </form>
  )
}
