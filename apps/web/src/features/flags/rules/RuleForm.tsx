import type { Feature } from '@flagstaff/contract/flags'
import type { AdminSegment } from '@flagstaff/contract/segments'
import type { Strategy } from '@flagstaff/contract/strategy-types'
import { Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../lib/session.ts'
import { strategyList } from '../../../lib/strategies.ts'
import { Diff } from '../../../ui/Diff.tsx'
import { Environment, isProduction } from '../../../ui/Environment.tsx'
import { FormPage, FormSection } from '../../../ui/Form.tsx'
import { MergeBar } from '../../../ui/MergeBar.tsx'
import { ConstraintEditor } from '../../constraints/ConstraintEditor.tsx'
import { OperatorWarnings } from '../../constraints/OperatorWarnings.tsx'
import { type FlagEnvironment, type Place, segmentList } from '../page/queries.ts'
import { KindField } from './KindField.tsx'
import { t } from './messages.ts'
import { Parameters } from './Parameters.tsx'
import { definitionsOf, firstValues } from './parameters.ts'
import { RolloutFields } from './RolloutFields.tsx'
import classes from './RuleForm.module.css'
import { RuleSentence } from './RuleSentence.tsx'
import {
  constraintsOf,
  gradual,
  type Rule,
  type RuleBody,
  rolloutOf,
  variantDoubts,
  withParameters,
} from './rule.ts'
import { diffRules } from './ruleDiff.tsx'
import { SegmentsPicker } from './SegmentsPicker.tsx'
import { TryContext } from './TryContext.tsx'
import { useRuleForm } from './useRuleForm.ts'
import { VariantsEditor } from './VariantsEditor.tsx'

const none: AdminSegment[] = []

export type RuleFormProps = {
  place: Place
  flag: Feature
  environment: FlagEnvironment
  /** As it is on the server now; undefined for a new rule, and for one that was deleted meanwhile. */
  stored: Rule | undefined
  start: RuleBody
  isNew: boolean
}

/** The whole rule on one page: the sentence it makes, its parts, what it answers, and what saving changes. */
export function RuleForm(props: RuleFormProps) {
  const { place, flag, environment, isNew } = props
  const { name, type = '', strategies: rules = [] } = environment
  const form = useRuleForm(props)
  const { draft, set, base, underneath, gone } = form
  const { data: segments = none } = useQuery(segmentList)
  const names = new Map(segments.map((segment) => [segment.id, segment.name]))
  const where = { project: place.project, environment: name }
  const mayAdd = useCan('CREATE_FEATURE_STRATEGY', where)
  const mayEdit = useCan('UPDATE_FEATURE_STRATEGY', where)
  const index = isNew ? rules.length : rules.findIndex(({ id }) => id === props.stored?.id)
  const before = isNew ? undefined : base.start
  const production = isProduction(type)
  const said = production ? (isNew ? 'form.addIn' : 'form.saveIn') : isNew ? 'form.add' : 'form.save'
  const refusal = isNew || gone ? mayAdd : mayEdit
  const { data: strategies = [] } = useQuery(strategyList)
  const strategy = strategies.find((one) => one.name === draft.name)
  const choose = (chosen: Strategy) =>
    set({
      name: chosen.name,
      parameters: chosen.name === 'flexibleRollout' ? gradual(flag.name).parameters : firstValues(chosen),
    })
  return (
    <FormPage
      title={draft.title || titleOf(isNew, index)}
      beside={
        <>
          <Environment name={name} type={type} boxed />
          {!isNew && rules.length > 1 && index >= 0 && (
            <span className={`${classes.place} t3 small num`}>
              {t('form.place', { index: index + 1, count: rules.length })}
            </span>
          )}
          <Switch
            size="sm"
            className={classes.active ?? ''}
            label={t('form.active')}
            checked={!draft.disabled}
            disabled={refusal !== undefined}
            onChange={(event) => set({ disabled: !event.currentTarget.checked })}
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
      problem={form.problem}
      diff={<Diff lines={diffRules(before, draft, names)} />}
      place={<Environment name={name} type={type} boxed />}
      changes={form.changes}
      saveLabel={t(said, { environment: name })}
      refusal={refusal}
      busy={form.busy}
      kept={form.kept}
      onSave={form.save}
      onLeave={form.leave}
      aside={
        <TryContext
          flag={flag.name}
          environment={name}
          enabled
          rules={form.tried}
          segments={segments}
          hint={t('try.hint')}
        />
      }
    >
      {underneath && (
        <MergeBar name={draft.title || t('form.edit')} onTheirs={form.takeTheirs} onMine={form.keepMine} />
      )}
      {gone && (
        <p className={classes.gone} role="alert">
          {t('form.gone')}
        </p>
      )}
      {!environment.enabled && (
        <p className={classes.note}>{t('form.off.note', { flag: flag.name, environment: name })}</p>
      )}
      <FormSection label={t('form.who')} hint={t('form.whoHint')}>
        <SegmentsPicker
          project={place.project}
          segments={segments}
          chosen={draft.segments}
          onChange={(chosen) => set({ segments: chosen })}
        />
        <OperatorWarnings project={place.project} constraints={constraintsOf(segments, draft.segments)} />
        <ConstraintEditor
          project={place.project}
          constraints={draft.constraints}
          strict={form.strict}
          onChange={(constraints) => set({ constraints })}
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
            onChange={(parameters) => set(withParameters(draft, parameters))}
          />
        </FormSection>
      ) : (
        <FormSection label={t('form.parameters')} hint={t('form.parametersHint', { name: draft.name })}>
          <Parameters
            definitions={definitionsOf(strategy, draft.parameters)}
            parameters={draft.parameters}
            strict={form.strict}
            onChange={(parameters) => set({ parameters })}
          />
        </FormSection>
      )}
      <FormSection label={t('form.what')} hint={t('form.whatHint')}>
        <VariantsEditor
          variants={draft.variants}
          stickiness={draft.parameters.stickiness || 'default'}
          onChange={(variants) => set({ variants })}
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
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
      </FormSection>
    </FormPage>
  )
}

/** A rule that was deleted meanwhile has no number any more. */
function titleOf(isNew: boolean, index: number): string {
  if (isNew) return t('form.new')
  return index < 0 ? t('form.deleted') : t('form.untitled', { index: index + 1 })
}
