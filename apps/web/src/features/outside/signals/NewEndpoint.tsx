import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DialogDone, DialogEnd } from '../../../ui/DialogEnd.tsx'
import { MakeDialog } from '../../../ui/MakeDialog.tsx'
import { Secret } from '../../../ui/Secret.tsx'
import { Code } from './Code.tsx'
import { t } from './messages.ts'
import { type NewEndpoint as Made, useCreateEndpoint } from './queries.ts'
import classes from './signals.module.css'

/** Creates an endpoint with its first token, and shows the secret once. */
export function NewEndpoint({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <MakeDialog<Made>
      opened={opened}
      title={(made) => (made ? t('make.created', { name: made.endpoint.name }) : t('make.title'))}
      sizes={[440, 640]}
      ask={(onMade, onCancel) => <EndpointForm onMade={onMade} onCancel={onCancel} />}
      show={({ endpoint, token }, onDone) => (
        <div className={classes.stack}>
          <p>{t('make.how')}</p>
          <Secret value={token} label={t('make.secret')} why={t('make.why')} />
          <Code text={exampleOf(endpoint.url, token)} label={t('make.example')} />
          <DialogDone label={t('make.done')} onDone={onDone} />
        </div>
      )}
      onClose={onClose}
    />
  )
}

const exampleOf = (url: string, token: string) =>
  [
    `curl -X POST ${url}`,
    `  -H 'Authorization: Bearer ${token}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '{"status":"firing"}'`,
  ].join(' \\\n')

function EndpointForm({ onMade, onCancel }: { onMade(made: Made): void; onCancel(): void }) {
  const create = useCreateEndpoint()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [tried, setTried] = useState(false)
  const isGood = /^[\w~.-]{1,100}$/.test(name.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isGood) create.mutate({ name: name.trim(), description }, { onSuccess: ({ data }) => onMade(data) })
  }
  return (
    <form onSubmit={submit} className={classes.stack} noValidate>
      <TextInput
        label={t('make.name')}
        description={t('make.nameHint')}
        value={name}
        error={tried && !isGood && t(name.trim() === '' ? 'fault.name' : 'fault.letters')}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={100}
        autoComplete="off"
        required
        data-autofocus
      />
      <TextInput
        label={t('make.description')}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        maxLength={1000}
        autoComplete="off"
      />
      <DialogEnd
        problem={create.error?.message}
        label={t('make.create')}
        busy={create.isPending}
        onCancel={onCancel}
      />
    </form>
  )
}
