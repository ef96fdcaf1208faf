import type { ReleaseTemplate } from '@flagstaff/contract/release-templates'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { contextFieldList } from '../../../lib/contextFields.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { useEditor } from '../../../lib/editor.ts'
import { strategyList } from '../../../lib/strategies.ts'
import { Diff } from '../../../ui/Diff.tsx'
import { FormPage, FormSection } from '../../../ui/Form.tsx'
import { LoadingCards } from '../../../ui/Loading.tsx'
import { useReadOnly } from '../../../ui/readOnly.ts'
import { ErrorState } from '../../../ui/State.tsx'
import {
  previewOf,
  Track,
  templateDetail,
  useSaveTemplate,
  useTemplateRefusal,
} from '../../changes/templates/index.ts'
import { segmentList } from '../../setup/segments/index.ts'
import { useRuleCheck } from '../rules/ruleCheck.ts'
import { diffOf } from './diff.tsx'
import { type Draft, draftOf, faultOf, inputOf, milestonesOf, newDraft, steps } from './draft.ts'
import { Milestones } from './Milestones.tsx'
import { t } from './messages.ts'
import classes from './templates.module.css'

const home = () => ({ label: t('form.list'), to: '/release-templates' })

export function NewTemplate() {
  usePage([home(), { label: t('form.new') }])
  const { project, start } = useSearch({ from: '/release-templates/create-template' })
  // Kept: a new draft has new keys.
  const [draft] = useState(() => newDraft(project ?? null, start === 'steps'))
  return <Loaded start={draft} />
}

export function EditTemplate() {
  const { id } = useParams({ from: '/release-templates/edit/$id' })
  const { data, error, refetch } = useQuery(templateDetail(id))
  usePage([home(), { label: data?.name ?? id }])
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingCards title cards={[2, 4]} />
  return <Loaded key={id} start={draftOf(data)} stored={data} onStale={() => void refetch()} />
}

type TemplateFormProps = { start: Draft; stored?: ReleaseTemplate; onStale?: () => void }

/** Loads everything that rules refer to first, to avoid layout shifts in the form. */
function Loaded(props: TemplateFormProps) {
  const parts = [useQuery(contextFieldList), useQuery(segmentList), useQuery(strategyList)]
  if (parts.some((part) => part.isPending)) return <LoadingCards title cards={[2, 4]} />
  return <TemplateForm {...props} />
}

function TemplateForm({ start, stored, onStale }: TemplateFormProps) {
  const save = useSaveTemplate()
  const check = useRuleCheck()
  const navigate = useNavigate()
  const list = choicesOf(useQuery(segmentList))
  const segments = useMemo(() => new Map(list.map(({ id, name }) => [id, name])), [list])
  const editor = useEditor({
    start,
    version: stored?.objectVersion,
    count: (before, after) => diffOf(stored ? before : undefined, after, segments).length,
    check: (draft) => faultOf(draft, check),
    save: (draft, version) =>
      save.mutateAsync({
        project: draft.project,
        template: inputOf(draft),
        ...(stored ? { id: stored.id, version } : {}),
      }),
    onStale,
  })
  const { draft, edit } = editor
  const refusal = useTemplateRefusal(draft.project, stored ? 'update' : 'create')
  const lines = diffOf(stored ? editor.start : undefined, draft, segments)
  const leave = () =>
    void (draft.project === null
      ? navigate({ to: '/release-templates' })
      : navigate({
          to: '/projects/$projectId/settings/$place',
          params: { projectId: draft.project, place: 'release-templates' },
        }))
  return (
    <FormPage
      editor={editor}
      title={stored?.name ?? t('form.new')}
      name={editor.start.name}
      beside={<span className="faint">{draft.project ?? t('form.allProjects')}</span>}
      sentence={
        draft.milestones.length > 0 && <Track steps={previewOf(milestonesOf(draft))} label={draft.name} />
      }
      // A new template is in the form as a whole.
      diff={stored && <Diff lines={lines} />}
      saveLabel={t(stored ? 'form.save' : 'form.create')}
      refusal={refusal}
      onLeave={leave}
    >
      {stored?.archivedAt && <p className={classes.note}>{t('form.archived')}</p>}
      {stored && (stored.usedInFeatures ?? 0) > 0 && <p className={classes.note}>{t('form.saveNote')}</p>}
      <Names draft={draft} isNew={!stored} edit={edit} />
      <FormSection label={t('form.milestones')} hint={t('form.milestonesHint')}>
        {!stored && <Steps draft={draft} onUse={() => edit({ milestones: steps() })} />}
        <Milestones
          milestones={draft.milestones}
          before={stored ? editor.start.milestones : []}
          project={draft.project ?? undefined}
          segments={segments}
          strict={editor.tried}
          onChange={(milestones) => edit({ milestones })}
        />
      </FormSection>
    </FormPage>
  )
}

type NamesProps = { draft: Draft; isNew: boolean; edit(change: Partial<Draft>): void }

function Names({ draft, isNew, edit }: NamesProps) {
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew) name.current?.focus()
  }, [isNew])
  return (
    <FormSection label={t('form.details')} hint={t('form.detailsHint')}>
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
        label={t('form.description')}
        value={draft.description}
        maxLength={1000}
        autosize
        onChange={(event) => edit({ description: event.currentTarget.value })}
      />
    </FormSection>
  )
}

/** Offered until there is more than the first milestone. */
function Steps({ draft, onUse }: { draft: Draft; onUse(): void }) {
  const isReadOnly = useReadOnly()
  if (isReadOnly || draft.milestones.length > 1) return null
  return (
    <p className={classes.offer}>
      <span className="dim">{t('form.useStepsText')}</span>
      <Button variant="default" size="xs" onClick={onUse}>
        {t('form.useSteps')}
      </Button>
    </p>
  )
}
