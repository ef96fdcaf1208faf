import { expect, test } from 'vitest'
import { at, tools } from '../test/tools.ts'
import { type Cause, decide, decideAll } from './decide.ts'
import { evaluateAll } from './evaluate.ts'
import { compile } from './ruleset.ts'
import type { Context, Flag, Strategy, Variant } from './types.ts'

const rollout = (parameters: Record<string, string>, more: Partial<Strategy> = {}): Strategy => ({
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'default', ...parameters },
  ...more,
})
const half = rollout({ rollout: '50' })
const toNorway = rollout({}, { constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }] })
const variants = (...weights: number[]): Variant[] =>
  weights.map((weight, index) => ({ name: `v${index}`, weight }))
const flag = (strategies: Strategy[], more: Partial<Flag> = {}): Flag => ({
  name: 'flag',
  enabled: true,
  strategies,
  ...more,
})
const parent = (more: Partial<Flag>): Flag => flag([], { name: 'parent', ...more })
const child = flag([], { dependencies: [{ feature: 'parent' }] })

const norwegian = { userId: '7', country: 'NO' }
const cases: [string, Cause, Context, ...Flag[]][] = [
  ['turned off', 'off', {}, flag([], { enabled: false })],
  ['without a list of strategies', 'off', {}, { name: 'flag', enabled: true }],
  ['without strategies', 'static', {}, flag([])],
  ['on for everybody', 'static', {}, flag([rollout({})])],
  ['with a constraint that holds', 'targeted', norwegian, flag([toNorway])],
  ['with a constraint that does not hold', 'unmatched', {}, flag([toNorway])],
  ['for a listed user', 'targeted', norwegian, flag([{ name: 'userWithId', parameters: { userIds: '7' } }])],
  ['for listed users, without a user', 'unmatched', {}, flag([{ name: 'userWithId', parameters: {} }])],
  ['inside of a share', 'split', { userId: '7' }, flag([rollout({ rollout: '99' })])],
  ['outside of a share', 'unmatched', { userId: '7' }, flag([rollout({ rollout: '0' })])],
  ['for a share, with a session', 'split', { sessionId: '7' }, flag([rollout({ rollout: '99' })])],
  ['for a share, without a user', 'userMissing', {}, flag([half])],
  ['for nobody, without a user', 'unmatched', {}, flag([rollout({ rollout: '0' })])],
  ['sticky by user, without one', 'userMissing', {}, flag([rollout({ stickiness: 'userId' })])],
  ['sticky by another field', 'unmatched', {}, flag([rollout({ stickiness: 'company' })])],
  ['a later strategy decides without a user', 'targeted', { country: 'NO' }, flag([half, toNorway])],
  ['with several variants', 'split', { userId: '7' }, flag([], { variants: variants(1, 1) })],
  ['with one variant', 'static', {}, flag([], { variants: variants(1, 0) })],
  ['with several variants, without a user', 'userMissing', {}, flag([], { variants: variants(1, 1) })],
  ['variants by address', 'split', { remoteAddress: '::1' }, flag([], { variants: variants(1, 1) })],
  ['a parent that is off', 'parent', {}, child, parent({ enabled: false })],
  ['a parent that is unknown', 'parent', {}, child],
  ['a parent that wants a user', 'userMissing', {}, child, parent({ strategies: [half] })],
  ['a parent that is on', 'static', {}, child, parent({})],
]

test.each(cases)('a flag %s is %s', (_, cause, context, ...features) => {
  expect(decide(compile({ features }, tools), 'flag', context, at)?.cause).toBe(cause)
})

test('an override applies without a user', () => {
  const [first, second] = variants(1, 1)
  const overrides = [{ contextName: 'country', values: ['NO'] }]
  const features = [flag([], { variants: [{ ...first, overrides }, second] as Variant[] })]
  const decision = decide(compile({ features }, tools), 'flag', { country: 'NO' }, at)
  expect(decision?.result.variant.name).toBe('v0')
})

test('an unknown flag has no decision, and decisions have the results of evaluate', () => {
  const ruleset = compile({ features: [child, parent({ variants: variants(1, 1) })] }, tools)
  expect(decide(ruleset, 'constructor', {}, at)).toBeUndefined()
  const context = { userId: '7' }
  const results = [...decideAll(ruleset, context, at)].map(([name, { result }]) => [name, result])
  expect(results).toEqual([...evaluateAll(ruleset, context, at)])
  expect([...decideAll(ruleset, context, at, ({ name }) => name === 'flag').keys()]).toEqual(['flag'])
})
