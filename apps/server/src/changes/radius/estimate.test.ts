import type { Flag, Strategy } from '@flagstaff/engine'
import { expect, test } from 'vitest'
import { estimateFor } from './estimate.ts'

type Rule = { rollout: number; group: string; condition?: Condition }
type Condition = 'staff' | 'nordic'
const conditions = [undefined, 'staff', 'nordic'] as const

const flagOf = (rules: readonly Rule[]): Flag => ({
  name: 'one',
  enabled: rules.length > 0,
  strategies: rules.map(
    ({ rollout, group, condition }): Strategy => ({
      name: 'flexibleRollout',
      parameters: { rollout: String(rollout), stickiness: 'userId', groupId: group },
      constraints: condition ? [{ contextName: condition, operator: 'IN', values: ['yes'] }] : [],
    }),
  ),
})

const allRules: Rule[] = [25, 50, 100].flatMap((rollout) =>
  ['a', 'b'].flatMap((group) =>
    conditions.map((condition) => ({ rollout, group, ...(condition ? { condition } : {}) })),
  ),
)
const allFlags: Rule[][] = [
  [],
  ...allRules.map((rule) => [rule]),
  ...allRules.flatMap((one) => allRules.map((other) => [one, other])),
]

/** Users with every combination of conditions and buckets, and how many of them there are. */
const populations = [
  { staff: 0.1, nordic: 0.4 },
  { staff: 0.5, nordic: 0.9 },
  { staff: 0, nordic: 1 },
]
const quarters = [0, 25, 50, 75]
const usersIn = ({ staff, nordic }: (typeof populations)[number]) =>
  [true, false].flatMap((isStaff) =>
    [true, false].flatMap((isNordic) =>
      quarters.flatMap((a) =>
        quarters.map((b) => ({
          holds: { staff: isStaff, nordic: isNordic },
          bucket: { a, b } as Record<string, number>,
          weight: ((isStaff ? staff : 1 - staff) * (isNordic ? nordic : 1 - nordic)) / 16,
        })),
      ),
    ),
  )

type User = ReturnType<typeof usersIn>[number]
const isOn = (rules: readonly Rule[], { holds, bucket }: User) =>
  rules.some(
    ({ rollout, group, condition }) => (!condition || holds[condition]) && (bucket[group] ?? 100) < rollout,
  )

/** For each flag, in which users it is on; and their weights. */
const worlds = populations.map((population) => {
  const users = usersIn(population)
  return {
    weights: users.map(({ weight }) => weight),
    on: allFlags.map((rules) => users.map((user) => isOn(rules, user))),
  }
})

/** Every pair of a flag with at most one rule and any other, in both directions, and the same rules with other shares. */
const pairs = allFlags.flatMap((one, before) =>
  allFlags.flatMap((other, after) => {
    const shape = (rules: readonly Rule[]) =>
      rules.map(({ group, condition }) => `${group} ${condition}`).join()
    return one.length < 2 || other.length < 2 || shape(one) === shape(other) ? [[before, after] as const] : []
  }),
)

test('an exact estimate is right, and an upper bound is one, whatever share of users conditions apply to', () => {
  const wrong: string[] = []
  let exact = 0
  const flags = allFlags.map(flagOf)
  for (const [before, after] of pairs)
    for (const { weights, on } of worlds) {
      const sum = (counts: (index: number) => boolean | undefined) =>
        weights.reduce((total, weight, index) => (counts(index) ? total + weight : total), 0)
      const changed = sum((index) => on[before]?.[index] !== on[after]?.[index])
      const now = sum((index) => on[before]?.[index])
      for (const evaluations of [0, 1_000_000]) {
        const day = { on: now * evaluations, evaluations }
        const { share, upperBound } = estimateFor('one', flags[before], flags[after], day)
        if (!upperBound) exact++
        const isRight = upperBound ? share > changed - 1e-4 : Math.abs(share - changed) < 1e-4
        if (!isRight)
          wrong.push(
            JSON.stringify({ from: allFlags[before], to: allFlags[after], share, upperBound, changed, now }),
          )
      }
    }
  expect(wrong.slice(0, 5), `${wrong.length} of ${pairs.length} pairs`).toEqual([])
  expect(exact).toBeGreaterThan(1_000)
})

test('a rule for everyone in a segment does not hide a raise beside it', () => {
  const staff: Rule = { rollout: 100, group: 'a', condition: 'staff' }
  const raised = (rollout: number) => flagOf([staff, { rollout, group: 'a', condition: 'nordic' }])
  const estimate = (day: { on: number; evaluations: number }) =>
    estimateFor('one', raised(25), raised(50), day)
  expect(estimate({ on: 0, evaluations: 0 })).toMatchObject({ share: 0.25, upperBound: true })
  // At most two fifths can be Nordic users, since a quarter of them would be a tenth.
  expect(estimate({ on: 240, evaluations: 2_400 })).toMatchObject({ share: 0.1, upperBound: true })
})
