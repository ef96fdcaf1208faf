import { expect, test } from 'vitest'
import { experiment, gradual, rolloutOf, variantDoubts, withParameters } from './rule.ts'

const rule = experiment(gradual('checkout', 'userId'))

test('variants follow the stickiness of their rule when it changes', () => {
  const imported = { ...rule, variants: rule.variants.map((one) => ({ ...one, stickiness: 'sessionId' })) }
  const stickinessAfter = (parameters: Record<string, string>) =>
    withParameters(imported, { ...rule.parameters, ...parameters }).variants.map((one) => one.stickiness)
  expect(stickinessAfter({ rollout: '50' })).toEqual(['sessionId', 'sessionId'])
  expect(stickinessAfter({ stickiness: 'default' })).toEqual(['default', 'default'])
})

test('explains why SDKs may choose different variants', () => {
  expect(variantDoubts(rule)).toEqual([])
  const { groupId: _, ...parameters } = rule.parameters
  expect(variantDoubts({ ...rule, parameters })).toEqual(['group'])
  expect(variantDoubts({ ...rule, parameters: { groupId: 'g' } })).toEqual(['stickiness'])
  expect(variantDoubts({ ...rule, parameters, variants: [] })).toEqual([])
  const mixed = rule.variants.map((one, index) => (index === 0 ? one : { ...one, stickiness: 'sessionId' }))
  expect(variantDoubts({ ...rule, variants: mixed })).toEqual(['stickiness'])
})

test('a rollout without a percentage applies to nobody', () => {
  expect(rolloutOf({ name: 'flexibleRollout', parameters: {} })).toBe(0)
  expect(rolloutOf(rule)).toBe(100)
})
