import type { ComparedFlag, PromotedFlag } from '@flagstaff/contract/compare'

/** The selected differences by flag. */
export type Chosen = ReadonlyMap<string, ReadonlySet<string>>

type RulePair = ComparedFlag['rules'][number]

export const ruleKey = ({ from, to }: RulePair) => `rule ${from?.id ?? ''}:${to?.id ?? ''}`

/** All differences between the two environments, each with a key. */
export const differencesOf = (flag: ComparedFlag): string[] => [
  ...(flag.enabled.same ? [] : ['enabled']),
  ...flag.rules.filter(({ same }) => !same).map(ruleKey),
  ...(flag.order.same ? [] : ['order']),
  ...(flag.variants.same ? [] : ['variants']),
]

export function toggled(chosen: Chosen, flag: string, keys: readonly string[], on: boolean): Chosen {
  const next = new Set(chosen.get(flag))
  for (const key of keys)
    if (on) next.add(key)
    else next.delete(key)
  const all = new Map(chosen)
  if (next.size > 0) all.set(flag, next)
  else all.delete(flag)
  return all
}

/** Removes differences that another user has resolved in the meantime. */
export const stillThere = (flags: readonly ComparedFlag[], chosen: Chosen): Chosen =>
  new Map(
    flags.flatMap((flag) => {
      const left = differencesOf(flag).filter((key) => chosen.get(flag.name)?.has(key))
      return left.length > 0 ? [[flag.name, new Set(left)] as const] : []
    }),
  )

export const countOf = (chosen: Chosen) => [...chosen.values()].reduce((sum, keys) => sum + keys.size, 0)

export const toFeatures = (flags: readonly ComparedFlag[], chosen: Chosen): PromotedFlag[] =>
  flags.flatMap((flag) => {
    const keys = chosen.get(flag.name)
    if (!keys) return []
    return [
      {
        feature: flag.name,
        enabled: keys.has('enabled'),
        variants: keys.has('variants'),
        order: keys.has('order'),
        rules: flag.rules
          .filter((pair) => keys.has(ruleKey(pair)))
          .map(({ from, to }) => ({ from: from?.id ?? null, to: to?.id ?? null })),
      },
    ]
  })
