import type { AdminSegment, UpsertSegment } from '@flagstaff/contract/segments'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { usePage } from '../../lib/crumbs.ts'
import { useDraft } from '../../lib/draft.ts'
import { useCan } from '../../lib/session.ts'
import { useSubmit } from '../../lib/submit.ts'
import { Diff } from '../../ui/Diff.tsx'
import { FormPage, FormSection } from '../../ui/Form.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MergeBar } from '../../ui/MergeBar.tsx'
import { ErrorState } from '../../ui/State.tsx'
import { Uses } from '../../ui/Uses.tsx'
import { ConstraintEditor } from '../constraints/ConstraintEditor.tsx'
import { hasFault } from '../constraints/check.ts'
import { contextFieldList, useLimits } from '../constraints/queries.ts'
import { changesOf, diffOf } from './diff.tsx'
import { t } from './messages.ts'
import { segmentDetail, segmentUses, useSaveSegment } from './queries.ts'
import { SegmentAside } from './SegmentAside.tsx'
import { SegmentNames } from './SegmentNames.tsx'
import { SegmentSentence } from './SegmentSentence.tsx'
import classes from './segments.module.css'

export function NewSegment() {
  usePage([{ label: t('segments.title'), to: '/segments' }, { label: t('segments.new') }])
  const { project } = useSearch({ from: '/segments/create' })
  return <SegmentForm start={{ name: '', description: '', project: project ?? null, constraints: [] }} />
}

export function EditSegment() {
  const { id } = useParams({ from: '/segments/edit/$id' })
  const { data, error, refetch } = useQuery(segmentDetail(id))
  usePage([{ label: t('segments.title'), to: '/segments' }, { label: data?.name ?? id }])
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return <SegmentForm key={id} start={inputOf(data)} stored={data} onStale={() => void refetch()} />
}

const inputOf = ({ name, description, project, constraints }: AdminSegment): UpsertSegment => ({
  name,
  description: description ?? '',
  project: project ?? null,
  constraints,
})

type SegmentFormProps = { start: UpsertSegment; stored?: AdminSegment; onStale?: () => void }

function SegmentForm({ start, stored, onStale }: SegmentFormProps) {
  const form = useDraft(start, stored?.objectVersion)
  const { draft, edit } = form
  const [tried, setTried] = useState(false)
  const save = useSaveSegment()
  const navigate = useNavigate()
  const limits = useLimits()
  const { data: fields = [] } = useQuery(contextFieldList)
  const { data: uses = [] } = useQuery({
    ...segmentUses(String(stored?.id ?? '')),
    enabled: stored !== undefined,
  })
  const refusal = useCan([stored ? 'UPDATE_SEGMENT' : 'CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'], {
    project: draft.project ?? undefined,
  })
  const back = () => void navigate({ to: '/segments' })
  const count = draft.constraints.reduce((sum, { values = [] }) => sum + values.length, 0)

  const { problem, submit } = useSubmit({
    check: () => {
      setTried(true)
      if (draft.name.trim() === '') return t('segments.nameMissing')
      return hasFault(draft.constraints, fields, limits.constraintValues) ? false : undefined
    },
    run: () =>
      save.mutateAsync({
        segment: { ...draft, name: draft.name.trim() },
        ...(stored ? { id: String(stored.id), version: form.version } : {}),
      }),
    onStale,
  })
  return (
    <FormPage
      title={stored?.name ?? t('segments.new')}
      beside={
        stored && (
          <span className="t3">
            {t('segments.usedIn', {
              rules: uses.length,
              flags: new Set(uses.map(({ featureName }) => featureName)).size,
            })}
          </span>
        )
      }
      sentence={<SegmentSentence name={draft.name} constraints={draft.constraints} />}
      problem={problem}
      diff={<Diff lines={diffOf(stored ? form.start : undefined, draft)} />}
      changes={changesOf(form.start, draft).length}
      saveLabel={saveLabel(stored !== undefined, uses.length)}
      refusal={refusal}
      busy={save.isPending}
      aside={<SegmentAside draft={draft} start={stored ? form.start : undefined} values={count} />}
      kept={form.kept}
      onSave={submit}
      onLeave={back}
    >
      {form.changedUnderneath && (
        <MergeBar name={form.start.name} onTheirs={form.takeTheirs} onMine={form.keepMine} />
      )}
      <SegmentNames draft={draft} taken={form.start.name} onChange={edit} />
      <FormSection
        label={t('segments.who')}
        hint={t('segments.whoHint', { values: count, limit: limits.segmentValues })}
      >
        <ConstraintEditor
          constraints={draft.constraints}
          project={draft.project ?? undefined}
          strict={tried}
          onChange={(constraints) => edit({ constraints })}
        />
      </FormSection>
      {uses.length > 0 && (
        <section className={classes.rules}>
          <h2>{t('segments.rules')}</h2>
          <p className="t3 small">{t('segments.rulesHint')}</p>
          <Uses uses={uses} label={t('segments.rules')} />
        </section>
      )}
    </FormPage>
  )
}

function saveLabel(exists: boolean, rules: number) {
  if (!exists) return t('segments.create')
  return rules > 0 ? t('segments.saveRules', { rules }) : t('segments.save')
}
