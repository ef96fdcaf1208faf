import type {
  ExplainedConstraint,
  ExplainedRule,
  ExplainedShare,
  PlaygroundExplanation,
  PlaygroundReason,
} from '@flagstaff/contract/explanations'
import type {
  PlaygroundConstraint,
  PlaygroundFeature,
  PlaygroundStrategy,
  PlaygroundVariant,
} from '@flagstaff/contract/playground'
import type { RuleDocument } from '@flagstaff/delivery'
import {
  type At,
  type ConstraintStep,
  type Context,
  type Explanation,
  evaluate,
  explain,
  type StrategyStep,
  type Variant,
} from '@flagstaff/engine'
import type { FlagAt, RuleOff } from './queries.ts'
import { always, type Off, type Snapshot } from './snapshot.ts'

export type Detail = 'reason' | 'tree' | undefined
export type Question = { context: Context; at: At; detail: Detail; basePath: string }
export type Answer = Omit<PlaygroundFeature, 'variant'> & {
  hasUnsatisfiedDependency: boolean
  variant: PlaygroundVariant
}

/** An evaluated rule; `off` is set if it is turned off and does not count. */
type Step = StrategyStep & { off?: RuleOff }

/** Evaluates a flag for a context, in the wire format: every rule and condition with its own result. */
export function answer(snapshot: Snapshot, flag: FlagAt, question: Question): Answer {
  const { context, at, detail } = question
  const explanation = explain(snapshot.ruleset, flag.name, context, at)
  const steps = withOff(explanation.strategies, snapshot.off.get(flag.name), { name: flag.name, question })
  const data = steps.map((step) => toStrategy(step, flag, { snapshot, question, explanation }))
  const drawnFrom = explanation.draws.at(-1)?.from
  const variants =
    drawnFrom === 'strategy' ? variantsOf(flag, explanation.decidedBy) : listOf(flag.doc.variants)
  const { enabled, variant } = explanation.result
  return {
    name: flag.name,
    projectId: flag.doc.project,
    isEnabled: enabled,
    isEnabledInCurrentEnvironment: explanation.environmentEnabled,
    hasUnsatisfiedDependency: explanation.dependencies.some(({ satisfied }) => !satisfied),
    variant: { ...variant },
    variants,
    strategies: { result: together(explanation), data },
    ...(detail ? { reason: reasonOf(explanation) } : {}),
    ...(detail === 'tree' ? { explanation: toTree(explanation, steps) } : {}),
  }
}

/** Custom strategies and host name rules depend on the application, so they cannot be evaluated here. */
const isUnknown = ({ rule }: StrategyStep): boolean =>
  rule.kind === 'unknown' || (rule.kind === 'list' && rule.field === 'hostname')

function resultOf(step: StrategyStep): boolean | 'unknown' {
  if (!isUnknown(step)) return step.satisfied
  return [...step.constraints, ...step.segments].every(({ satisfied }) => satisfied) ? 'unknown' : false
}

/** Whether one of the rules matches. Without rules, the state of the environment decides. */
function together({ strategies, environmentEnabled }: Explanation): boolean | 'unknown' {
  const results = strategies.map(resultOf)
  if (results.length === 0) return environmentEnabled
  if (results.includes(true)) return true
  return results.includes('unknown') ? 'unknown' : false
}

type Asking = { name: string; question: Question }

/** Inserts the rules that are turned off at their places among the others. */
function withOff(steps: readonly StrategyStep[], off: Off | undefined, { name, question }: Asking): Step[] {
  if (!off) return [...steps]
  const told = explain(off.ruleset, name, question.context, question.at).strategies
  const merged: Step[] = [...steps]
  // From the end, so that earlier positions stay valid.
  for (const [index, rule] of [...off.rules.entries()].reverse()) {
    const step = told[index]
    if (step) merged.splice(rule.after, 0, { ...step, off: rule })
  }
  return merged
}

type Around = { snapshot: Snapshot; question: Question; explanation: Explanation }

function toStrategy(
  step: Step,
  flag: FlagAt,
  { snapshot, question, explanation }: Around,
): PlaygroundStrategy {
  const id = step.id ?? ''
  const place = explanation.strategies.findIndex((other) => other.id === step.id)
  const rule = flag.doc.strategies[place]
  const edit = new URLSearchParams({ environmentId: snapshot.environment, strategyId: id })
  return {
    name: step.name,
    id,
    ...(step.title ? { title: step.title } : {}),
    disabled: step.off !== undefined,
    parameters: (step.off ?? rule)?.parameters ?? {},
    result: { ...verdictOf(step), ...(step.off ? {} : drawOf(flag.name, rule, question)) },
    constraints: step.constraints.map(toConstraint),
    segments: step.segments.map((segment) => ({
      id: segment.id,
      name: segment.name ?? String(segment.id),
      result: segment.satisfied,
      constraints: segment.constraints.map(toConstraint),
    })),
    links: {
      edit: `${question.basePath}/projects/${encodeURIComponent(flag.doc.project)}/features/${encodeURIComponent(
        flag.name,
      )}/strategies/edit?${edit}`,
    },
  }
}

