import type { AdminSegment } from '@flagstaff/contract/segments'
import type { Strategy } from '@flagstaff/contract/strategy-types'
import { Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useDeferredValue } from 'react'
import { useReviews } from '../../../lib/reviews.ts'
import { strategyList } from '../../../lib/strategies.ts'
import { Diff } from '../../../ui/Diff.tsx'
import { Environment, isProduction } from '../../../ui/Environment.tsx'
import { FormPage, FormSection } from '../../../ui/Form.tsx'
import { RuleRadius } from '../../changes/radius/index.ts'
import { ConstraintEditor, OperatorWarnings } from '../../setup/constraints/index.ts'
import { segmentList } from '../../setup/segments/index.ts'
import { pathOf } from '../page/place.ts'
import { KindField } from './KindField.tsx'
import { t } from './messages.ts'
import { Parameters } from './Parameters.tsx'
import { definitionsOf, firstValues } from './parameters.ts'
import { RolloutFields } from './RolloutFields.tsx'
import classes from './RuleForm.module.css'
import { RuleSentence } from './RuleSentence.tsx'
import { changeOf, constraintsOf, gradual, rolloutOf, variantDoubts, withParameters } from './rule.ts'
import { diffRules } from './ruleDiff.tsx'
import { SegmentsPicker } from './SegmentsPicker.tsx'
import { TryContext } from './TryContext.tsx'
import { type RuleFormProps, useRuleForm } from './useRuleForm.ts'
import { VariantsEditor } from './VariantsEditor.tsx'

const none: AdminSegment[] = []

/** The form of a rule: its sentence, its parts, a test evaluation, and the changes. */
export function RuleForm(props: RuleFormProps) {
  const { place, flag, environment, isNew } = props
  const { name, type = '', strategies: rules = [] } = environment
  const { editor, changes, isGone, edit } = useRuleForm(props)
  const { draft } = editor
  const evaluated = useDeferredValue(draft)
  const navigate = useNavigate()
  const { data: segments = none } = useQuery(segmentList)
  const names = new Map(segments.map((segment) => [segment.id, segment.name]))
  const reviewFor = useReviews(place.project)
  const index = isNew ? rules.length : rules.findIndex(({ id }) => id === props.stored?.id)
  const before = isNew ? undefined : editor.start
  const production = isProduction(type)
  const said = production ? (isNew ? 'form.addIn' : 'form.saveIn') : isNew ? 'form.add' : 'form.save'
  const needs = isNew || isGone ? 'CREATE_FEATURE_STRATEGY' : 'UPDATE_FEATURE_STRATEGY'
  const { refusal, review } = reviewFor(environment, needs)
  const { data: strategies = [] } = useQuery(strategyList)
  const strategy = strategies.find((one) => one.name === draft.name)
  const choose = (chosen: Strategy) =>
    edit({
      name: chosen.name,
      parameters: chosen.name === 'flexibleRollout' ? gradual(flag.name).parameters : firstValues(chosen),
    })
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
      <FormSection label={t('form.who')} hint={t('form.whoHint')}>
        <SegmentsPicker
          project={place.project}
          segments={segments}
          chosen={draft.segments}
          onChange={(chosen) => edit({ segments: chosen })}
        />
        <OperatorWarnings project={place.project} constraints={constraintsOf(segments, draft.segments)} />
        <ConstraintEditor
          project={place.project}
          constraints={draft.constraints}
          strict={editor.tried}
          onChange={(constraints) => edit({ constraints })}
        />
      </FormSection>
      {isNew && strategies.length > 0 && (
        <FormSection label={t('form.kind')} hint={t('form.kindHint')}>
          <KindField strategies={strategies} value={draft.name} onChange={choose} />
        </FormSection>
      )}
      {draft.name === 'flexibleRollout' ? (
        <FormSection label={t('form.many')} hint={t('form.manyHint')}>
          <RolloutFields
            parameters={draft.parameters}
            flag={flag.name}
            before={before && rolloutOf(before)}
            onChange={(parameters) => edit(withParameters(draft, parameters))}
          />
        </FormSection>
      ) : (
        <FormSection label={t('form.parameters')} hint={t('form.parametersHint', { name: draft.name })}>
          <Parameters
            definitions={definitionsOf(strategy, draft.parameters)}
            parameters={draft.parameters}
            strict={editor.tried}
            onChange={(parameters) => edit({ parameters })}
          />
        </FormSection>
      )}
      <FormSection label={t('form.what')} hint={t('form.whatHint')}>
        <VariantsEditor
          variants={draft.variants}
          stickiness={draft.parameters.stickiness || 'default'}
          onChange={(variants) => edit({ variants })}
        />
        {before &&
          variantDoubts(draft).map((doubt) => (
            <p key={doubt} className={classes.note}>
              {t(`form.doubt.${doubt}`, {
                variants: draft.variants[0]?.stickiness ?? '',
                rule: draft.parameters.stickiness || 'default',
              })}
            </p>
          ))}
      </FormSection>
      <FormSection label={t('form.title')} hint={t('form.titleHint')}>
        <TextInput
          aria-label={t('form.title')}
          value={draft.title}
          onChange={(event) => edit({ title: event.currentTarget.value })}
        />
      </FormSection>
    </FormPage>
  )
}

/** A rule that was deleted in the meantime has no number. */
function titleOf(isNew: boolean, index: number): string {
  if (isNew) return t('form.new')
  return index < 0 ? t('form.deleted') : t('form.untitled', { index: index + 1 })
}
