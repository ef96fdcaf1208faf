import { Columns } from './columns.ts'
import { type CompiledFlag, type CompiledSegment, compileFlag, compileSegment } from './compile.ts'
import type { Flag, Segment, Tools } from './types.ts'

/**
 * The flags and segments of one environment. Every change is one synchronous write to a map, so an evaluation never
 * sees part of it.
 */
export type Ruleset = {
  readonly flags: ReadonlyMap<string, CompiledFlag>
  readonly segments: ReadonlyMap<number, CompiledSegment>
  /** The same flags, optimised for evaluating all of them. */
  readonly columns: Pick<Columns, 'visit' | 'prepare'>
  /** How many flags have parents. */
  readonly dependents: number
  readonly setFlag: (flag: Flag) => void
  readonly setCompiledFlag: (flag: CompiledFlag) => void
  readonly removeFlag: (name: string) => void
  readonly setSegment: (segment: Segment) => void
  readonly removeSegment: (id: number) => void
}

/**
 * Creates an empty ruleset, to be filled and updated flag by flag.
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
  const columns = new Columns(segments)
  let dependents = 0
  const dependentsIn = (flag: CompiledFlag | undefined) => (flag && flag.dependencies.length > 0 ? 1 : 0)
  const put = (flag: CompiledFlag) => {
    dependents += dependentsIn(flag) - dependentsIn(flags.get(flag.name))
    flags.set(flag.name, flag)
    columns.set(flag)
  }
  return {
    flags,
    segments,
    columns,
    get dependents() {
      return dependents
    },
    setFlag: (flag) => put(compileFlag(flag, tools)),
    setCompiledFlag: put,
    removeFlag(name) {
      dependents -= dependentsIn(flags.get(name))
      flags.delete(name)
      columns.remove(name)
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
 * Creates a ruleset from a response of the client API.
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
