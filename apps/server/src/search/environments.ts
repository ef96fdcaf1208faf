import type { FeatureSearchEnvironment } from '@flagstaff/contract/search'

/** What a flag is in its environments, in the short form in which a page of a thousand states is fetched. */
export type States = {
  /** Environment, whether it is on, number of variants, and when it was last seen, in seconds. */
  states: [string, boolean, number, number | null][] | null
  /** Environment and whether a rule there is disabled; one for each rule. */
  rules: [string, boolean][] | null
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
  const active = new Map<string, boolean>()
  for (const [name, disabled] of rules ?? []) active.set(name, active.get(name) || !disabled)
  return environments.flatMap(({ name, type, sort_order }) => {
    const state = byName.get(name)
    if (!state) return []
    const [, enabled, variantCount, seen] = state
    const counts = usage?.filter(([environment]) => environment === name) ?? []
    return {
      name,
      type,
      enabled,
      sortOrder: sort_order,
      variantCount,
      lastSeenAt: seen === null ? null : new Date(Math.round(seen * 1000)).toISOString(),
      hasStrategies: active.has(name),
      hasEnabledStrategies: active.get(name) ?? false,
      yes: counts.reduce((sum, [, yes]) => sum + yes, 0),
      no: counts.reduce((sum, [, , no]) => sum + no, 0),
      changeRequestIds: [],
    }
  })
}
