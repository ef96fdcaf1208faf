import fc from 'fast-check'
import { expect, test } from 'vitest'
import { worlds } from '../test/generators.ts'
import { at, tools } from '../test/tools.ts'
import { evaluate } from './evaluate.ts'
import { explain } from './explain.ts'
import { compile } from './ruleset.ts'
import type { Flag } from './types.ts'

const checkout: Flag = {
  name: 'checkout',
  enabled: true,
  dependencies: [
    { feature: 'shop', variants: ['new'] },
    { feature: 'legacy', enabled: false },
  ],
  strategies: [
    {
      name: 'flexibleRollout',
      id: 's-1',
      title: 'Half of the Nordics',
      parameters: { rollout: '50', stickiness: 'userId', groupId: 'gr1' },
      constraints: [{ contextName: 'country', operator: 'IN', values: ['no', 'se'] }],
      segments: [1, 2],
    },
    {
      name: 'userWithId',
      parameters: { userIds: '123, 124', groupId: 'gr1' },
      constraints: [{ contextName: 'age', operator: 'NUM_LT', value: '18', inverted: true }],
      variants: [
        { name: 'red', weight: 500 },
        { name: 'blue', weight: 500, payload: { type: 'string', value: '#00f' } },
      ],
    },
  ],
}
const shop: Flag = { name: 'shop', enabled: true, strategies: [], variants: [{ name: 'new', weight: 1 }] }
const segments = [
  {
    id: 1,
    name: 'beta',
    constraints: [{ contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-01-01' }],
  },
]
const ruleset = compile({ features: [checkout, shop], segments }, tools)
const context = { userId: '123', properties: { country: 'no' } }

test('explains each step of an evaluation', () => {
  const explanation = explain(ruleset, 'checkout', context, at)
  expect(explanation.dependencies).toEqual([
    {
      parent: 'shop',
      expected: { enabled: true, variants: ['new'] },
      actual: { enabled: true, variant: 'new' },
      satisfied: true,
    },
    { parent: 'legacy', expected: { enabled: false, variants: [] }, actual: undefined, satisfied: false },
  ])
  expect(explanation.environmentEnabled).toBe(true)
  expect(explanation.strategies[0]).toEqual({
    name: 'flexibleRollout',
    id: 's-1',
    title: 'Half of the Nordics',
    constraints: [
      {
        field: 'country',
        operator: 'IN',
        values: ['no', 'se'],
        value: undefined,
        inverted: false,
        caseInsensitive: false,
        actual: 'no',
        satisfied: true,
      },
    ],
    segments: [
      {
        id: 1,
        name: 'beta',
        known: true,
        constraints: [
          expect.objectContaining({
            field: 'currentTime',
            actual: '2026-06-01T12:00:00.000Z',
            satisfied: true,
          }),
        ],
        satisfied: true,
      },
      { id: 2, name: undefined, known: false, constraints: [], satisfied: false },
    ],
    rule: {
      kind: 'rollout',
      stickiness: 'userId',
      group: 'gr1',
      id: '123',
      bucket: 73,
      threshold: 50,
      satisfied: false,
    },
    satisfied: false,
  })
  expect(explanation.strategies[1]).toMatchObject({
    constraints: [{ field: 'age', actual: undefined, inverted: true, value: '18', satisfied: true }],
    rule: { kind: 'list', field: 'userId', actual: '123', values: ['123', '124'], satisfied: true },
    satisfied: true,
  })
})

test('an unsatisfied parent keeps the flag off, whatever its strategies', () => {
  const { result, decidedBy, draws } = explain(ruleset, 'checkout', context, at)
  expect({ enabled: result.enabled, decidedBy, draws }).toEqual({
    enabled: false,
    decidedBy: undefined,
    draws: [],
  })
})

test('explains how the variant was chosen', () => {
  const free: Flag = { ...checkout, dependencies: [] }
  const { result, decidedBy, draws } = explain(compile({ features: [free] }, tools), 'checkout', context, at)
  expect(decidedBy).toBe(1)
  expect(result.enabled).toBe(true)
  expect(draws).toEqual([
    {
      from: 'strategy',
      group: 'gr1',
      stickiness: 'default',
      total: 1000,
      override: undefined,
      id: '123',
      target: 796,
      chosen: 'blue',
    },
  ])
})

test('explains which override chose the variant', () => {
  const overrides = [{ contextName: 'plan', values: ['gold'] }]
  const variants = [
    { name: 'red', weight: 1000 },
    { name: 'golden', weight: 0, overrides },
  ]
  const flag: Flag = { name: 'flag', enabled: true, strategies: [], variants }
  const { draws, result } = explain(
    compile({ features: [flag] }, tools),
    'flag',
    { properties: { plan: 'gold' } },
    at,
  )
  expect(result.variant.name).toBe('golden')
  expect(draws).toMatchObject([
    { from: 'flag', override: { field: 'plan', actual: 'gold' }, chosen: 'golden' },
  ])
})

test('an unknown flag and an unknown strategy are reported as unknown', () => {
  expect(explain(ruleset, 'nothing', {}, at)).toMatchObject({ known: false, result: { enabled: false } })
  const flag: Flag = { name: 'flag', enabled: true, strategies: [{ name: 'unheardOf' }] }
  const { strategies } = explain(compile({ features: [flag] }, tools), 'flag', {}, at)
  expect(strategies).toMatchObject([{ name: 'unheardOf', rule: { kind: 'unknown', satisfied: false } }])
})

test('explain and evaluate give the same result, unless it is random', () => {
  let compared = 0
  const property = fc.property(worlds, (world) => {
    const generated = compile(world, tools)
    for (const { name } of world.features) {
      for (const context of world.contexts) {
        let drawn = false
        const random = () => {
          drawn = true
          return 0.5
        }
        const result = evaluate(generated, name, context, { ...at, random })
        if (drawn) continue
        compared++
        if (explain(generated, name, context, { ...at, random }).result !== result) {
          throw new Error(`explain and evaluate differ on ${name} for ${JSON.stringify(context)}`)
        }
      }
    }
  })
  fc.assert(property, { numRuns: 100, seed: 7 })
  expect(compared).toBeGreaterThan(10_000)
})
