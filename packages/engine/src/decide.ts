import type { CompiledFlag, CompiledStrategy } from './compile.ts'
import { accepts } from './dependencies.ts'
import { conditionsHold } from './evaluate.ts'
import { startPatternWork } from './patterns.ts'
import type { Ruleset } from './ruleset.ts'
import type { At, Context, Flag, Result } from './types.ts'

/**
 * The reason for a result. Off: the flag is `off`, a `parent` does not have the required state, no strategy matched
 * (`unmatched`), or the context has no user and the result would be random (`userMissing`). On: for everyone
 * (`static`), by constraints (`targeted`), or by a rollout (`split`).
 */
export type Cause = 'off' | 'parent' | 'unmatched' | 'userMissing' | 'static' | 'targeted' | 'split'

export type Decision = { readonly result: Result; readonly cause: Cause }

type Run = {
  readonly ruleset: Ruleset
  readonly context: Context
  readonly at: At
  /** Flags evaluated in this run: a random parent must have the same result for all children. */
  readonly decisions: ReadonlyMap<string, Decision>
  parents: Map<string, Decision> | undefined
}

/** Shared: one flag has no earlier decisions, and a new map would double the cost. */
const none: ReadonlyMap<string, Decision> = new Map()

/**
 * Evaluates one flag like `evaluate`, with a reason: cheaper than `explain`. Where `evaluate` would use a random id for
 * a missing user, the reason is `userMissing`. Undefined if the ruleset does not have the flag.
 *
 * ```ts
 * decide(ruleset, 'checkout', { userId: '7' }, at)?.cause // 'targeted'
 * ```
 */
export function decide(ruleset: Ruleset, name: string, context: Context, at: At): Decision | undefined {
  const flag = ruleset.flags.get(name)
  startPatternWork()
  return flag && decideFlag(flag, { ruleset, context, at, decisions: none, parents: undefined })
}

/** Evaluates all flags, or those that pass the filter. Parents are looked up in the whole ruleset. */
export function decideAll(
  ruleset: Ruleset,
  context: Context,
  at: At,
  filter?: (flag: Flag) => boolean,
): Map<string, Decision> {
  startPatternWork()
  const decisions = new Map<string, Decision>()
  const run: Run = { ruleset, context, at, decisions, parents: undefined }
  for (const flag of ruleset.flags.values()) {
    if (filter && !filter(flag.source)) continue
    decisions.set(flag.name, run.parents?.get(flag.name) ?? decideFlag(flag, run))
  }
  return decisions
}

function decideFlag(flag: CompiledFlag, run: Run): Decision {
  return decideParents(flag, run) ?? decideStrategies(flag, run)
}

function decideParent(parent: CompiledFlag, run: Run): Decision {
  const known = run.decisions.get(parent.name) ?? run.parents?.get(parent.name)
  if (known) return known
  const fresh = decideFlag(parent, run)
  run.parents ??= new Map()
  run.parents.set(parent.name, fresh)
  return fresh
}

function decideParents(flag: CompiledFlag, run: Run): Decision | undefined {
  let undecided = false
  for (const dependency of flag.dependencies) {
    const parent = run.ruleset.flags.get(dependency.parent)
    if (!parent || parent.dependencies.length > 0) return { result: flag.off, cause: 'parent' }
    const { cause, result } = decideParent(parent, run)
    if (cause === 'userMissing') undecided = true
    else if (!accepts(dependency, result)) return { result: flag.off, cause: 'parent' }
  }
  return undecided && flag.enabled ? { result: flag.off, cause: 'userMissing' } : undefined
}

function decideStrategies(flag: CompiledFlag, run: Run): Decision {
  const { ruleset, context, at } = run
  if (!flag.enabled || !flag.strategies) return { result: flag.off, cause: 'off' }
  if (flag.strategies.length === 0) return drawVariant(flag, undefined, run)
  let undecided = false
  for (const strategy of flag.strategies) {
    if (!conditionsHold(strategy, ruleset, context, at)) continue
    if (strategy.rule.lacksUser(context)) undecided = true
    else if (strategy.rule.holds(context, at.random)) return drawVariant(flag, strategy, run)
  }
  return { result: flag.off, cause: undecided ? 'userMissing' : 'unmatched' }
}

function drawVariant(
  flag: CompiledFlag,
  strategy: CompiledStrategy | undefined,
  { context, at }: Run,
): Decision {
  const cause = causeOf(strategy)
  for (const list of [strategy?.variants, flag.variants]) {
    if (!list) continue
    if (list.lacksUser(context)) return { result: flag.off, cause: 'userMissing' }
    const result = list.choose(context, at.random)
    if (result) return { result, cause: cause === 'static' && list.splits ? 'split' : cause }
  }
  return { result: flag.on, cause }
}

function causeOf(strategy: CompiledStrategy | undefined): 'static' | 'targeted' | 'split' {
  if (!strategy) return 'static'
  if (strategy.constraints.length > 0 || strategy.segments.length > 0) return 'targeted'
  const { reach } = strategy.rule
  return reach === 'list' ? 'targeted' : reach === 'share' ? 'split' : 'static'
}
