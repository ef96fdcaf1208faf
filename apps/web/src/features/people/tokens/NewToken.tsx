import type { ApiToken } from '@flagstaff/contract/tokens'
import { Kbd, MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { projectList } from '../../../lib/projects.ts'
import { environmentList } from '../../../lib/session.ts'
import { DialogEnd } from '../../../ui/DialogEnd.tsx'
import { MakeDialog } from '../../../ui/MakeDialog.tsx'
import { ExpiryField } from './ExpiryField.tsx'
import { type Expiry, expiryOf } from './expiry.ts'
import { t } from './messages.ts'
import { useCreateToken } from './queries.ts'
import { TokenReady } from './TokenReady.tsx'
import classes from './tokens.module.css'

/** Creates a token, then shows its secret once in the same dialog. */
export function NewToken({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <MakeDialog<ApiToken>
      opened={opened}
      title={(made) => (made ? t('ready.title', { name: made.tokenName }) : t('tokens.new'))}
      sizes={[480, 680]}
      ask={(onMade, onCancel) => <TokenForm onMade={onMade} onCancel={onCancel} />}
      show={(token, onDone) => <TokenReady token={token} onDone={onDone} />}
      onClose={onClose}
    />
  )
}

function TokenForm({ onMade, onCancel }: { onMade(token: ApiToken): void; onCancel(): void }) {
  const { data: environments } = useSuspenseQuery(environmentList)
  const projects = choicesOf(useQuery(projectList))
  const create = useCreateToken()
  const [name, setName] = useState('')
  const [type, setType] = useState<'backend' | 'frontend'>('backend')
  const [environment, setEnvironment] = useState(environments[0]?.name ?? 'development')
  const [chosen, setChosen] = useState<string[]>([])
  const [expiry, setExpiry] = useState<Expiry>({ choice: 'never', day: '' })
  const [tried, setTried] = useState(false)
  const expiresAt = expiryOf(expiry)
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '' || expiresAt === undefined || create.isPending) return
    create.mutate(
      {
        tokenName: name.trim(),
        type,
        environment,
        projects: chosen.length > 0 ? chosen : ['*'],
        ...(expiresAt === null ? {} : { expiresAt }),
      },
      { onSuccess: ({ data }) => onMade(data) },
    )
  }
  return (
    <form
      className={classes.form}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit(event)}
      noValidate
    >
      <TextInput
        label={t('new.name')}
        description={t('new.nameHint')}
        value={name}
        error={tried && name.trim() === '' ? t('new.nameMissing') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <div>
        <SegmentedControl
          fullWidth
          aria-label={t('new.kind')}
          data={[
            { value: 'backend', label: t('tokens.backend') },
            { value: 'frontend', label: t('tokens.frontend') },
          ]}
          value={type}
          onChange={setType}
        />
        <p className={classes.hint}>{t(type === 'backend' ? 'new.backendHint' : 'new.frontendHint')}</p>
      </div>
      <Select
        label={t('new.environment')}
        data={environments.map((one) => one.name)}
        value={environment}
        allowDeselect={false}
        onChange={(value) => value && setEnvironment(value)}
      />
      <MultiSelect
        label={t('new.projects')}
        placeholder={chosen.length === 0 ? t('new.allProjects') : ''}
        data={projects.map(({ id, name: label }) => ({ value: id, label }))}
        value={chosen}
        onChange={setChosen}
        searchable
      />
      <ExpiryField
        value={expiry}
        onChange={setExpiry}
        error={tried && expiresAt === undefined ? t('new.dateMissing') : undefined}
      />
      <DialogEnd
        problem={create.error?.message}
        label={t('new.create')}
        busy={create.isPending}
        keys={<Kbd>Ctrl ↵</Kbd>}
        onCancel={onCancel}
      />
    </form>
  )
}
