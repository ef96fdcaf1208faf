import type { CompiledFlag, CompiledStrategy } from './compile.ts'
import { accepts } from './dependencies.ts'
import { conditionsHold } from './evaluate.ts'
import type { Ruleset } from './ruleset.ts'
import type { At, Context, Flag, Result } from './types.ts'

/**
 * Why a flag came out as it did, in a word. Off: it is switched `off`, a `parent` is not as it must be, no strategy
 * matched (`unmatched`), or the context does not say who asks and only chance could decide (`userMissing`).
 * On: for everybody (`static`), for those who fit (`targeted`), or by a share of buckets (`split`).
 */
export type Cause = 'off' | 'parent' | 'unmatched' | 'userMissing' | 'static' | 'targeted' | 'split'

export type Decision = { readonly result: Result; readonly cause: Cause }

type Run = {
  readonly ruleset: Ruleset
  readonly context: Context
  readonly at: At
  /** Flags decided in this run: chance must not answer a parent twice in different ways. */
  readonly decisions: Map<string, Decision>
  parents: Map<string, Decision> | undefined
}

/**
 * Decides one flag like `evaluate`, and says why in a word: cheaper than `explain`. Where `evaluate` would let chance
 * stand in for a missing user, this says `userMissing`. Undefined when the ruleset has no such flag.
 *
 * ```ts
 * decide(ruleset, 'checkout', { userId: '7' }, at)?.cause // 'targeted'
 * ```
 */
export function decide(ruleset: Ruleset, name: string, context: Context, at: At): Decision | undefined {
  const flag = ruleset.flags.get(name)
  return flag && decideFlag(flag, { ruleset, context, at, decisions: new Map(), parents: undefined })
}

/** Decides all flags, or those the filter lets through. Parents are looked up in the whole ruleset. */
export function decideAll(
  ruleset: Ruleset,
  context: Context,
  at: At,
  filter?: (flag: Flag) => boolean,
): Map<string, Decision> {
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
