import type { ActionDefinitions, ActionOptions, ActionSet } from '@flagstaff/contract/actions'
import { Radio, Select, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { useEditor } from '../../../lib/editor.ts'
import { useCan } from '../../../lib/session.ts'
import { FormPage, FormSection } from '../../../ui/Form.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState, NotFoundState } from '../../../ui/State.tsx'
import { TabLinks } from '../../../ui/TabLinks.tsx'
import { ActionFields } from './ActionFields.tsx'
import { bodyOf, conditionsOf, type Draft, draftOf, faultOf, newDraft } from './draft.ts'
import { FilterFields } from './FilterFields.tsx'
import { t } from './messages.ts'
import { optionsOf } from './options.ts'
import { presets } from './presets.ts'
import { setConfig, setList, setOptions, useSaveSet } from './queries.ts'
import { SetSentence } from './SetSentence.tsx'
import classes from './signals.module.css'
import { TryPanel } from './TryPanel.tsx'

export const crumbsTo = (project: string) => [
  { label: project, to: `/projects/${project}` },
  { label: t('sets.title'), to: `/projects/${project}/settings/actions` },
]

export function NewSet() {
  const { projectId } = useParams({ from: '/projects/$projectId/settings/actions/create' })
  usePage([...crumbsTo(projectId), { label: t('form.new') }])
  return <WithChoices project={projectId} />
}

export function EditSet() {
  const { projectId, id } = useParams({ from: '/projects/$projectId/settings/actions/$id' })
  const { data, error, refetch } = useQuery(setList(projectId))
  const stored = data?.find((set) => String(set.id) === id)
  usePage([...crumbsTo(projectId), { label: stored?.name ?? id }])
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (!stored) return <NotFoundState />
  return <WithChoices key={id} project={projectId} stored={stored} onStale={() => void refetch()} />
}

type SetFormProps = { project: string; stored?: ActionSet; onStale?: () => void }

function WithChoices(props: SetFormProps) {
  const options = useQuery(setOptions(props.project))
  const config = useQuery(setConfig(props.project))
  const error = options.error ?? config.error
  if (error) return <ErrorState error={error} />
  if (!options.data || !config.data) return <Loading />
  return <SetForm {...props} options={options.data} config={config.data} />
}

type Choices = { options: ActionOptions; config: ActionDefinitions }

function SetForm({ project, stored, onStale, options, config }: SetFormProps & Choices) {
  const save = useSaveSet(project)
  const navigate = useNavigate()
  const [payload, setPayload] = useState('{}')
  const [start] = useState(() =>
    stored ? draftOf(stored) : newDraft(options, optionsOf(config, 'environment')),
  )
  const editor = useEditor<Draft>({
    start,
    version: stored?.objectVersion,
    check: faultOf,
    // A new set can be saved as it is proposed.
    count: (before, after) =>
      stored ? Number(JSON.stringify(bodyOf(before)) !== JSON.stringify(bodyOf(after))) : 1,
    save: (draft, version) => save.mutateAsync({ body: bodyOf(draft), id: stored?.id, version }),
    onStale,
  })
  const { draft, edit } = editor
  const body = bodyOf(draft)
  const takePreset = (id: string | null) => {
    const preset = presets.find((one) => one.id === id)
    if (!preset) return
    setPayload(JSON.stringify(preset.payload, null, 2))
    edit({ conditions: conditionsOf(preset.filters) })
  }
  const endpoint = options.signalEndpoints.find(({ id }) => id === draft.endpoint)?.name
  return (
    <FormPage
      editor={editor}
      title={stored?.name ?? t('form.new')}
      name={stored?.name ?? t('form.new')}
      purpose={t('form.purpose')}
      tabs={stored && <SetTabs project={project} id={stored.id} />}
      sentence={
        <SetSentence
          set={body}
          endpoint={endpoint ?? (draft.endpoint === null ? t('sentence.choose') : undefined)}
        />
      }
      saveLabel={t(stored ? 'form.save' : 'form.create')}
      refusal={useCan('UPDATE_PROJECT', { project })}
      aside={
        <TryPanel
          project={project}
          body={body}
          fault={faultOf(draft)}
          payload={payload}
          onPayload={setPayload}
        />
      }
      onLeave={() =>
        void navigate({
          to: '/projects/$projectId/settings/$place',
          params: { projectId: project, place: 'actions' },
        })
      }
    >
      <FormSection label={t('form.when')} hint={t('form.whenHint')}>
        <div className={classes.fields}>
          <Select
            label={t('form.endpoint')}
            data={options.signalEndpoints.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={draft.endpoint === null ? null : String(draft.endpoint)}
            allowDeselect={false}
            onChange={(id) => edit({ endpoint: Number(id) })}
          />
          <Select
            label={t('form.preset')}
            placeholder={t('form.presetNone')}
            data={presets.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={takePreset}
          />
        </div>
        <FilterFields conditions={draft.conditions} onChange={(conditions) => edit({ conditions })} />
      </FormSection>
      <FormSection label={t('form.then')} hint={t('form.thenHint')}>
        <ActionFields steps={draft.steps} config={config} onChange={(steps) => edit({ steps })} />
      </FormSection>
      <FormSection label={t('form.as')} hint={t('form.asHint')}>
        <Select
          label={t('form.actor')}
          data={options.serviceAccounts.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={draft.actor === null ? null : String(draft.actor)}
          allowDeselect={false}
          onChange={(id) => edit({ actor: Number(id) })}
        />
        <Radio.Group
          label={t('form.onProtected')}
          value={draft.onProtected}
          onChange={(value) => edit({ onProtected: value === 'request' ? 'request' : 'fail' })}
        >
          <div className={classes.stack}>
            <Radio value="fail" label={t('form.fail')} />
            <Radio value="request" label={t('form.request')} />
          </div>
        </Radio.Group>
      </FormSection>
      <FormSection label={t('form.details')}>
        <TextInput
          label={t('form.name')}
          value={draft.name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => edit({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('form.description')}
          value={draft.description}
          maxLength={1000}
          autoComplete="off"
          onChange={(event) => edit({ description: event.currentTarget.value })}
        />
        <Switch
          label={t('form.enabled')}
          checked={draft.enabled}
          onChange={(event) => edit({ enabled: event.currentTarget.checked })}
        />
      </FormSection>
    </FormPage>
  )
}

export const SetTabs = ({ project, id }: { project: string; id: number }) => (
  <TabLinks
    label={t('form.tabs')}
    tabs={[
      { to: `/projects/${project}/settings/actions/${id}`, label: t('form.settings') },
      { to: `/projects/${project}/settings/actions/${id}/runs`, label: t('form.runs') },
    ]}
  />
)
