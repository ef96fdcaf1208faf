import type { CompiledFlag, CompiledStrategy } from './compile.ts'
import { allHold } from './constraints.ts'
import { accepts, type CompiledDependency } from './dependencies.ts'
import { startPatternWork } from './patterns.ts'
import { unknownFlag } from './results.ts'
import type { Ruleset } from './ruleset.ts'
import type { At, Context, Flag, Result } from './types.ts'

/** One evaluation, with the results so far. */
export type Run = {
  readonly ruleset: Ruleset
  readonly context: Context
  readonly at: At
  /** Flags evaluated in this run: a random parent must have the same result for every child. */
  readonly results: Map<string, Result> | undefined
  parents: Map<string, Result> | undefined
}

/**
 * Evaluates one flag for one context. An unknown flag is off.
 *
 * ```ts
 * const at = { now: Date.now(), random: Math.random }
 * evaluate(ruleset, 'checkout', { userId: '7' }, at).enabled
 * ```
 */
export function evaluate(ruleset: Ruleset, name: string, context: Context, at: At): Result {
  const flag = ruleset.flags.get(name)
  if (!flag) return unknownFlag
  startPatternWork()
  if (flag.dependencies.length === 0) return decideAlone(flag, ruleset, context, at)
  return decide(flag, { ruleset, context, at, results: undefined, parents: undefined })
}

/**
 * Evaluates all flags, or those that pass the filter, for one context. Parents are looked up in the whole ruleset, and
 * no flag is evaluated twice.
 *
 * ```ts
 * const results = evaluateAll(ruleset, { userId: '7' }, at, (flag) => flag.project === 'shop')
 * results.get('checkout')?.variant.name
 * ```
 */
export function evaluateAll(
  ruleset: Ruleset,
  context: Context,
  at: At,
  filter?: (flag: Flag) => boolean,
): Map<string, Result> {
  startPatternWork()
  const results = new Map<string, Result>()
  const run: Run = { ruleset, context, at, results, parents: undefined }
  for (const flag of ruleset.flags.values())
    if (!filter || filter(flag.source)) results.set(flag.name, decideOnce(flag, run))
  return results
}

type Question = {
  readonly ruleset: Ruleset
  readonly context: Context
  readonly at: At
  readonly filter?: ((flag: Flag) => boolean) | undefined
}

/**
 * Like `evaluateAll`, but visits only the flags that are on. Several times as fast. `place` is the same number for the
 * same flag until flags are removed.
 */
export function evaluateOn(
  { ruleset, context, at, filter }: Question,
  visit: (flag: CompiledFlag, result: Result, place: number) => void,
) {
  startPatternWork()
  // Results of the columns are deterministic; only the others are recorded.
  const results = ruleset.dependents > 0 ? new Map<string, Result>() : undefined
  const run: Run = { ruleset, context, at, results, parents: undefined }
  ruleset.columns.visit(context, at.now, (flag, known, place) => {
    if (filter && !filter(flag.source)) return
    if (known) return visit(flag, known, place)
    const result = decideOnce(flag, run)
    results?.set(flag.name, result)
    if (result !== flag.off) visit(flag, result, place)
  })
}

const decideOnce = (flag: CompiledFlag, run: Run): Result => run.parents?.get(flag.name) ?? decide(flag, run)

function decide(flag: CompiledFlag, run: Run): Result {
  for (const dependency of flag.dependencies) if (!dependencyHolds(dependency, run)) return flag.off
  return decideAlone(flag, run.ruleset, run.context, run.at)
}

/** A flag without parents, the most common case, needs no record of the run. */
function decideAlone(flag: CompiledFlag, ruleset: Ruleset, context: Context, at: At): Result {
  if (!flag.enabled || !flag.strategies) return flag.off
  if (flag.strategies.length === 0) return chooseVariant(flag, undefined, context, at)
  for (const strategy of flag.strategies) {
    if (strategyHolds(strategy, ruleset, context, at)) return chooseVariant(flag, strategy, context, at)
  }
  return flag.off
}

/** The result of a parent; undefined if it is unknown or has parents itself. */
export function parentResult(name: string, run: Run): Result | undefined {
  const parent = run.ruleset.flags.get(name)
  if (!parent || parent.dependencies.length > 0) return undefined
  const known = run.results?.get(name) ?? run.parents?.get(name)
  if (known) return known
  const result = decide(parent, run)
  run.parents ??= new Map()
  run.parents.set(name, result)
  return result
}

function dependencyHolds(dependency: CompiledDependency, run: Run): boolean {
  const parent = parentResult(dependency.parent, run)
  return parent !== undefined && accepts(dependency, parent)
}

function strategyHolds(strategy: CompiledStrategy, ruleset: Ruleset, context: Context, at: At): boolean {
  return conditionsHold(strategy, ruleset, context, at) && strategy.rule.holds(context, at.random)
}

/** Whether the constraints and segments of a strategy match. */
export function conditionsHold(
  strategy: CompiledStrategy,
  ruleset: Ruleset,
  context: Context,
  at: At,
): boolean {
  if (!allHold(strategy.constraints, context, at.now)) return false
  for (const id of strategy.segments) {
    const segment = ruleset.segments.get(id)
    if (!segment || !allHold(segment.constraints, context, at.now)) return false
  }
  return true
}

function chooseVariant(
  flag: CompiledFlag,
  strategy: CompiledStrategy | undefined,
  context: Context,
  at: At,
): Result {
  return (
    strategy?.variants?.choose(context, at.random) ?? flag.variants?.choose(context, at.random) ?? flag.on
  )
}
