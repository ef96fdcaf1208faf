import {
  type CompiledFlag,
  compile,
  type Flag,
  type Ruleset,
  type Segment,
  type Tools,
} from '@flagstaff/engine'

type Change =
  | { type: 'hydration'; features: Flag[]; segments?: Segment[] }
  | { type: 'feature-updated'; feature: Flag }
  | { type: 'feature-removed'; featureName: string }
  | { type: 'segment-updated'; segment: Segment }
  | { type: 'segment-removed'; segmentId: number }

type Snapshot = { origin: string; mark: string; features: Flag[]; segments: Segment[] }

/** The flags of this process. `mark` is their position in the server's history; it is opaque. */
export function createState(tools: Tools) {
  let ruleset: Ruleset | undefined
  let mark: string | undefined

  const replace = ({ features, segments = [] }: { features: Flag[]; segments?: Segment[] }): string[] => {
    const before = ruleset
    const next = compile({ features, segments }, tools)
    ruleset = next
    if (!before) return features.map(({ name }) => name)
    const names = new Set([...before.flags.keys(), ...next.flags.keys()])
    return [...names].filter((name) => textOf(before, name) !== textOf(next, name))
  }
  const apply = (change: Change): string[] => {
    if (change.type === 'hydration') return replace(change)
    if (!ruleset) throw new Error('a delta arrived before the flags')
    switch (change.type) {
      case 'feature-updated':
        ruleset.setFlag(change.feature)
        return [change.feature.name]
      case 'feature-removed':
        ruleset.removeFlag(change.featureName)
        return [change.featureName]
      case 'segment-updated':
        ruleset.setSegment(change.segment)
        return usersOf(ruleset, change.segment.id)
      case 'segment-removed':
        ruleset.removeSegment(change.segmentId)
        return usersOf(ruleset, change.segmentId)
      default:
        // A newer server may send more.
        return []
    }
  }
  return {
    get ruleset() {
      return ruleset
    },
    get mark() {
      return mark
    },
    /** Applies a message of the stream or a delta, and returns the names of the flags that changed. */
    apply(body: string, newMark: string): string[] {
      // If this fails halfway, the next request asks for everything.
      mark = undefined
      const { events } = JSON.parse(body) as { events: Change[] }
      const changed = events.flatMap(apply)
      mark = newMark
      return [...new Set(changed)]
    },
    toSnapshot(origin: string): string | undefined {
      if (!ruleset || mark === undefined) return undefined
      const features = [...ruleset.flags.values()].map(({ source }) => source)
      const segments = [...ruleset.segments.values()].map(({ source }) => source)
      return JSON.stringify({ origin, mark, features, segments } satisfies Snapshot)
    },
    /** Whether the snapshot could be used: it must be from the same server and token. */
    restore(text: string, origin: string): boolean {
      const snapshot = JSON.parse(text) as Partial<Snapshot>
      if (snapshot.origin !== origin || !Array.isArray(snapshot.features)) return false
      replace({ features: snapshot.features, segments: snapshot.segments ?? [] })
      mark = snapshot.mark
      return true
    },
  }
}

export type State = ReturnType<typeof createState>

const usersOf = ({ flags }: Ruleset, segment: number): string[] =>
  [...flags.values()].filter((flag) => uses(flag, segment)).map(({ name }) => name)

const uses = ({ strategies = [] }: CompiledFlag, segment: number) =>
  strategies.some(({ segments }) => segments.includes(segment))

/** Everything that the result of a flag depends on, apart from its parents. */
function textOf({ flags, segments }: Ruleset, name: string): string {
  const flag = flags.get(name)
  const used = flag?.strategies?.flatMap((strategy) => strategy.segments) ?? []
  return JSON.stringify([flag?.source, used.map((id) => segments.get(id)?.source)])
}
