import type { ContextField, CreateContextField } from '@flagstaff/contract/context'
import { Select, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { useEditor } from '../../../lib/editor.ts'
import { projectList } from '../../../lib/projects.ts'
import { useCan } from '../../../lib/session.ts'
import { Diff } from '../../../ui/Diff.tsx'
import { FormPage, FormSection } from '../../../ui/Form.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { Uses } from '../../../ui/Uses.tsx'
import classes from './context.module.css'
import { diffOf } from './diff.ts'
import type { FieldDraft } from './draft.ts'
import { LegalValues } from './LegalValues.tsx'
import { faultOf } from './legal.ts'
import { t } from './messages.ts'
import { contextField, contextUses, useSaveField } from './queries.ts'

const valueTypes = ['string', 'number', 'semver', 'date', 'boolean'] as const

export function NewContextField() {
  usePage([{ label: t('context.title'), to: '/context' }, { label: t('context.new') }])
  const { project = '' } = useSearch({ from: '/context/create' })
  return (
    <ContextForm
      start={{ name: '', description: '', valueType: 'string', stickiness: false, legalValues: [], project }}
    />
  )
}

export function EditContextField() {
  const { name } = useParams({ from: '/context/edit/$name' })
  const { data, error, refetch } = useQuery(contextField(name))
  usePage([{ label: t('context.title'), to: '/context' }, { label: name }])
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return <ContextForm key={name} start={draftOf(data)} stored={data} onStale={() => void refetch()} />
}

const draftOf = (field: ContextField): FieldDraft => ({
  name: field.name,
  description: field.description ?? '',
  valueType: field.valueType ?? 'string',
  stickiness: field.stickiness ?? false,
  legalValues: field.legalValues ?? [],
  project: field.project ?? '',
})

/** Sends every field, since the server resets omitted ones. */
const inputOf = (draft: FieldDraft, stored: ContextField | undefined): CreateContextField => ({
  name: draft.name.trim(),
  description: draft.description,
  valueType: draft.valueType,
  stickiness: draft.stickiness,
  legalValues: draft.legalValues,
  ...(stored?.sortOrder === undefined ? {} : { sortOrder: stored.sortOrder }),
  ...(draft.project ? { project: draft.project } : {}),
})

type ContextFormProps = { start: FieldDraft; stored?: ContextField; onStale?: () => void }

function ContextForm({ start, stored, onStale }: ContextFormProps) {
  const save = useSaveField()
  const navigate = useNavigate()
  const editor = useEditor({
    start,
    version: stored?.objectVersion,
    check: problemOf,
    save: (draft, version) =>
      save.mutateAsync({ field: inputOf(draft, stored), exists: stored !== undefined, version }),
    onStale,
  })
  const { draft, edit } = editor
  const uses = useQuery({ ...contextUses(start.name), enabled: stored !== undefined })
  const refusal = useCan(
    [stored ? 'UPDATE_CONTEXT_FIELD' : 'CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
    {
      project: draft.project || undefined,
    },
  )
  const back = () => void navigate({ to: '/context' })
  return (
    <FormPage
      editor={editor}
      title={stored?.name ?? t('context.new')}
      name={start.name}
      purpose={t('context.text')}
      beside={uses.data && <span className="faint">{t('context.usedIn', { rules: uses.data.length })}</span>}
      diff={<Diff lines={diffOf(stored ? editor.start : undefined, draft)} />}
      saveLabel={t(stored ? 'context.save' : 'context.create')}
      refusal={refusal}
      onLeave={back}
    >
      <What draft={draft} isNew={stored === undefined} onChange={edit} />
      <FormSection label={t('context.rollouts')}>
        <Switch
          size="sm"
          label={t('context.stickiness')}
          description={t('context.stickinessHint')}
          checked={draft.stickiness}
          onChange={(event) => edit({ stickiness: event.currentTarget.checked })}
        />
      </FormSection>
      <FormSection label={t('context.legal')} hint={t('legal.hint')}>
        <LegalValues values={draft.legalValues} onChange={(legalValues) => edit({ legalValues })} />
      </FormSection>
      {stored && (
        <Loaded query={uses} name={t('context.rules')}>
          {(rules) =>
            rules.length > 0 && (
              <section className={classes.rules}>
                <h2>{t('context.rules')}</h2>
                <Uses uses={rules} label={t('context.rules')} />
              </section>
            )
          }
        </Loaded>
      )}
    </FormPage>
  )
}

function problemOf({ name, legalValues }: FieldDraft): string | undefined {
  if (name.trim() === '') return t('context.nameMissing')
  const fault = faultOf(legalValues)
  return fault && t(`legal.${fault.kind}`, { value: fault.kind === 'twice' ? fault.value : '' })
}

type WhatProps = { draft: FieldDraft; isNew: boolean; onChange(change: Partial<FieldDraft>): void }

function What({ draft, isNew, onChange }: WhatProps) {
  const projects = choicesOf(useQuery(projectList))
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) name.current?.focus()
  }, [isNew])
  return (
    <FormSection label={t('context.what')}>
      {isNew && (
        <div className={classes.pair}>
          <TextInput
            ref={name}
            label={t('context.name')}
            description={t('context.nameHint')}
            value={draft.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
            classNames={{ input: 'mono' }}
            autoComplete="off"
          />
          <Select
            label={t('context.scope')}
            description={'\u00a0'}
            data={[
              { value: '', label: t('context.global') },
              ...projects.map(({ id, name: label }) => ({ value: id, label })),
            ]}
            value={draft.project}
            allowDeselect={false}
            onChange={(project) => onChange({ project: project ?? '' })}
          />
        </div>
      )}
      <div className={classes.pair}>
        <TextInput
          label={t('context.description')}
          value={draft.description}
          maxLength={250}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
        <Select
          label={t('context.type')}
          data={valueTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
          value={draft.valueType}
          allowDeselect={false}
          onChange={(valueType) => valueType && onChange({ valueType: valueType as FieldDraft['valueType'] })}
        />
      </div>
    </FormSection>
  )
}
