import type { ReleaseTemplate } from '@flagstaff/contract/release-templates'
import { Button, Modal, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Review } from '../../../lib/api.ts'
import { useReviews } from '../../../lib/reviews.ts'
import { t as shared } from '../../../messages/en.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { ReviewButton } from '../../../ui/ReviewButton.tsx'
import { ErrorState } from '../../../ui/State.tsx'
import { previewOf, Track, usableTemplates } from '../../changes/templates/index.ts'
import type { FlagEnvironment, Place } from '../page/queries.ts'
import { RuleSentence, type SegmentNames } from '../rules/RuleSentence.tsx'
import { ruleBodyOf } from '../templates/draft.ts'
import { t } from './messages.ts'
import classes from './plans.module.css'
import { usePlanChanges } from './queries.ts'

type AddPlanProps = { place: Place; environment: FlagEnvironment; segments: SegmentNames; onClose(): void }

/** Chooses a template with a preview, and adds it to the flag as its release plan. */
export function AddPlan(props: AddPlanProps) {
  const { place, environment, onClose } = props
  const { data, error, refetch } = useQuery(usableTemplates(place.project))
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('add.title', { environment: environment.name })}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && <NoTemplates onClose={onClose} />}
      {data && data.length > 0 && <Choice {...props} templates={data} />}
    </Modal>
  )
}

const NoTemplates = ({ onClose }: { onClose(): void }) => (
  <div className={classes.none}>
    <b>{t('add.none')}</b>
    <p className="dim">{t('add.noneText')}</p>
    <div className={classes.buttons}>
      <Button variant="default" onClick={onClose}>
        {shared('form.cancel')}
      </Button>
      <Button component={Link} to="/release-templates">
        {t('add.create')}
      </Button>
    </div>
  </div>
)

type ChoiceProps = AddPlanProps & { templates: readonly ReleaseTemplate[] }

function Choice({ place, environment, segments, templates, onClose }: ChoiceProps) {
  const { name, enabled } = environment
  const [id, setId] = useState(templates[0]?.id)
  const { add } = usePlanChanges(place, name)
  const { review } = useReviews(place.project)(environment, 'CREATE_FEATURE_STRATEGY')
  const template = templates.find((one) => one.id === id)
  const isEmpty = (template?.milestones ?? []).length === 0
  const save = (way?: Review) => {
    if (template && !isEmpty) add.mutate({ template: template.id, review: way }, { onSuccess: onClose })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(review && 'propose')
  }
  return (
    <form onSubmit={submit} className={classes.add}>
      <p className="dim">{t('add.text')}</p>
      <Select
        label={t('add.choose')}
        data={templates.map((one) => ({
          value: one.id,
          label: one.project ? t('add.ofProject', { name: one.name, project: one.project }) : one.name,
        }))}
        value={id ?? null}
        allowDeselect={false}
        searchable={templates.length > 5}
        onChange={(value) => value && setId(value)}
        data-autofocus
      />
      {template && <Preview template={template} segments={segments} />}
      <p className="small">{t(enabled ? 'add.on' : 'add.off', { environment: name })}</p>
      {add.error && (
        <p className={classes.problem} role="alert">
          {add.error.message}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {shared('form.cancel')}
        </Button>
        {review ? (
          <ReviewButton type="submit" offer={review} busy={add.isPending} disabled={isEmpty} onSave={save} />
        ) : (
          <Button type="submit" loading={add.isPending} aria-disabled={isEmpty ? true : undefined}>
            {t('add.label')}
          </Button>
        )}
      </div>
    </form>
  )
}

function Preview({ template, segments }: { template: ReleaseTemplate; segments: SegmentNames }) {
  const { name, description, milestones = [] } = template
  if (milestones.length === 0) return <p className={classes.problem}>{t('add.noMilestones')}</p>
  return (
    <div className={classes.preview}>
      {description && <p className="dim small">{description}</p>}
      <Track steps={previewOf(milestones)} label={t('add.preview', { name })} />
      <dl className={classes.list}>
        {milestones.map((milestone) => (
          <div key={milestone.id}>
            <dt>{milestone.name}</dt>
            <dd>
              {(milestone.strategies ?? []).map((rule) => (
                <div key={rule.id}>
                  <RuleSentence rule={ruleBodyOf(rule)} segments={segments} />
                </div>
              ))}
              {(milestone.strategies ?? []).length === 0 && (
                <span className="faint">{t('add.emptyMilestone')}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
