import type { ApiToken } from '@flagstaff/contract/tokens'
import { Button, Modal, Radio, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { t as shared } from '../../../messages/en.ts'
import { Secret } from '../../../ui/Secret.tsx'
import { t } from '../messages.ts'
import { useCreateToken } from '../queries.ts'
import classes from './settings.module.css'

type NewTokenProps = { opened: boolean; project: string; environments: readonly string[]; onClose(): void }

/** The secret is shown in the same dialog, once; only then does it close. */
export function NewToken({ opened, onClose, ...rest }: NewTokenProps) {
  const [made, setMade] = useState<ApiToken>()
  const close = () => {
    setMade(undefined)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      closeOnClickOutside={!made}
      title={made ? t('tokens.secretTitle', { name: made.tokenName }) : t('tokens.new')}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      {made ? (
        <div className={classes.stack}>
          <Secret value={made.secret ?? ''} label={t('tokens.secret')} why={t('tokens.secretText')} />
          <div className={classes.buttons}>
            <Button variant="default" onClick={close}>
              {t('tokens.done')}
            </Button>
          </div>
        </div>
      ) : (
        <TokenForm {...rest} onMade={setMade} onCancel={close} />
      )}
    </Modal>
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
      {create.error && (
        <p className={classes.danger} role="alert">
          {create.error.message}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {shared('form.cancel')}
        </Button>
        <Button type="submit" loading={create.isPending}>
          {t('tokens.create')}
        </Button>
      </div>
    </form>
  )
}
