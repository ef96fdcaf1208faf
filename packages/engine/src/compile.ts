import { type CompiledConstraint, compileConstraint } from './constraints.ts'
import { listOf, textOf } from './context.ts'
import { type CompiledDependency, compileDependencies } from './dependencies.ts'
import { offResult, onResult } from './results.ts'
import { compileRule, parameterReader, type Rule } from './strategies.ts'
import type { Constraint, Flag, Result, Segment, Strategy, Tools } from './types.ts'
import { compileVariants, type VariantList } from './variants.ts'

/** A flag with everything parsed that does not depend on the context. Created by `compileFlag`. */
export type CompiledFlag = {
  readonly source: Flag
  readonly name: string
  readonly enabled: boolean
  /** Undefined if the flag has no list of strategies, which is off; an empty list is on. */
  readonly strategies: readonly CompiledStrategy[] | undefined
  readonly variants: VariantList | undefined
  readonly dependencies: readonly CompiledDependency[]
  readonly off: Result
  readonly on: Result
}

export type CompiledStrategy = {
  readonly source: Strategy
  readonly constraints: readonly CompiledConstraint[]
  readonly segments: readonly number[]
  readonly rule: Rule
  readonly variants: VariantList | undefined
}

export type CompiledSegment = {
  readonly source: Segment
  readonly constraints: readonly CompiledConstraint[]
}

/**
 * Parses the rules of one flag: sets, numbers, versions, IP ranges, patterns and rollouts. Segments are looked up
 * during evaluation, so changing a segment does not recompile the flags that use it.
 *
 * ```ts
 * const compiled = compileFlag({ name: 'checkout', enabled: true, strategies: [{ name: 'default' }] }, tools)
 * ruleset.setCompiledFlag(compiled)
 * ```
 */
export function compileFlag(flag: Flag, tools: Tools): CompiledFlag {
  const impressionData = Boolean(flag.impressionData)
  // Fields used in evaluation come first, so that they fit into one CPU cache line.
  return {
    enabled: Boolean(flag.enabled),
    strategies: Array.isArray(flag.strategies)
      ? listOf(flag.strategies).map((strategy) => compileStrategy(strategy, flag, tools))
      : undefined,
    variants: compileVariants(flag.variants, {
      group: flag.name,
      stickiness: listOf(flag.variants)[0]?.stickiness ?? 'default',
      impressionData,
    }),
    dependencies: compileDependencies(flag),
    off: offResult(impressionData),
    on: onResult(impressionData),
    name: flag.name,
    source: flag,
  }
}

export function compileSegment(segment: Segment, tools: Tools): CompiledSegment {
  return { source: segment, constraints: compileConstraints(segment.constraints, tools) }
}

function compileStrategy(strategy: Strategy, flag: Flag, tools: Tools): CompiledStrategy {
  const parameter = parameterReader(strategy)
  return {
    source: strategy,
    constraints: compileConstraints(strategy.constraints, tools),
    segments: listOf(strategy.segments),
    rule: compileRule(strategy, tools),
    variants: compileVariants(strategy.variants, {
      group: variantGroup(strategy),
      stickiness: listOf(strategy.variants)[0]?.stickiness || (parameter('stickiness') ?? 'default'),
      impressionData: Boolean(flag.impressionData),
    }),
  }
}

/** SDKs hash the parameter unchecked, so a missing one is the text `undefined`. */
function variantGroup({ parameters }: Strategy): string {
  const group: unknown = parameters?.groupId
  return textOf(group) ?? (group === null ? 'null' : 'undefined')
}

function compileConstraints(
  list: readonly Constraint[] | null | undefined,
  tools: Tools,
): readonly CompiledConstraint[] {
  return listOf(listOf(list).map((constraint) => compileConstraint(constraint, tools)))
}
