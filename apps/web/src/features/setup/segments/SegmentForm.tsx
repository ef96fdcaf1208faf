import type { AdminSegment, UpsertSegment } from '@flagstaff/contract/segments'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { choicesOf } from '../../../lib/choices.ts'
import { contextFieldList } from '../../../lib/contextFields.ts'
import { usePage } from '../../../lib/crumbs.ts'
import { useEditor } from '../../../lib/editor.ts'
import { useLimits } from '../../../lib/limits.ts'
import { useCan } from '../../../lib/session.ts'
import { Diff } from '../../../ui/Diff.tsx'
import { FormPage, FormSection } from '../../../ui/Form.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { Uses } from '../../../ui/Uses.tsx'
import { ConstraintEditor, hasFault } from '../constraints/index.ts'
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
  const save = useSaveSegment()
  const navigate = useNavigate()
  const limits = useLimits()
  const fields = choicesOf(useQuery(contextFieldList))
  const editor = useEditor({
    start,
    version: stored?.objectVersion,
    count: (before, after) => changesOf(before, after).length,
    check: ({ name, constraints }) => {
      if (name.trim() === '') return t('segments.nameMissing')
      return hasFault(constraints, fields, limits.constraintValues) ? false : undefined
    },
    save: (segment, version) =>
      save.mutateAsync({
        segment: { ...segment, name: segment.name.trim() },
        ...(stored ? { id: String(stored.id), version } : {}),
      }),
    onStale,
  })
  const { draft, edit } = editor
  const uses = useQuery({ ...segmentUses(String(stored?.id ?? '')), enabled: stored !== undefined })
  const refusal = useCan([stored ? 'UPDATE_SEGMENT' : 'CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'], {
    project: draft.project ?? undefined,
  })
  const back = () => void navigate({ to: '/segments' })
  const count = draft.constraints.reduce((sum, { values = [] }) => sum + values.length, 0)
  return (
    <FormPage
      editor={editor}
      title={stored?.name ?? t('segments.new')}
      name={editor.start.name}
      beside={
        uses.data && (
          <span className="faint">
            {t('segments.usedIn', {
              rules: uses.data.length,
              flags: new Set(uses.data.map(({ featureName }) => featureName)).size,
            })}
          </span>
        )
      }
      sentence={<SegmentSentence name={draft.name} constraints={draft.constraints} />}
      diff={<Diff lines={diffOf(stored ? editor.start : undefined, draft)} />}
      saveLabel={saveLabel(stored !== undefined, uses.data?.length)}
      refusal={refusal}
      aside={<SegmentAside draft={draft} start={stored ? editor.start : undefined} values={count} />}
      onLeave={back}
    >
      <SegmentNames draft={draft} taken={editor.start.name} onChange={edit} />
      <FormSection
        label={t('segments.who')}
        hint={t('segments.whoHint', { values: count, limit: limits.segmentValues })}
      >
        <ConstraintEditor
          constraints={draft.constraints}
          project={draft.project ?? undefined}
          strict={editor.tried}
          onChange={(constraints) => edit({ constraints })}
        />
      </FormSection>
      {stored && (
        <Loaded query={uses} name={t('segments.rules')}>
          {(rules) =>
            rules.length > 0 && (
              <section className={classes.rules}>
                <h2>{t('segments.rules')}</h2>
                <p className="faint small">{t('segments.rulesHint')}</p>
                <Uses uses={rules} label={t('segments.rules')} />
              </section>
            )
          }
        </Loaded>
      )}
    </FormPage>
  )
}

function saveLabel(exists: boolean, rules: number | undefined) {
  if (!exists) return t('segments.create')
  return rules ? t('segments.saveRules', { rules }) : t('segments.save')
}
