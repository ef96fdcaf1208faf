import type { Rule } from './queries.ts'

/** A rule without its identity and position. */
export type RuleContent = Omit<Rule, 'id' | 'featureName' | 'sortOrder' | 'objectVersion'>

export type Pair<A, B> = { from: A | undefined; to: B | undefined; same: boolean }

/**
 * Pairs the rules of two lists: first by equal content, then by kind and title, then by kind in their order. The result
 * is in the order of the first list, with unpaired rules of the second one at the end.
 */
export function pairRules<A extends RuleContent, B extends RuleContent>(
  from: readonly A[],
  to: readonly B[],
): Pair<A, B>[] {
  const left = new Set(to)
  const partners = new Map<A, B>()
  const match = (fits: (a: A, b: B) => boolean) => {
    for (const a of from) {
      if (partners.has(a)) continue
      const b = [...left].find((candidate) => fits(a, candidate))
      if (!b) continue
      partners.set(a, b)
      left.delete(b)
    }
  }
  const keys = new Map<RuleContent, string>([...from, ...to].map((rule) => [rule, contentKey(rule)]))
  const isSame = (a: A, b: B) => keys.get(a) === keys.get(b)
  match(isSame)
  match((a, b) => a.name === b.name && Boolean(a.title) && a.title === b.title)
  match((a, b) => a.name === b.name)
  return [
    ...from.map((a) => {
      const b = partners.get(a)
      return { from: a, to: b, same: b !== undefined && isSame(a, b) }
    }),
    ...[...left].map((b) => ({ from: undefined, to: b, same: false })),
  ]
}

/** A key that is equal for rules with the same content. */
export const contentKey = (rule: RuleContent): string =>
  stable({
    name: rule.name,
    title: rule.title || null,
    disabled: rule.disabled,
    parameters: rule.parameters,
    constraints: rule.constraints,
    segments: [...rule.segments].sort((a, b) => a - b),
    variants: rule.variants,
  })

/** JSON that does not depend on the order of fields. */
export const stable = (value: unknown): string => JSON.stringify(value, sortKeys)

const sortKeys = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, item]) => item !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    : value
