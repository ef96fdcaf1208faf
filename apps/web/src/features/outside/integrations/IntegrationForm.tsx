import type { Addon, AddonType } from '@flagstaff/contract/integrations'
import { Button, MultiSelect, Switch, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { useEditor } from '../../../lib/editor.ts'
import { projectList } from '../../../lib/projects.ts'
import { environmentList, useCan } from '../../../lib/session.ts'
import { FormPage, FormSection } from '../../../ui/Form.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { PageState } from '../../../ui/PageState.tsx'
import { Secret } from '../../../ui/Secret.tsx'
import { ErrorState, NotFoundState } from '../../../ui/State.tsx'
import { TabLinks } from '../../../ui/TabLinks.tsx'
import { bodyOf, type Draft, draftOf, faultOf, newDraft } from './draft.ts'
import { EventFields } from './EventFields.tsx'
import { ProviderIcon } from './icons.tsx'
import classes from './integrations.module.css'
import { t } from './messages.ts'
import { ParameterFields } from './ParameterFields.tsx'
import { Preview } from './Preview.tsx'
import { integrationList, nameOf, useSaveIntegration } from './queries.ts'
import { SigningKey } from './SigningKey.tsx'

const home = () => ({ label: t('list.title'), to: '/integrations' })

export function NewIntegration() {
  const { provider: name } = useParams({ from: '/integrations/create/$provider' })
  const { data, error, refetch } = useQuery(integrationList)
  const provider = data?.providers.find((one) => one.name === name)
  usePage([home(), { label: t('form.new', { provider: provider?.displayName ?? name }) }])
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (!provider || provider.deprecated) return <NotFoundState />
  return <IntegrationForm key={name} provider={provider} />
}

export function EditIntegration() {
  const { id } = useParams({ from: '/integrations/edit/$id' })
  const { data, error, refetch } = useQuery(integrationList)
  const stored = data?.addons.find((addon) => String(addon.id) === id)
  const provider = data?.providers.find(({ name }) => name === stored?.provider)
  usePage([home(), { label: stored ? nameOf(stored) : id }])
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (!stored || !provider) return <NotFoundState />
  return <IntegrationForm key={id} provider={provider} stored={stored} />
}

function IntegrationForm({ provider, stored }: { provider: AddonType; stored?: Addon }) {
  const save = useSaveIntegration()
  const navigate = useNavigate()
  const made = useRef<string>(undefined)
  const [secret, setSecret] = useState<string>()
  const refusal = useCan(stored ? 'UPDATE_ADDON' : 'CREATE_ADDON', {})
  const isAdmin = useCan('ADMIN', {}) === undefined
  const editor = useEditor<Draft>({
    start: stored ? draftOf(stored) : newDraft(provider),
    check: (draft) => faultOf(provider, draft),
    save: async (draft) => {
      const { data } = await save.mutateAsync({ body: bodyOf(provider.name, draft), id: stored?.id })
      made.current = data.signingSecret
    },
  })
  const { draft, edit } = editor
  const toList = () => void navigate({ to: '/integrations' })
  if (secret !== undefined) return <Created secret={secret} onDone={toList} />
  const body = { ...bodyOf(provider.name, draft), ...(stored ? { id: stored.id } : {}) }
  return (
    <FormPage
      editor={editor}
      title={stored ? nameOf(stored) : t('form.new', { provider: provider.displayName })}
      name={stored ? nameOf(stored) : provider.displayName}
      beside={<ProviderIcon provider={provider.name} />}
      purpose={provider.description}
      sentence={stored && isAdmin && <Tabs id={stored.id} />}
      saveLabel={t(stored ? 'form.save' : 'form.create')}
      refusal={refusal}
      aside={refusal === undefined && <Preview body={body} ready={faultOf(provider, draft) === undefined} />}
      onLeave={(saved) => (saved && made.current !== undefined ? setSecret(made.current) : toList())}
    >
      <FormSection label={t('form.connection')} {...(provider.howTo ? { hint: provider.howTo } : {})}>
        <TextInput
          label={t('form.description')}
          description={t('form.descriptionHint')}
          value={draft.description}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => edit({ description: event.currentTarget.value })}
        />
        <ParameterFields provider={provider} draft={draft} edit={edit} />
        <Switch
          label={t('form.enabled')}
          checked={draft.enabled}
          onChange={(event) => edit({ enabled: event.currentTarget.checked })}
        />
        {stored && provider.signed && refusal === undefined && <SigningKey id={stored.id} />}
      </FormSection>
      <FormSection label={t('form.events')} hint={t('form.eventsHint')}>
        <EventFields provider={provider} draft={draft} edit={edit} />
      </FormSection>
      <FormSection label={t('form.where')} hint={t('form.whereHint')}>
        <Places draft={draft} edit={edit} />
      </FormSection>
    </FormPage>
  )
}

export const Tabs = ({ id }: { id: number }) => (
  <TabLinks
    label={t('form.tabs')}
    tabs={[
      { to: `/integrations/edit/${id}`, label: t('form.settings') },
      { to: `/integrations/edit/${id}/deliveries`, label: t('form.deliveries') },
    ]}
  />
)

function Places({ draft, edit }: { draft: Draft; edit(change: Partial<Draft>): void }) {
  const { data: environments } = useSuspenseQuery(environmentList)
  const projects = choicesOf(useQuery(projectList))
  return (
    <div className={classes.pair}>
      <MultiSelect
        label={t('form.projects')}
        placeholder={draft.projects.length === 0 ? t('form.allProjects') : ''}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.projects}
        searchable
        onChange={(chosen) => edit({ projects: chosen })}
      />
      <MultiSelect
        label={t('form.environments')}
        placeholder={draft.environments.length === 0 ? t('form.allEnvironments') : ''}
        data={environments.map(({ name }) => name)}
        value={draft.environments}
        onChange={(chosen) => edit({ environments: chosen })}
      />
    </div>
  )
}

/** The key is shown once, after the integration was created. */
const Created = ({ secret, onDone }: { secret: string; onDone(): void }) => (
  <PageState
    icon={<IconCheck size={20} stroke={1.5} />}
    title={t('form.created')}
    text={t('secret.text')}
    action={
      <div className={classes.dialog}>
        <Secret value={secret} label={t('secret.label')} why={t('secret.why')} />
        <div>
          <Button onClick={onDone}>{t('secret.done')}</Button>
        </div>
      </div>
    }
  />
)
