import { expect, test } from 'vitest'
import { disabled, isOn, satisfies } from '../test/ask.ts'
import { at, tools } from '../test/tools.ts'
import { evaluate, evaluateAll } from './evaluate.ts'
import { compile } from './ruleset.ts'
import type { Context } from './types.ts'

test.for(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'properties'])(
  '%s is not a context field',
  (contextName) => {
    const context = { properties: { plan: 'gold' } }
    expect(satisfies({ contextName, operator: 'REGEX', value: '' }, context)).toBe(false)
    expect(satisfies({ contextName, operator: 'NOT_IN', values: ['x'] }, context)).toBe(true)
    const strategy = { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: contextName } }
    expect(isOn(strategy, context)).toBe(false)
  },
)

test('such a name is a context field if the context sets it', () => {
  const context = JSON.parse('{"__proto__": "a", "properties": {"constructor": "a", "properties": "a"}}')
  expect(satisfies({ contextName: '__proto__', operator: 'IN', values: ['a'] }, context)).toBe(true)
  expect(satisfies({ contextName: 'constructor', operator: 'IN', values: ['a'] }, context)).toBe(true)
  expect(satisfies({ contextName: 'properties', operator: 'IN', values: ['a'] }, context)).toBe(false)
})

test('inherited properties are not context fields', () => {
  const context: Context = Object.create({ plan: 'gold', userId: '7' })
  expect(satisfies({ contextName: 'plan', operator: 'IN', values: ['gold'] }, context)).toBe(false)
  expect(isOn({ name: 'userWithId', parameters: { userIds: '7' } }, context)).toBe(false)
})

test.for(['constructor', '__proto__', 'toString'])('an unknown flag called %s is off', (name) => {
  const result = evaluate(compile({ features: [] }, tools), name, {}, at)
  expect(result).toEqual({ enabled: false, variant: disabled(false), impressionData: false })
})

test.for(['constructor', '__proto__', 'toString'])('a flag can be called %s', (name) => {
  const ruleset = compile({ features: [{ name, enabled: true, strategies: [] }] }, tools)
  expect(evaluate(ruleset, name, {}, at).enabled).toBe(true)
  expect(evaluateAll(ruleset, {}, at).get(name)?.enabled).toBe(true)
})
