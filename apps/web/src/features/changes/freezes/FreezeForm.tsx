import type { Freeze } from '@flagstaff/contract/freezes'
import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { useEditor } from '../../../lib/editor.ts'
import { projectList } from '../../../lib/projects.ts'
import { environmentList } from '../../../lib/session.ts'
import { Diff, diffFields } from '../../../ui/Diff.tsx'
import { FormPage, FormSection } from '../../../ui/Form.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState, NotFoundState } from '../../../ui/State.tsx'
import {
  type Draft,
  draftOf,
  faultOf,
  inputOf,
  newDraft,
  nothingShown,
  shownLabels,
  shownOf,
} from './draft.ts'
import { FreezeTimesFields } from './FreezeTimesFields.tsx'
import { t } from './messages.ts'
import { useFreezable, useFreezeRefusal } from './permitted.ts'
import { freezeList, useSaveFreeze } from './queries.ts'

const home = () => ({ label: t('freezes.title'), to: '/freezes' })

export function NewFreeze() {
  usePage([home(), { label: t('freezes.new') }])
  const { project } = useSearch({ from: '/freezes/create' })
  const { isFetched } = useQuery(projectList)
  const { isAdmin, projects } = useFreezable()
  // The first place is chosen for people who cannot freeze all projects.
  if (!isFetched) return <Loading />
  return <FreezeForm start={newDraft(project ?? (isAdmin ? null : (projects[0]?.id ?? null)))} />
}

export function EditFreeze() {
  const { id } = useParams({ from: '/freezes/edit/$id' })
  const { data, error, refetch } = useQuery(freezeList)
  const stored = data?.find((freeze) => String(freeze.id) === id)
  usePage([home(), { label: stored?.name ?? id }])
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (!stored) return <NotFoundState />
  return <FreezeForm key={id} start={draftOf(stored)} stored={stored} onStale={() => void refetch()} />
}

type FreezeFormProps = { start: Draft; stored?: Freeze; onStale?: () => void }

function FreezeForm({ start, stored, onStale }: FreezeFormProps) {
  const save = useSaveFreeze()
  const navigate = useNavigate()
  const editor = useEditor({
    start,
    version: stored?.objectVersion,
    check: faultOf,
    save: (draft, version) =>
      save.mutateAsync({ freeze: inputOf(draft), ...(stored ? { id: stored.id, version } : {}) }),
    onStale,
  })
  const { draft, edit } = editor
  const refusal = useFreezeRefusal()(draft.project)
  const lines = diffFields(stored ? shownOf(editor.start) : nothingShown, shownOf(draft), (field) =>
    t(shownLabels[field]),
  ).filter(({ sign }) => stored || sign === '+')
  return (
    <FormPage
      editor={editor}
      title={stored?.name ?? t('freezes.new')}
      name={editor.start.name}
      purpose={t('freezes.text')}
      diff={<Diff lines={lines} />}
      changes={editor.dirty ? Math.max(1, Math.ceil(lines.length / (stored ? 2 : 1))) : 0}
      saveLabel={t(stored ? 'freezes.save' : 'freezes.create')}
      refusal={refusal}
      onLeave={() => void navigate({ to: '/freezes' })}
    >
      <NameFields draft={draft} isNew={!stored} edit={edit} />
      <PlaceFields draft={draft} isNew={!stored} edit={edit} />
      <FreezeTimesFields draft={draft} edit={edit} />
      <FormSection label={t('form.exceptions')}>
        <Switch
          label={t('form.breakGlass')}
          description={t('form.breakGlassText')}
          checked={draft.breakGlass}
          onChange={(event) => edit({ breakGlass: event.currentTarget.checked })}
        />
      </FormSection>
    </FormPage>
  )
}

type FieldsProps = { draft: Draft; isNew: boolean; edit(change: Partial<Draft>): void }

function NameFields({ draft, isNew, edit }: FieldsProps) {
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) name.current?.focus()
  }, [isNew])
  return (
    <FormSection label={t('form.what')}>
      <TextInput
        ref={name}
        label={t('form.name')}
        value={draft.name}
        maxLength={100}
        onChange={(event) => edit({ name: event.currentTarget.value })}
        autoComplete="off"
        required
        withAsterisk={false}
      />
      <Textarea
        label={t('form.reason')}
        value={draft.reason}
        maxLength={500}
        autosize
        minRows={2}
        onChange={(event) => edit({ reason: event.currentTarget.value })}
      />
    </FormSection>
  )
}

function PlaceFields({ draft, isNew, edit }: FieldsProps) {
  const { data: environments } = useSuspenseQuery(environmentList)
  const all = choicesOf(useQuery(projectList))
  const { isAdmin, projects } = useFreezable()
  // The project of the draft is always an option, or the field would be empty.
  const options = all.filter(({ id }) => id === draft.project || projects.some((one) => one.id === id))
  return (
    <FormSection label={t('freezes.where')}>
      <Select
        label={t('form.project')}
        description={isNew ? undefined : t('form.projectFixed')}
        data={[
          ...(isAdmin || draft.project === null ? [{ value: '', label: t('freezes.allProjects') }] : []),
          ...options.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={draft.project ?? ''}
        disabled={!isNew}
        allowDeselect={false}
        searchable
        onChange={(project) => edit({ project: project || null })}
      />
      <MultiSelect
        label={t('form.environments')}
        description={t('form.environmentsHint')}
        placeholder={draft.environments.length === 0 ? t('freezes.allEnvironments') : ''}
        data={environments.map(({ name }) => name)}
        value={draft.environments}
        onChange={(chosen) => edit({ environments: chosen })}
      />
    </FormSection>
  )
}
