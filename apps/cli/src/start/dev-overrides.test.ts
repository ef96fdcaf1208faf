import { expect, test } from 'vitest'
import { applyOverrides, readOverrides } from './dev-overrides.ts'

const read = (value: unknown) => readOverrides(JSON.stringify(value), 'overrides.json')

test.each(['', '[]', 'null', '{"a": 1}', '{"a": ""}', '{"a": null}'])(
  '%s is refused with the file',
  (text) => {
    expect(() => readOverrides(text, 'overrides.json')).toThrow('overrides.json')
  },
)

test('flags are on or off for everyone, and the others stay as they are', () => {
  const rules = [{ name: 'flexibleRollout', parameters: { rollout: '10' } }]
  const features = ['one', 'two', 'three'].map((name) => ({
    name,
    enabled: name === 'two',
    strategies: rules,
    dependencies: [{ feature: 'parent' }],
  }))
  const [one, two, three] = applyOverrides(features, read({ one: true, two: false }))
  expect(one).toMatchObject({ name: 'one', enabled: true, strategies: [{ name: 'default' }], variants: [] })
  expect(one).not.toHaveProperty('dependencies')
  expect(two).toMatchObject({ name: 'two', enabled: false })
  expect(three).toBe(features[2])
})

test('a variant keeps its payload, wherever it is defined', () => {
  const payload = { type: 'string', value: 'x' }
  const inRule = { name: 'rule', strategies: [{ variants: [{ name: 'blue', payload }] }] }
  const inFlag = { name: 'flag', variants: [{ name: 'blue', payload }] }
  for (const feature of applyOverrides([inRule, inFlag], read({ rule: 'blue', flag: 'blue' })))
    expect(feature).toMatchObject({ enabled: true, variants: [{ name: 'blue', weight: 1000, payload }] })
  const [unknown] = applyOverrides([inFlag], read({ flag: 'green' }))
  expect(unknown?.variants).toEqual([
    { name: 'green', weight: 1000, weightType: 'variable', stickiness: 'default' },
  ])
})

test('a flag that does not exist yet is added', () => {
  expect(applyOverrides([], read({ planned: true }))).toMatchObject([
    { name: 'planned', enabled: true, project: 'default' },
  ])
})
