import type { FeatureSearchEnvironment, Reach } from '@flagstaff/contract/search'

/** The states of a flag in its environments, in a compact form for fast fetching. */
export type States = {
  /** Environments, whether it is on in each, the number of variants, and when it was last seen, in seconds. */
  states: [string[] | null, boolean[] | null, number[] | null, (number | null)[] | null]
  /**
   * Environment of a rule, whether it is disabled, its rollout, whether it has constraints and variants, its segments.
   */
  rules: [string, boolean, string | null, boolean, boolean, number[]][] | null
  /** Environment, and how often it was on and off, per application. */
  usage: [string, number, number][] | null
  /** Environment and number of the open change requests that the caller sees, once for each change. */
  requests: [string, number][] | null
}
export type Segment = { id: number; name: string }
export type Environment = { name: string; type: string; sort_order: number }

/** Sorted like the environments. */
export function environmentsOf(
  environments: readonly Environment[],
  { states, rules, usage, requests }: States,
): FeatureSearchEnvironment[] {
  const [names, enabled, variants, seen] = states
  const places = new Map(names?.map((name, place) => [name, place]))
  const there = Map.groupBy(rules ?? [], ([name]) => name)
  return environments.flatMap(({ name, type, sort_order }) => {
    const place = places.get(name)
    if (place === undefined) return []
    const seconds = seen?.[place] ?? null
    const active = there.get(name)?.filter(([, disabled]) => !disabled) ?? []
    const counts = usage?.filter(([environment]) => environment === name) ?? []
    return {
      name,
      type,
      enabled: enabled?.[place] ?? false,
      sortOrder: sort_order,
      variantCount: variants?.[place] ?? 0,
      lastSeenAt: seconds === null ? null : new Date(Math.round(seconds * 1000)).toISOString(),
      hasStrategies: there.has(name),
      hasEnabledStrategies: active.length > 0,
      reach: reachOf(active),
      yes: counts.reduce((sum, [, yes]) => sum + yes, 0),
      no: counts.reduce((sum, [, , no]) => sum + no, 0),
      changeRequestIds: [
        ...new Set(requests?.flatMap(([environment, id]) => (environment === name ? [id] : []))),
      ],
    }
  })
}

function reachOf(active: NonNullable<States['rules']>): Reach {
  const [rule] = active
  if (!rule || active.length > 1)
    return { rules: active.length, percent: null, narrowed: false, split: false }
  const [, , rollout, constrained, split, segments] = rule
  const narrowed = constrained || segments.length > 0
  return { rules: 1, percent: rollout === null ? null : Number(rollout), narrowed, split }
}

/** The names of segments that its rules use, sorted by name. */
export function segmentsOf(segments: readonly Segment[], { rules }: States): string[] {
  const used = new Set(rules?.flatMap((rule) => rule[5]))
  return used.size === 0 ? [] : segments.filter(({ id }) => used.has(id)).map(({ name }) => name)
}
