import { expect, test } from 'vitest'
import { at, tools } from '../test/tools.ts'
import { compileFlag } from './compile.ts'
import { evaluate, evaluateAll } from './evaluate.ts'
import { compile, createRuleset } from './ruleset.ts'
import type { Flag } from './types.ts'

const coin: Flag = {
  name: 'coin',
  enabled: true,
  strategies: [{ name: 'gradualRolloutRandom', parameters: { percentage: '50' } }],
}

test('a run evaluates a parent once, even if its result is random', () => {
  const heads: Flag = { name: 'heads', enabled: true, strategies: [], dependencies: [{ feature: 'coin' }] }
  const tails: Flag = { ...heads, name: 'tails', dependencies: [{ feature: 'coin', enabled: false }] }
  const never: Flag = {
    ...heads,
    name: 'never',
    dependencies: [{ feature: 'coin' }, { feature: 'coin', enabled: false }],
  }
  for (const features of [
    [coin, heads, tails, never],
    [never, tails, heads, coin],
  ]) {
    const ruleset = compile({ features }, tools)
    for (let seed = 0; seed < 20; seed++) {
      const flips = { ...at, random: alternating(seed % 2) }
      const results = evaluateAll(ruleset, {}, flips)
      const [onCoin, onHeads, onTails] = ['coin', 'heads', 'tails'].map((name) => results.get(name)?.enabled)
      expect(onHeads).toBe(onCoin)
      expect(onTails).toBe(!onCoin)
      expect(results.get('never')?.enabled).toBe(false)
      expect(evaluate(ruleset, 'never', {}, { ...at, random: alternating(seed % 2) }).enabled).toBe(false)
    }
  }
})

test('the number of flags with parents stays correct when flags are added and removed', () => {
  const ruleset = createRuleset(tools)
  const child: Flag = { name: 'child', enabled: true, strategies: [], dependencies: [{ feature: 'coin' }] }
  const counted = (change: () => void) => {
    change()
    return ruleset.dependents
  }
  expect(counted(() => ruleset.setFlag(coin))).toBe(0)
  expect(counted(() => ruleset.setFlag(child))).toBe(1)
  expect(counted(() => ruleset.setCompiledFlag(compileFlag(child, tools)))).toBe(1)
  expect(counted(() => ruleset.setFlag({ ...child, dependencies: [] }))).toBe(0)
  expect(counted(() => ruleset.setFlag(child))).toBe(1)
  expect(counted(() => ruleset.removeFlag('child'))).toBe(0)
  expect(counted(() => ruleset.removeFlag('child'))).toBe(0)
})

test('a filter limits the results, but parents outside of it are still evaluated', () => {
  const parent: Flag = { name: 'parent', enabled: true, strategies: [], project: 'other' }
  const child: Flag = {
    name: 'child',
    enabled: true,
    strategies: [],
    project: 'mine',
    dependencies: [{ feature: 'parent' }],
  }
  const results = evaluateAll(
    compile({ features: [parent, child] }, tools),
    {},
    at,
    (flag) => flag.project === 'mine',
  )
  expect([...results].map(([name, { enabled }]) => [name, enabled])).toEqual([['child', true]])
})

test('evaluateAll and evaluate give the same results', () => {
  const features: Flag[] = Array.from({ length: 100 }, (_, index) => ({
    name: `flag-${index}`,
    enabled: index % 7 > 0,
    impressionData: index % 2 === 0,
    strategies: [{ name: 'flexibleRollout', parameters: { rollout: '50', groupId: `g-${index}` } }],
    variants: [{ name: 'only', weight: 1 }],
  }))
  const ruleset = compile({ features }, tools)
  const results = evaluateAll(ruleset, { userId: '7' }, at)
  expect(results.size).toBe(100)
  for (const [name, result] of results) expect(result).toBe(evaluate(ruleset, name, { userId: '7' }, at))
})

test('a changed segment applies to flags that were compiled before', () => {
  const ruleset = createRuleset(tools)
  const on = () => evaluate(ruleset, 'flag', { userId: '7' }, at).enabled
  ruleset.setFlag({ name: 'flag', enabled: true, strategies: [{ name: 'default', segments: [1] }] })
  const compiled = ruleset.flags.get('flag')
  expect(on()).toBe(false)
  ruleset.setSegment({ id: 1, constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] })
  expect(on()).toBe(true)
  ruleset.setSegment({ id: 1, constraints: [{ contextName: 'userId', operator: 'IN', values: ['8'] }] })
  expect(on()).toBe(false)
  ruleset.removeSegment(1)
  expect(on()).toBe(false)
  expect(ruleset.flags.get('flag')).toBe(compiled)
})

test('flags can be added and removed one by one, including precompiled ones', () => {
  const ruleset = createRuleset(tools)
  const on = () => evaluate(ruleset, 'flag', {}, at).enabled
  ruleset.setFlag({ name: 'flag', enabled: true, strategies: [] })
  expect(on()).toBe(true)
  ruleset.setCompiledFlag(compileFlag({ name: 'flag', enabled: false, strategies: [] }, tools))
  expect(on()).toBe(false)
  ruleset.setFlag({ name: 'flag', enabled: true, strategies: [] })
  expect(on()).toBe(true)
  ruleset.removeFlag('flag')
  expect(on()).toBe(false)
})

test('patterns are compiled once with the flag, not per evaluation', () => {
  let compilations = 0
  const counting = {
    regex() {
      compilations++
      return (text: string) => text === 'match'
    },
  }
  const strategies = [
    { name: 'default', constraints: [{ contextName: 'field', operator: 'REGEX', value: '.' }] },
  ]
  const ruleset = compile({ features: [{ name: 'flag', enabled: true, strategies }] }, counting)
  for (const field of ['match', 'other', 'match']) {
    expect(evaluate(ruleset, 'flag', { properties: { field } }, at).enabled).toBe(field === 'match')
  }
  expect(compilations).toBe(1)
})

test('results are frozen, since they are shared between callers', () => {
  const payload = { type: 'string', value: 'x' }
  const flag: Flag = {
    name: 'flag',
    enabled: true,
    strategies: [],
    variants: [{ name: 'red', weight: 1, payload }],
  }
  const result = evaluate(compile({ features: [flag] }, tools), 'flag', {}, at)
  expect([result, result.variant, result.variant.payload].every(Object.isFrozen)).toBe(true)
})

test('values that are not scalars count as missing, and never throw', () => {
  const hostile = Object.create(null)
  const values = [hostile, [], () => 'a', Symbol('a'), { toString: () => 'a' }]
  const strategies = [
    { name: 'default', constraints: [{ contextName: 'field', operator: 'REGEX', value: '' }] },
  ]
  const ruleset = compile({ features: [{ name: 'flag', enabled: true, strategies }] }, tools)
  for (const field of values)
    expect(evaluate(ruleset, 'flag', { properties: { field } }, at).enabled).toBe(false)
  expect(evaluate(ruleset, 'flag', JSON.parse('{"properties": "text"}'), at).enabled).toBe(false)
  expect(evaluate(ruleset, 'flag', { properties: null }, at).enabled).toBe(false)
})

function alternating(start: number): () => number {
  let flips = start
  return () => (flips++ % 2 === 0 ? 0.1 : 0.9)
}
