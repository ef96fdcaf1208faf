import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useDeferredValue } from 'react'
import { choicesOf } from '../../../lib/choices.ts'
import { useReviews } from '../../../lib/reviews.ts'
import { Diff } from '../../../ui/Diff.tsx'
import { Environment, isProduction } from '../../../ui/Environment.tsx'
import { FormPage } from '../../../ui/Form.tsx'
import { RuleRadius } from '../../changes/radius/index.ts'
import { segmentList } from '../../setup/segments/index.ts'
import { pathOf } from '../page/place.ts'
import { t } from './messages.ts'
import { RuleFields } from './RuleFields.tsx'
import classes from './RuleForm.module.css'
import { RuleSentence } from './RuleSentence.tsx'
import { changeOf } from './rule.ts'
import { diffRules } from './ruleDiff.tsx'
import { TryContext } from './TryContext.tsx'
import { type RuleFormProps, useRuleForm } from './useRuleForm.ts'

/** The form of a rule: its sentence, its parts, a test evaluation, and the changes. */
export function RuleForm(props: RuleFormProps) {
  const { place, flag, environment, isNew } = props
  const { name, type = '', strategies: rules = [] } = environment
  const { editor, changes, isGone, edit } = useRuleForm(props)
  const { draft } = editor
  const evaluated = useDeferredValue(draft)
  const navigate = useNavigate()
  const segments = choicesOf(useQuery(segmentList))
  const names = new Map(segments.map((segment) => [segment.id, segment.name]))
  const reviewFor = useReviews(place.project)
  const index = isNew ? rules.length : rules.findIndex(({ id }) => id === props.stored?.id)
  const before = isNew ? undefined : editor.start
  const production = isProduction(type)
  const said = production ? (isNew ? 'form.addIn' : 'form.saveIn') : isNew ? 'form.add' : 'form.save'
  const needs = isNew || isGone ? 'CREATE_FEATURE_STRATEGY' : 'UPDATE_FEATURE_STRATEGY'
  const { refusal, review } = reviewFor(environment, needs)
  return (
    <FormPage
      editor={editor}
      title={draft.title || titleOf(isNew, index)}
      name={draft.title || t('form.edit')}
      beside={
        <>
          <Environment name={name} type={type} boxed />
          {!isNew && rules.length > 1 && index >= 0 && (
            <span className={`${classes.place} faint small num`}>
              {t('form.place', { index: index + 1, count: rules.length })}
            </span>
          )}
          <Switch
            size="sm"
            className={classes.active ?? ''}
            label={t('form.active')}
            checked={!draft.disabled}
            disabled={refusal !== undefined}
            onChange={(event) => edit({ disabled: !event.currentTarget.checked })}
          />
        </>
      }
      sentence={
        <RuleSentence
          rule={{ ...draft, disabled: false }}
          segments={names}
          lead={t('say.when')}
          withBar
          against={before && { rule: before, mark: 'add' }}
        />
      }
      diff={<Diff lines={diffRules(before, draft, names)} />}
      place={<Environment name={name} type={type} boxed />}
      changes={changes}
      saveLabel={t(said, { environment: name })}
      review={review}
      refusal={refusal}
      onLeave={() => void navigate({ to: pathOf(place) })}
      aside={
        <TryContext
          flag={flag.name}
          environment={name}
          enabled
          rules={[{ ...evaluated, disabled: false }]}
          segments={segments}
          hint={t('try.hint')}
        />
      }
    >
      {editor.changes > 0 && !isGone && !refusal && (
        <Suspense>
          <RuleRadius
            project={place.project}
            environment={name}
            draft={review !== undefined}
            change={changeOf(flag.name, props.stored?.id, draft)}
          />
        </Suspense>
      )}
      {isGone && (
        <p className={classes.gone} role="alert">
          {t('form.gone')}
        </p>
      )}
      {props.isDrafted && <p className={classes.note}>{t('form.drafted')}</p>}
      {!environment.enabled && (
        <p className={classes.note}>{t('form.off.note', { flag: flag.name, environment: name })}</p>
      )}
      <RuleFields
        rule={draft}
        before={before}
        project={place.project}
        flag={flag.name}
        strict={editor.tried}
        onEdit={edit}
      />
    </FormPage>
  )
}

/** A rule that was deleted in the meantime has no number. */
function titleOf(isNew: boolean, index: number): string {
  if (isNew) return t('form.new')
  return index < 0 ? t('form.deleted') : t('form.untitled', { index: index + 1 })
}
