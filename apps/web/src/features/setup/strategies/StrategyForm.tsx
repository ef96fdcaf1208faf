import type { Strategy } from '@flagstaff/contract/strategy-types'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { useEditor } from '../../../lib/editor.ts'
import { Diff } from '../../../ui/Diff.tsx'
import { FormPage, FormSection } from '../../../ui/Form.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { diffOf, type StrategyDraft } from './diff.ts'
import { useMayCreate, useMayEdit } from './may.ts'
import { t } from './messages.ts'
import { ParametersEditor } from './ParametersEditor.tsx'
import { faultOf, parametersOf, toSend } from './parameters.ts'
import { strategyDetail, useSaveStrategy } from './queries.ts'
import classes from './strategies.module.css'

export function NewStrategy() {
  usePage([{ label: t('strategies.title'), to: '/strategies' }, { label: t('strategies.new') }])
  return <StrategyForm start={{ name: '', title: '', description: '', parameters: [] }} />
}

export function EditStrategy() {
  const { name } = useParams({ from: '/strategies/$name/edit' })
  const { data, error, refetch } = useQuery(strategyDetail(name))
  usePage([
    { label: t('strategies.title'), to: '/strategies' },
    { label: name, to: `/strategies/${encodeURIComponent(name)}` },
    { label: t('strategies.edit') },
  ])
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return <StrategyForm key={name} start={draftOf(data)} stored={data} onStale={() => void refetch()} />
}

const draftOf = (strategy: Strategy): StrategyDraft => ({
  name: strategy.name,
  title: strategy.title ?? '',
  description: strategy.description ?? '',
  parameters: parametersOf(strategy),
})

type StrategyFormProps = { start: StrategyDraft; stored?: Strategy; onStale?: () => void }

function StrategyForm({ start, stored, onStale }: StrategyFormProps) {
  const save = useSaveStrategy()
  const navigate = useNavigate()
  const isNew = stored === undefined
  const mayCreate = useMayCreate()
  const mayEdit = useMayEdit(stored ?? { editable: true })
  const refusal = isNew ? mayCreate : mayEdit
  const editor = useEditor({
    start,
    version: stored?.objectVersion,
    check: problemOf,
    save: ({ name, title, description, parameters }, version) => {
      const strategy = { name: name.trim(), title, description, parameters: toSend(parameters) }
      return save.mutateAsync({ strategy, exists: !isNew, version })
    },
    onStale,
  })
  const { draft, edit } = editor
  const leave = (saved: boolean) => {
    const name = draft.name.trim()
    if (isNew && !saved) void navigate({ to: '/strategies' })
    else void navigate({ to: '/strategies/$name', params: { name } })
  }
  return (
    <FormPage
      editor={editor}
      purpose={t('strategies.text')}
      title={isNew ? t('strategies.new') : start.title || start.name}
      name={start.name}
      beside={!isNew && start.title && <span className="faint mono">{start.name}</span>}
      diff={<Diff lines={diffOf(isNew ? undefined : editor.start, draft)} />}
      saveLabel={t(isNew ? 'strategies.create' : 'strategies.save')}
      refusal={refusal}
      onLeave={leave}
    >
      <What draft={draft} isNew={isNew} onChange={edit} />
      <FormSection
        label={t('strategies.parameters')}
        hint={t(isNew ? 'strategies.parametersHint' : 'strategies.keep')}
      >
        <ParametersEditor parameters={draft.parameters} onChange={(parameters) => edit({ parameters })} />
      </FormSection>
    </FormPage>
  )
}

function problemOf({ name, parameters }: StrategyDraft): string | undefined {
  if (name.trim() === '') return t('strategies.nameMissing')
  const fault = faultOf(parameters)
  return fault && t(`parameter.${fault.kind}`, { name: fault.kind === 'twice' ? fault.name : '' })
}

type WhatProps = { draft: StrategyDraft; isNew: boolean; onChange(change: Partial<StrategyDraft>): void }

function What({ draft, isNew, onChange }: WhatProps) {
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) name.current?.focus()
  }, [isNew])
  return (
    <FormSection label={t('strategies.what')}>
      <div className={classes.pair}>
        {isNew && (
          <TextInput
            ref={name}
            label={t('strategies.name')}
            description={t('strategies.nameHint')}
            value={draft.name}
            maxLength={100}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
            classNames={{ input: 'mono' }}
            autoComplete="off"
          />
        )}
        <TextInput
          label={t('strategies.label')}
          description={t('strategies.labelHint')}
          value={draft.title}
          maxLength={100}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
      </div>
      <TextInput
        label={t('strategies.description')}
        value={draft.description}
        maxLength={1000}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </FormSection>
  )
}
