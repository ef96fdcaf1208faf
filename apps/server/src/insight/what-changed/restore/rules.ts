import type { EnvironmentState } from '../../../flags/index.ts'
import type { Served } from './queries.ts'

type Rule = EnvironmentState['rules'][number]
type Content = Omit<Rule, 'id' | 'sortOrder' | 'featureName'> & { id?: string }

/**
 * The rules of a flag as they were. Documents do not contain rules that were turned off: a rule that exists now and was
 * not added since was turned off then. It stays where it is among the others.
 */
export function rulesBack(
  { doc, meta }: Served,
  now: readonly Rule[],
  added: ReadonlySet<string>,
): Content[] {
  const served = doc.strategies.map((rule, index): Content => {
    const { id, title } = meta.rules[index] ?? { title: null }
    // Documents are made from stored rules, so they satisfy the same schema.
    const content = rule as Pick<Rule, keyof typeof rule>
    return { ...content, title, disabled: false, ...(id === undefined ? {} : { id }) }
  })
  const ids = new Set(served.map(({ id }) => id))
  const back = [...served]
  for (const [index, { sortOrder: _, featureName: __, ...rule }] of now.entries())
    if (!ids.has(rule.id) && !added.has(rule.id))
      back.splice(placeAmong(back, now, index), 0, { ...rule, disabled: true })
  return back
}

/** After the rule that precedes it now, or else before the one that follows it, or else at the end. */
function placeAmong(back: readonly Content[], now: readonly Rule[], index: number): number {
  const at = ({ id }: Rule) => back.findIndex((rule) => rule.id === id)
  const isBack = (rule: Rule) => at(rule) >= 0
  const earlier = now.slice(0, index).findLast(isBack)
  if (earlier) return at(earlier) + 1
  const later = now.slice(index + 1).find(isBack)
  return later ? at(later) : back.length
}
