import Type, { type Static } from 'typebox'
import type { Source } from './request.ts'
import { type Export, StrategyOrder } from './schemas.ts'

type Rules = Static<typeof Export>['featureStrategies']
const AT_ONCE = 4

/**
 * The rules of an export in their order. Unleash exports them in any order and without their positions, so these are
 * read for each flag with several rules.
 */
export async function orderRules(
  source: Source,
  { project, environment }: { project: string; environment: string },
  rules: Rules,
): Promise<Rules> {
  const flags = Map.groupBy(rules, ({ featureName = '' }) => featureName)
  const open = [...flags].filter(
    ([, list]) => list.length > 1 && list.some(({ sortOrder }) => typeof sortOrder !== 'number'),
  )
  const places = new Map<string, number>()
  const work = async () => {
    for (let next = open.pop(); next; next = open.pop()) {
      const [flag] = next
      const path = [project, 'features', flag, 'environments', environment, 'strategies']
      const stored = await source.ask({
        path: `/api/admin/projects/${path.map(encodeURIComponent).join('/')}`,
        schema: Type.Array(StrategyOrder, { maxItems: 1_000 }),
      })
      const sorted = stored.toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))
      for (const [index, { id }] of sorted.entries()) places.set(id, index)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return rules.map(({ id, ...rule }) => {
    const place = places.get(id ?? '')
    return place === undefined ? rule : { ...rule, sortOrder: place }
  })
}
