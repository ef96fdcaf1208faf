import type { CompiledFlag, CompiledStrategy } from './compile.ts'
import type { CompiledConstraint } from './constraints.ts'
import { accepts, type CompiledDependency } from './dependencies.ts'
import { parentResult, type Run } from './evaluate.ts'
import { startPatternWork } from './patterns.ts'
import { unknownFlag } from './results.ts'
import type { Ruleset } from './ruleset.ts'
import type { RuleStep } from './strategies.ts'
import type { At, Context, Result } from './types.ts'
import type { Draw } from './variants.ts'

/** Why a flag has its result, in the order of evaluation. Plain data that can be serialised as JSON. */
export type Explanation = {
  readonly name: string
  readonly known: boolean
  readonly result: Result
  readonly dependencies: readonly DependencyStep[]
  /** Whether the flag is turned on in the environment. */
  readonly environmentEnabled: boolean
  /** All strategies, including those after the deciding one. */
  readonly strategies: readonly StrategyStep[]
  /** Position of the strategy that turned the flag on. */
  readonly decidedBy: number | undefined
  /** How variants were chosen: from those of the strategy, then from those of the flag. */
  readonly draws: readonly VariantStep[]
}

/** A parent flag: its required state, and its result. */
export type DependencyStep = {
  readonly parent: string
  readonly expected: { readonly enabled: boolean; readonly variants: readonly string[] }
  /** Undefined if the parent is unknown or has parents itself. */
  readonly actual: { readonly enabled: boolean; readonly variant: string } | undefined
  readonly satisfied: boolean
}

/** A strategy with all its conditions. */
export type StrategyStep = {
  readonly name: string
  readonly id: string | undefined
  readonly title: string | undefined
  readonly constraints: readonly ConstraintStep[]
  readonly segments: readonly SegmentStep[]
  readonly rule: RuleStep
  readonly satisfied: boolean
}

/** A segment of a strategy; an unknown segment is not satisfied. */
export type SegmentStep = {
  readonly id: number
  readonly name: string | undefined
  readonly known: boolean
  readonly constraints: readonly ConstraintStep[]
  readonly satisfied: boolean
}

/** A constraint and the value it was compared with. */
export type ConstraintStep = {
  readonly field: string
  readonly operator: string
  readonly values: readonly string[] | undefined
  readonly value: string | undefined
  readonly inverted: boolean
  readonly caseInsensitive: boolean
  /** The value in the context; undefined if the field is missing. */
  readonly actual: string | undefined
  readonly satisfied: boolean
}

/** One choice of a variant: the list, the sticky id and its bucket in the total weight, or the override. */
export type VariantStep = Omit<Draw, 'result'> & {
  readonly from: 'strategy' | 'flag'
  readonly chosen: string | undefined
}

/**
 * Evaluates a flag like `evaluate` and explains each step. All strategies are included, even if the flag is off or an
 * earlier one has decided.
 *
 * ```ts
 * const { result, strategies } = explain(ruleset, 'checkout', { userId: '7' }, at)
 * strategies[0]?.rule // { kind: 'rollout', id: '7', bucket: 42, threshold: 50, satisfied: true, ... }
 * ```
 */
export function explain(ruleset: Ruleset, name: string, context: Context, at: At): Explanation {
  const flag = ruleset.flags.get(name)
  if (!flag) return unknown(name)
  startPatternWork()
  const run: Run = { ruleset, context, at, results: undefined, parents: undefined }
  const dependencies = flag.dependencies.map((dependency) => explainDependency(dependency, run))
  const strategies = (flag.strategies ?? []).map((strategy) => explainStrategy(strategy, run))
  const decidedBy = strategies.findIndex(({ satisfied }) => satisfied)
  const enabled =
    dependencies.every(({ satisfied }) => satisfied) &&
    flag.enabled &&
    (decidedBy >= 0 || flag.strategies?.length === 0)
  const draws = enabled ? explainDraws(flag, flag.strategies?.[decidedBy], run) : []
  return {
    name,
    known: true,
    result: enabled ? (draws.find(({ draw }) => draw.result)?.draw.result ?? flag.on) : flag.off,
    dependencies,
    environmentEnabled: flag.enabled,
    strategies,
    decidedBy: enabled && decidedBy >= 0 ? decidedBy : undefined,
    draws: draws.map(({ from, draw: { result, ...draw } }) => ({
      from,
      ...draw,
      chosen: result?.variant.name,
    })),
  }
}

function unknown(name: string): Explanation {
  return {
    name,
    known: false,
    result: unknownFlag,
    dependencies: [],
    environmentEnabled: false,
    strategies: [],
    decidedBy: undefined,
    draws: [],
  }
}

function explainDependency(dependency: CompiledDependency, run: Run): DependencyStep {
  const parent = parentResult(dependency.parent, run)
  return {
    parent: dependency.parent,
    expected: { enabled: dependency.enabled, variants: [...dependency.variants] },
    actual: parent && { enabled: parent.enabled, variant: parent.variant.name },
    satisfied: parent !== undefined && accepts(dependency, parent),
  }
}

function explainStrategy(strategy: CompiledStrategy, run: Run): StrategyStep {
  const constraints = strategy.constraints.map((constraint) => explainConstraint(constraint, run))
  const segments = strategy.segments.map((id) => explainSegment(id, run))
  const rule = strategy.rule.explain(run.context, run.at.random)
  const { name, id, title } = strategy.source
  return {
    name,
    id: id ?? undefined,
    title: title ?? undefined,
    constraints,
    segments,
    rule,
    satisfied: [...constraints, ...segments, rule].every(({ satisfied }) => satisfied),
  }
}

function explainSegment(id: number, run: Run): SegmentStep {
  const segment = run.ruleset.segments.get(id)
  const constraints = (segment?.constraints ?? []).map((constraint) => explainConstraint(constraint, run))
  return {
    id,
    name: segment?.source.name ?? undefined,
    known: segment !== undefined,
    constraints,
    satisfied: segment !== undefined && constraints.every(({ satisfied }) => satisfied),
  }
}

function explainConstraint(constraint: CompiledConstraint, run: Run): ConstraintStep {
  const { source } = constraint
  return {
    field: source.contextName,
    operator: source.operator,
    values: source.values ?? undefined,
    value: source.value ?? undefined,
    inverted: Boolean(source.inverted),
    caseInsensitive: Boolean(source.caseInsensitive),
    actual: constraint.actual(run.context, run.at.now),
    satisfied: constraint.holds(run.context, run.at.now),
  }
}

function explainDraws(flag: CompiledFlag, strategy: CompiledStrategy | undefined, run: Run) {
  const draws: { from: 'strategy' | 'flag'; draw: Draw }[] = []
  const lists = [
    { from: 'strategy' as const, list: strategy?.variants },
    { from: 'flag' as const, list: flag.variants },
  ]
  for (const { from, list } of lists) {
    if (!list) continue
    const draw = list.explain(run.context, run.at.random)
    draws.push({ from, draw })
    if (draw.result) break
  }
  return draws
}
