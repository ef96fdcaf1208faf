import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareColumns } from '../test/compare-columns.ts'
import { at, tools } from '../test/tools.ts'
import { evaluateAll, evaluateOn } from './evaluate.ts'
import { bucketOf, hashGroup } from './murmur.ts'
import { ReadyId } from './ready-id.ts'
import { compile, createRuleset, type Ruleset } from './ruleset.ts'
import type { Context, Flag } from './types.ts'

const onOf = (ruleset: Ruleset, context: Context) => {
  const on: [string, object][] = []
  evaluateOn({ ruleset, context, at }, ({ name }, result) => on.push([name, result]))
  return on
}
const expectTheSame = (ruleset: Ruleset, context: Context) =>
  expect(onOf(ruleset, context)).toEqual(
    [...evaluateAll(ruleset, context, at)].filter(([, { enabled }]) => enabled),
  )

/** The most common form, which the columns evaluate completely. */
const share = (name: string, rollout: number, constraints: object[] = []): Flag => ({
  name,
  enabled: true,
  strategies: [
    { name: 'flexibleRollout', parameters: { rollout: `${rollout}`, stickiness: 'default' }, constraints },
  ] as never,
})
const texts = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('7', '8', 'ada', 'né', '', '😀'))
const conditions = fc.record({
  contextName: fc.constantFrom('userId', 'plan', 'constructor'),
  operator: fc.constantFrom('IN', 'NOT_IN'),
  values: fc.array(texts, { maxLength: 5 }),
  inverted: fc.boolean(),
})

test('the columns evaluate like the flags one by one', () => {
  const { compared, on, variants, random } = compareColumns({ runs: 40, seed: 7 })
  expect(compared).toBeGreaterThan(30_000)
  // The comparison is only meaningful if the results vary.
  expect(on / compared).toBeGreaterThan(0.2)
  expect(variants / compared).toBeGreaterThan(0.1)
  expect(random / compared).toBeGreaterThan(0.01)
})

test('evaluateOn gives the same result for flags that the columns evaluate completely', () => {
  const flags = fc.array(fc.tuple(fc.integer({ min: -1, max: 101 }), fc.array(conditions, { maxLength: 1 })))
  const contexts = fc.record(
    { userId: texts, sessionId: texts, properties: fc.record({ plan: texts }, { requiredKeys: [] }) },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(flags, fc.array(contexts), (drawn, asked) => {
      const features = drawn.map(([rollout, constraints], index) => share(`f${index}`, rollout, constraints))
      const ruleset = compile({ features }, tools)
      for (const context of asked) expectTheSame(ruleset, context)
    }),
    { numRuns: 500, seed: 7 },
  )
})

test('a prepared id has the same buckets as the id, wherever the group ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), texts, fc.integer(), (group, id, seed) => {
      const ready = ReadyId.of(id)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: matches ASCII
      expect(ready !== undefined).toBe(/^[\x00-\x7f]+$/.test(id))
      const hashed = hashGroup(group, seed)
      const { hash, word, bits, length } = hashed
      const groups = Int32Array.of(0, hash, word, bits, length)
      if (ready) expect(ready.bucket(groups, 1, 1_000)).toBe(bucketOf(hashed, id, 1_000))
    }),
    { numRuns: 5_000, seed: 7 },
  )
})

test('flags can be added, changed and removed', () => {
  const ruleset = createRuleset(tools)
  const context = { userId: '7' }
  const names = Array.from({ length: 100 }, (_, index) => `f${index}`)
  for (const name of names) ruleset.setFlag(share(name, 100))
  expect(onOf(ruleset, context)).toHaveLength(100)
  ruleset.setFlag(share('f3', 0))
  ruleset.setFlag({ ...share('f4', 100), enabled: false })
  expectTheSame(ruleset, context)
  for (const name of names.slice(0, 90)) ruleset.removeFlag(name)
  expect(onOf(ruleset, context).map(([name]) => name)).toEqual(names.slice(90))
  ruleset.setFlag(share('f1', 100))
  ruleset.removeFlag('nobody')
  expectTheSame(ruleset, context)
  expect(onOf(ruleset, context)).toHaveLength(11)
})

test('constraints on more fields than there are columns are evaluated', () => {
  const features = Array.from({ length: 300 }, (_, index) =>
    share(`f${index}`, 100, [{ contextName: `field${index}`, operator: 'IN', values: ['yes'] }]),
  )
  const ruleset = compile({ features }, tools)
  const context = { userId: '7', properties: { field1: 'yes', field2: 'no', field299: 'yes' } }
  expect(onOf(ruleset, context).map(([name]) => name)).toEqual(['f1', 'f299'])
})

test.each([3, 200])('a list of %d values is answered like flag by flag, also after it changed', (count) => {
  const values = Array.from({ length: count }, (_, index) => `${index}`)
  const both = (listed: readonly string[]) =>
    ['IN', 'NOT_IN'].map((operator) =>
      share(operator, 100, [{ contextName: 'userId', operator, values: listed }]),
    )
  const ruleset = compile({ features: both(values) }, tools)
  for (const flags of [[], both(values.slice(1)), both([])]) {
    for (const flag of flags) ruleset.setFlag(flag)
    for (const userId of ['0', '2', 'nobody']) expectTheSame(ruleset, { userId })
    expectTheSame(ruleset, { sessionId: '0' })
  }
})
