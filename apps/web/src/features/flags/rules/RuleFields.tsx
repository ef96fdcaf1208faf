import type { Strategy } from '@flagstaff/contract/strategy-types'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { strategyList } from '../../../lib/strategies.ts'
import { FormSection } from '../../../ui/Form.tsx'
import { ConstraintEditor, OperatorWarnings } from '../../setup/constraints/index.ts'
import { segmentList } from '../../setup/segments/index.ts'
import { KindField } from './KindField.tsx'
import { t } from './messages.ts'
import { Parameters } from './Parameters.tsx'
import { definitionsOf, firstValues } from './parameters.ts'
import { RolloutFields } from './RolloutFields.tsx'
import classes from './RuleForm.module.css'
import { constraintsOf, gradual, type RuleBody, rolloutOf, withParameters } from './rule.ts'
import { SegmentsPicker } from './SegmentsPicker.tsx'
import { VariantDoubts } from './VariantDoubts.tsx'
import { VariantsEditor } from './VariantsEditor.tsx'

type RuleFieldsProps = {
  rule: RuleBody
  /** The stored rule; undefined for a new one, whose kind can still be chosen. */
  before: RuleBody | undefined
  /** The project whose segments and context fields are offered; only those of all projects without one. */
  project: string | undefined
  /** The default group of a gradual rollout. In a template there is no flag yet: group and stickiness stay open. */
  flag: string | undefined
  /** Whether missing fields are marked. */
  strict: boolean
  onEdit(change: Partial<RuleBody>): void
}

/** The parts of a rule: who, how many, and what they get. */
export function RuleFields({ rule, before, project, flag, strict, onEdit }: RuleFieldsProps) {
  const segments = choicesOf(useQuery(segmentList))
  const strategies = choicesOf(useQuery(strategyList))
  const strategy = strategies.find((one) => one.name === rule.name)
  const choose = (chosen: Strategy) =>
    onEdit({
      name: chosen.name,
      parameters: chosen.name === 'flexibleRollout' ? firstRollout(flag) : firstValues(chosen),
    })
  return (
    <>
      <FormSection label={t('form.who')} hint={t('form.whoHint')}>
        <SegmentsPicker
          project={project ?? ''}
          segments={segments}
          chosen={rule.segments}
          onChange={(chosen) => onEdit({ segments: chosen })}
        />
        {project !== undefined && (
          <OperatorWarnings project={project} constraints={constraintsOf(segments, rule.segments)} />
        )}
        <ConstraintEditor
          project={project}
          constraints={rule.constraints}
          strict={strict}
          onChange={(constraints) => onEdit({ constraints })}
        />
      </FormSection>
      {!before && strategies.length > 0 && (
        <FormSection label={t('form.kind')} hint={t('form.kindHint')}>
          <KindField strategies={strategies} value={rule.name} onChange={choose} />
        </FormSection>
      )}
      {rule.name === 'flexibleRollout' ? (
        <FormSection label={t('form.many')} hint={t('form.manyHint')}>
          <RolloutFields
            parameters={rule.parameters}
            flag={flag}
            before={before && rolloutOf(before)}
            onChange={(parameters) => onEdit(withParameters(rule, parameters))}
          />
        </FormSection>
      ) : (
        <FormSection label={t('form.parameters')} hint={t('form.parametersHint', { name: rule.name })}>
          <Parameters
            definitions={definitionsOf(strategy, rule.parameters)}
            parameters={rule.parameters}
            strict={strict}
            onChange={(parameters) => onEdit({ parameters })}
          />
        </FormSection>
      )}
      <FormSection label={t('form.what')} hint={t('form.whatHint')}>
        <VariantsEditor
          variants={rule.variants}
          stickiness={rule.parameters.stickiness || 'default'}
          onChange={(variants) => onEdit({ variants })}
        />
        {before && flag !== undefined && <VariantDoubts rule={rule} className={classes.note} />}
      </FormSection>
      <FormSection label={t('form.title')} hint={t('form.titleHint')}>
        <TextInput
          aria-label={t('form.title')}
          value={rule.title}
          onChange={(event) => onEdit({ title: event.currentTarget.value })}
        />
      </FormSection>
    </>
  )
}

const firstRollout = (flag: string | undefined) =>
  flag === undefined ? { rollout: '100' } : gradual(flag).parameters
