import { expect, test } from 'vitest'
import { disabled, variantOf } from '../test/ask.ts'
import { at } from '../test/tools.ts'
import type { Context, Flag, Strategy, Variant } from './types.ts'

const halves: Variant[] = [
  { name: 'first', weight: 500 },
  { name: 'second', weight: 500 },
]
const draw = (variants: Variant[], context: Context, drawn = 0.5) =>
  variantOf({ name: 'flag', enabled: true, strategies: [], variants }, context, {
    ...at,
    random: () => drawn,
  })
const byChance = (variants: Variant[], context: Context) =>
  new Set(Array.from({ length: 20 }, (_, index) => draw(variants, context, index / 20).name))

test('without the sticky field a variant is chosen at random', () => {
  const sticky = halves.map((variant) => ({ ...variant, stickiness: 'tenant' }))
  expect(byChance(sticky, { userId: '7' })).toEqual(new Set(['first', 'second']))
  expect(byChance(sticky, { properties: { tenant: '7' } }).size).toBe(1)
})

test('random stickiness is random even if the context has a property of that name', () => {
  const random = halves.map((variant) => ({ ...variant, stickiness: 'random' }))
  expect(byChance(random, { userId: '7', properties: { random: '7' } }).size).toBe(2)
})

test('default stickiness falls back to the IP address, and accepts numbers', () => {
  expect(byChance(halves, { remoteAddress: '10.0.0.1' }).size).toBe(1)
  expect(byChance(halves, { userId: 7 })).toEqual(byChance(halves, { userId: '7' }))
  expect(byChance(halves, {}).size).toBe(2)
})

test('without any weight there is no variant, not even by an override', () => {
  const overrides = [{ contextName: 'userId', values: ['7'] }]
  expect(draw([{ name: 'first', weight: 0, overrides }], { userId: '7' })).toEqual(disabled(true))
})

test('an override applies even if its variant has no weight', () => {
  const overrides = [{ contextName: 'userId', values: ['7'] }]
  const variants = [{ name: 'never', weight: 0, overrides }, ...halves]
  expect(draw(variants, { userId: '7' }).name).toBe('never')
  expect(draw(variants, { userId: 7 }).name).toBe('never')
  expect(draw(variants, { userId: '8' }).name).not.toBe('never')
})

test('the variants of the strategy take precedence over those of the flag', () => {
  const strategy = (variants: Variant[]): Strategy => ({
    name: 'default',
    parameters: { groupId: 'g' },
    variants,
  })
  const flag = (variants: Variant[]): Flag => ({
    name: 'flag',
    enabled: true,
    strategies: [strategy(variants)],
    variants: [{ name: 'fallback', weight: 1, payload: { type: 'string', value: 'x' } }],
  })
  expect(variantOf(flag(halves), { userId: '7' }).name).not.toBe('fallback')
  expect(variantOf(flag([{ name: 'none', weight: 0 }]), { userId: '7' })).toEqual({
    name: 'fallback',
    enabled: true,
    payload: { type: 'string', value: 'x' },
    feature_enabled: true,
    featureEnabled: true,
  })
})

test('variants of a rule without a group id are chosen as in SDKs', () => {
  const flag = (parameters: Strategy['parameters']): Flag => ({
    name: 'flag',
    enabled: true,
    strategies: [{ name: 'default', parameters, variants: halves }],
  })
  // See the hashes in `murmur.test.ts`: in the group `undefined`, user-1 is in bucket 22 of 1000.
  expect(variantOf(flag({}), { userId: 'user-1' }).name).toBe('first')
  for (let id = 0; id < 50; id++) {
    const context = { userId: `${id}` }
    expect(variantOf(flag({}), context)).toEqual(variantOf(flag({ groupId: 'undefined' }), context))
  }
})
