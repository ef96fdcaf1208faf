import type { FeatureSearchEnvironment, Reach } from '@flagstaff/contract/search'

/** What a flag is in its environments, in the short form in which a page of a thousand states is fetched. */
export type States = {
  /** Environment, whether it is on, number of variants, and when it was last seen, in seconds. */
  states: [string, boolean, number, number | null][] | null
  /** Environment of a rule, whether it is disabled, its rollout, whether it is narrowed, and whether it is split. */
  rules: [string, boolean, string | null, boolean, boolean][] | null
  /** Environment, and how often it was on and off; one for each application. */
  usage: [string, number, number][] | null
}
export type Environment = { name: string; type: string; sort_order: number }

/** In the order of the environments. */
export function environmentsOf(
  environments: readonly Environment[],
  { states, rules, usage }: States,
): FeatureSearchEnvironment[] {
  const byName = new Map(states?.map((state) => [state[0], state]))
  const there = Map.groupBy(rules ?? [], ([name]) => name)
  return environments.flatMap(({ name, type, sort_order }) => {
    const state = byName.get(name)
    if (!state) return []
    const [, enabled, variantCount, seen] = state
    const active = there.get(name)?.filter(([, disabled]) => !disabled) ?? []
    const counts = usage?.filter(([environment]) => environment === name) ?? []
    return {
      name,
      type,
      enabled,
      sortOrder: sort_order,
      variantCount,
      lastSeenAt: seen === null ? null : new Date(Math.round(seen * 1000)).toISOString(),
      hasStrategies: there.has(name),
      hasEnabledStrategies: active.length > 0,
      reach: reachOf(active),
      yes: counts.reduce((sum, [, yes]) => sum + yes, 0),
      no: counts.reduce((sum, [, , no]) => sum + no, 0),
      changeRequestIds: [],
    }
  })
}

function reachOf(active: NonNullable<States['rules']>): Reach {
  const [rule] = active
  if (!rule || active.length > 1)
    return { rules: active.length, percent: null, narrowed: false, split: false }
  const [, , rollout, narrowed, split] = rule
  return { rules: 1, percent: rollout === null ? null : Number(rollout), narrowed, split }
}