function verdictOf(step: Step): PlaygroundStrategy['result'] {
  if (step.off) return { evaluationStatus: 'unevaluated', enabled: 'unknown' }
  return { evaluationStatus: isUnknown(step) ? 'incomplete' : 'complete', enabled: resultOf(step) }
}

/** The variant that a rule gives, even if the rule does not match. */
function drawOf(flag: string, rule: RuleDocument | undefined, { context, at }: Question) {
  if (!rule || rule.variants.length === 0) return {}
  const { name, enabled, payload } = evaluate(always(flag, rule), flag, context, at).variant
  const variant: PlaygroundVariant = { name, enabled, ...(payload ? { payload: { ...payload } } : {}) }
  return { variant, variants: listOf(rule.variants) }
}

const variantsOf = (flag: FlagAt, rule: number | undefined) =>
  listOf(rule === undefined ? [] : (flag.doc.strategies[rule]?.variants ?? []))

const listOf = (variants: readonly Variant[]) => variants as unknown as PlaygroundFeature['variants']

const toConstraint = (step: ConstraintStep): PlaygroundConstraint => ({
  contextName: step.field,
  operator: step.operator as PlaygroundConstraint['operator'],
  inverted: step.inverted,
  caseInsensitive: step.caseInsensitive,
  ...(step.values ? { values: [...step.values] } : {}),
  ...(step.value === undefined ? {} : { value: step.value }),
  result: step.satisfied,
})

const explained = (step: ConstraintStep): ExplainedConstraint => ({
  ...toConstraint(step),
  ...(step.actual === undefined ? {} : { actual: step.actual }),
})

/** The reason for a result in a few fields. */
export function reasonOf(explanation: Explanation): PlaygroundReason {
  const { dependencies, environmentEnabled, strategies, decidedBy } = explanation
  const rules = strategies.length
  const parent = dependencies.find(({ satisfied }) => !satisfied)?.parent
  if (parent !== undefined) return { code: 'dependency', rules, parent }
  if (!environmentEnabled) return { code: 'environment', rules }
  if (rules === 0) return { code: 'noRules', rules }
  const place = decidedBy ?? strategies.findIndex((step) => resultOf(step) === 'unknown')
  const told = strategies[place]
  if (told) {
    const code = decidedBy === undefined ? 'unknown' : 'rule'
    return { code, rules, rule: place + 1, ...titleOf(told), ...shareOf(told) }
  }
  const [only] = strategies
  if (rules > 1 || !only) return { code: 'noMatch', rules }
  return { code: 'noMatch', rules, rule: 1, ...titleOf(only), ...failureOf(only) }
}

const titleOf = ({ title }: StrategyStep) => (title ? { title } : {})

const shareOf = ({ rule }: StrategyStep) =>
  'threshold' in rule && rule.bucket !== undefined ? { bucket: rule.bucket, threshold: rule.threshold } : {}

/** The first condition that failed. */
function failureOf(step: StrategyStep): Partial<PlaygroundReason> {
  const segment = step.segments.find(({ satisfied }) => !satisfied)
  if (segment) return { segment: segment.name ?? String(segment.id) }
  const constraint = step.constraints.find(({ satisfied }) => !satisfied)
  if (constraint) return { field: constraint.field, ...actualOf(constraint) }
  if (step.rule.kind === 'list') return { field: step.rule.field, ...actualOf(step.rule) }
  if (step.rule.kind === 'rollout' && step.rule.bucket === undefined) return { field: step.rule.stickiness }
  return shareOf(step)
}

const actualOf = ({ actual }: { readonly actual: string | undefined }) =>
  actual === undefined ? {} : { actual }

function toTree(explanation: Explanation, steps: readonly Step[]): PlaygroundExplanation {
  const { dependencies, environmentEnabled, strategies, decidedBy, draws } = explanation
  const decider = decidedBy === undefined ? undefined : strategies[decidedBy]?.id
  return {
    dependencies: dependencies.map(({ parent, expected, actual, satisfied }) => ({
      feature: parent,
      expected: { enabled: expected.enabled, variants: [...expected.variants] },
      ...(actual ? { actual: { ...actual } } : {}),
      result: satisfied,
    })),
    environmentEnabled,
    rules: steps.map(toRule),
    ...(decider === undefined ? {} : { decidedBy: decider }),
    draws: draws.map(({ override, id, target, chosen, ...draw }) => ({
      ...draw,
      ...(override ? { override: { ...override } } : {}),
      ...(id === undefined ? {} : { id }),
      ...(target === undefined ? {} : { target }),
      ...(chosen === undefined ? {} : { chosen }),
    })),
  }
}

const toRule = (step: Step): ExplainedRule => ({
  id: step.id ?? '',
  name: step.name,
  ...titleOf(step),
  disabled: step.off !== undefined,
  result: resultOf(step),
  constraints: step.constraints.map(explained),
  segments: step.segments.map(({ id, name, known, satisfied, constraints }) => ({
    id,
    ...(name === undefined ? {} : { name }),
    known,
    result: satisfied,
    constraints: constraints.map(explained),
  })),
  share: toShare(step),
})

function toShare({ rule: { satisfied, ...rest } }: StrategyStep): ExplainedShare {
  const told = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { ...(told as Omit<ExplainedShare, 'result'>), result: satisfied }
}
