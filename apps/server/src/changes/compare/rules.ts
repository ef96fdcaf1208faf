import type { ComparedFlag, PromotedFlag } from '@flagstaff/contract/compare'
import { type EnvironmentState, type FlagState, pairRules, stable } from '../../flags/index.ts'

type Rule = EnvironmentState['rules'][number]

const nothing = { enabled: false, variants: [], rules: [] }

/** Compares a flag in two environments. */
export function compareFlag(flag: FlagState, from: string, to: string): ComparedFlag {
  const [left, right] = [from, to].map(
    (name) => flag.environments.find(({ environment }) => environment === name) ?? nothing,
  )
  const [a, b] = [left ?? nothing, right ?? nothing]
  const rules = pairRules(a.rules, b.rules).map((pair) => ({
    from: pair.from ?? null,
    to: pair.to ?? null,
    same: pair.same,
  }))
  const enabled = { from: a.enabled, to: b.enabled, same: a.enabled === b.enabled }
  const variants = { from: a.variants, to: b.variants, same: stable(a.variants) === stable(b.variants) }
  const order = orderOf(rules, b.rules)
  const same = enabled.same && variants.same && order.same && rules.every((rule) => rule.same)
  return { name: flag.name, type: flag.type, same, enabled, variants, rules, order }
}

type Pairs = readonly { from: Rule | null; to: Rule | null }[]

/** The ids (in the second environment) of rules that both have, in the order of the first and of the second. */
function orderOf(pairs: Pairs, rules: readonly Rule[]): ComparedFlag['order'] {
  const from = pairs.flatMap((pair) => (pair.from && pair.to ? [pair.to.id] : []))
  const to = rules.map(({ id }) => id).filter((id) => from.includes(id))
  return { from, to, same: stable(from) === stable(to) }
}

type Wanted = Pick<PromotedFlag, 'rules' | 'order'>

/**
 * The rules of the second environment after the selected differences are copied. Existing rules keep their ids; an
 * added rule is placed after the rule it follows in the first environment.
 */
export function promoteRules(
  from: readonly Rule[],
  to: readonly Rule[],
  { rules: chosen = [], order = false }: Wanted,
): (Omit<Rule, 'id' | 'sortOrder' | 'featureName'> & { id?: string })[] {
  const pairs = pairRules(from, to)
  const partner = new Map(pairs.flatMap((pair) => (pair.from && pair.to ? [[pair.from.id, pair.to.id]] : [])))
  const source = new Map(from.map((rule) => [rule.id, rule]))
  const removed = new Set(chosen.filter((one) => !one.from && one.to).map((one) => one.to))
  const changed = new Map(
    chosen.flatMap((one) => (one.from && one.to ? [[one.to, source.get(one.from)]] : [])),
  )
  const added = new Set(chosen.filter((one) => one.from && !one.to).map((one) => one.from))

  const kept = to.filter(({ id }) => !removed.has(id))
  const ids = order
    ? inOrderOf(
        from.flatMap(({ id }) => partner.get(id) ?? []),
        kept,
      )
    : kept.map(({ id }) => id)
  const stored = new Map(kept.map((rule) => [rule.id, rule]))
  const result: { key: string; rule: ReturnType<typeof bare> }[] = ids.flatMap((id) => {
    const rule = changed.get(id) ?? stored.get(id)
    return rule ? [{ key: id, rule: { ...bare(rule), id } }] : []
  })
  for (const [index, rule] of from.entries()) {
    if (!added.has(rule.id)) continue
    const followed = from
      .slice(0, index)
      .map(({ id }) => result.findIndex(({ key }) => key === (partner.get(id) ?? `new ${id}`)))
      .findLast((at) => at >= 0)
    const place = followed ?? -1
    result.splice(place + 1, 0, { key: `new ${rule.id}`, rule: bare(rule) })
  }
  return result.map(({ rule }) => rule)
}

/** Sorts the wanted ids to the given order; each other rule stays after the one it follows. */
function inOrderOf(wanted: readonly string[], rules: readonly Rule[]): string[] {
  const present = new Set(rules.map(({ id }) => id))
  const ids = wanted.filter((id) => present.has(id))
  for (const [index, { id }] of rules.entries()) {
    if (ids.includes(id)) continue
    const before = rules[index - 1]
    ids.splice(before ? ids.indexOf(before.id) + 1 : 0, 0, id)
  }
  return ids
}

const bare = ({
  id: _,
  sortOrder: __,
  featureName: ___,
  ...rule
}: Rule): Omit<Rule, 'id' | 'sortOrder' | 'featureName'> & { id?: string } => rule
