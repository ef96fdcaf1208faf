import { type CompiledFlag, type CompiledSegment, compileFlag, compileSegment } from './compile.ts'
import type { Flag, Segment, Tools } from './types.ts'

/**
 * The flags and segments of one environment. Every change is one write into a map: an evaluation, which
 * never waits, sees all of it or nothing.
 */
export type Ruleset = {
  readonly flags: ReadonlyMap<string, CompiledFlag>
  readonly segments: ReadonlyMap<number, CompiledSegment>
  readonly setFlag: (flag: Flag) => void
  readonly setCompiledFlag: (flag: CompiledFlag) => void
  readonly removeFlag: (name: string) => void
  readonly setSegment: (segment: Segment) => void
  readonly removeSegment: (id: number) => void
}

/**
 * An empty ruleset, to be filled and kept up to date flag by flag.
 *
 * ```ts
 * const ruleset = createRuleset({ regex: compileWithRe2 })
 * ruleset.setFlag({ name: 'checkout', enabled: true, strategies: [{ name: 'default' }] })
 * ruleset.removeFlag('checkout')
 * ```
 */
export function createRuleset(tools: Tools): Ruleset {
  const flags = new Map<string, CompiledFlag>()
  const segments = new Map<number, CompiledSegment>()
  return {
    flags,
    segments,
    setFlag(flag) {
      flags.set(flag.name, compileFlag(flag, tools))
    },
    setCompiledFlag(flag) {
      flags.set(flag.name, flag)
    },
    removeFlag(name) {
      flags.delete(name)
    },
    setSegment(segment) {
      segments.set(segment.id, compileSegment(segment, tools))
    },
    removeSegment(id) {
      segments.delete(id)
    },
  }
}

/**
 * A ruleset from the answer of the client API.
 *
 * ```ts
 * const ruleset = compile({ features: [{ name: 'checkout', enabled: true, strategies: [] }] }, tools)
 * ```
 */
export function compile(
  snapshot: { readonly features: readonly Flag[]; readonly segments?: readonly Segment[] | undefined },
  tools: Tools,
): Ruleset {
  const ruleset = createRuleset(tools)
  for (const segment of snapshot.segments ?? []) ruleset.setSegment(segment)
  for (const flag of snapshot.features) ruleset.setFlag(flag)
  return ruleset
}
