import type { Environment as Stored } from '@flagstaff/contract/environments'
import { Checkbox, MultiSelect, Select, TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { useEditor } from '../../../lib/editor.ts'
import { projectList } from '../../../lib/projects.ts'
import { environmentList, useCan } from '../../../lib/session.ts'
import { Diff, diffFields } from '../../../ui/Diff.tsx'
import { Environment } from '../../../ui/Environment.tsx'
import { FormPage, FormSection } from '../../../ui/Form.tsx'
import { NotFoundState } from '../../../ui/State.tsx'
import { AddToProjects } from './AddToProjects.tsx'
import { t } from './messages.ts'
import { useCloneEnvironment, useCreateEnvironment, useUpdateEnvironment } from './queries.ts'
import { typeLabel, typeOptions } from './types.ts'

const home = () => ({ label: t('env.title'), to: '/environments' })
const NAME = /^[a-zA-Z0-9~_.-]{1,100}$/

export function NewEnvironment() {
  usePage([home(), { label: t('env.new') }])
  const create = useCreateEnvironment()
  return (
    <EnvironmentForm
      title={t('env.new')}
      saveLabel={t('env.create')}
      start={{ name: '', type: 'development', projects: [], permissions: true }}
      save={({ name, type }) => create.mutateAsync({ name, type })}
    />
  )
}

export function CloneOfEnvironment() {
  const { name: source } = useParams({ from: '/environments/$name/clone' })
  usePage([home(), { label: t('env.cloneOf', { name: source }) }])
  const clone = useCloneEnvironment()
  const { data: environments } = useSuspenseQuery(environmentList)
  const { data: projects } = useQuery(projectList)
  const stored = environments.find(({ name }) => name === source)
  if (!stored) return <NotFoundState />
  if (!projects) return null
  return (
    <EnvironmentForm
      title={t('env.cloneOf', { name: source })}
      saveLabel={t('env.create')}
      source={source}
      start={{ name: '', type: stored.type, projects: projects.map(({ id }) => id), permissions: true }}
      save={({ name, type, projects: chosen, permissions }) =>
        clone.mutateAsync({
          source,
          clone: { name, type, projects: chosen, clonePermissions: permissions },
        })
      }
    />
  )
}

export function EditEnvironment() {
  const { name } = useParams({ from: '/environments/$name' })
  usePage([home(), { label: name }])
  const update = useUpdateEnvironment()
  const { data: environments, refetch } = useSuspenseQuery(environmentList)
  const stored = environments.find((one) => one.name === name)
  if (!stored) return <NotFoundState />
  return (
    <EnvironmentForm
      key={name}
      title={name}
      saveLabel={t('env.save')}
      stored={stored}
      start={{ name, type: stored.type, projects: [], permissions: true }}
      save={({ type }, version) => update.mutateAsync({ name, type, version })}
      onStale={() => void refetch()}
    />
  )
}

type Draft = { name: string; type: string; projects: string[]; permissions: boolean }

type EnvironmentFormProps = {
  title: string
  saveLabel: string
  start: Draft
  stored?: Stored
  /** The environment whose flags are copied. */
  source?: string
  save(draft: Draft, version: number | undefined): Promise<unknown>
  onStale?: () => void
}

function EnvironmentForm({ title, saveLabel, start, stored, source, save, onStale }: EnvironmentFormProps) {
  const editor = useEditor({
    start,
    version: stored?.objectVersion,
    check: (draft) => (!stored && !NAME.test(draft.name.trim()) ? t('env.nameMissing') : undefined),
    save: (draft, version) => save({ ...draft, name: draft.name.trim() }, version),
    onStale,
  })
  const { draft, edit } = editor
  /** Validate the name only after the field was left. */
  const [left, setLeft] = useState(false)
  const refusal = useCan('ADMIN')
  const navigate = useNavigate()
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => name.current?.focus(), [])
  /** Opens the page of a new environment, where it can be added to projects. */
  const leave = (saved: boolean) =>
    saved && !stored && !source
      ? void navigate({ to: '/environments/$name', params: { name: draft.name.trim() } })
      : void navigate({ to: '/environments' })
  const shown = (from: Draft) => ({ name: from.name, type: typeLabel(from.type) })
  const lines = diffFields(stored ? shown(editor.start) : { name: '', type: '' }, shown(draft), (field) =>
    t(field === 'name' ? 'env.name' : 'env.type'),
  ).filter(({ sign }) => stored || sign === '+')
  return (
    <FormPage
      editor={editor}
      title={title}
      name={start.name}
      purpose={t('env.text')}
      beside={stored && <Environment name={typeLabel(stored.type)} type={stored.type} boxed />}
      diff={<Diff lines={lines} />}
      aside={stored && <AddToProjects environment={stored} />}
      changes={editor.dirty ? Math.ceil(lines.length / (stored ? 2 : 1)) : 0}
      saveLabel={saveLabel}
      refusal={refusal}
      onLeave={leave}
    >
      <FormSection label={t('env.what')}>
        {!stored && (
          <TextInput
            ref={name}
            label={t('env.name')}
            description={t('env.nameHint')}
            value={draft.name}
            error={left && draft.name && !NAME.test(draft.name.trim()) ? t('env.nameMissing') : undefined}
            onBlur={() => setLeft(true)}
            onChange={(event) => edit({ name: event.currentTarget.value })}
            autoComplete="off"
          />
        )}
        <Select
          label={t('env.type')}
          description={t('env.typeHint')}
          data={typeOptions(start.type)}
          value={draft.type}
          allowDeselect={false}
          onChange={(type) => type && edit({ type })}
        />
      </FormSection>
      {source && <Copied source={source} draft={draft} onChange={edit} />}
    </FormPage>
  )
}

type CopiedProps = { source: string; draft: Draft; onChange(change: Partial<Draft>): void }

function Copied({ source, draft, onChange }: CopiedProps) {
  const projects = choicesOf(useQuery(projectList))
  return (
    <FormSection label={t('env.copied')} hint={t('env.copiedHint')}>
      <MultiSelect
        label={t('env.copyProjects')}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.projects}
        onChange={(chosen) => onChange({ projects: chosen })}
        searchable
      />
      <Checkbox
        label={t('env.copyPermissions', { name: source })}
        checked={draft.permissions}
        onChange={(event) => onChange({ permissions: event.currentTarget.checked })}
      />
    </FormSection>
  )
}
