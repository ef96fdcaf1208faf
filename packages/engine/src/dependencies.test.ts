import { expect, test } from 'vitest'
import { at, tools } from '../test/tools.ts'
import { evaluate } from './evaluate.ts'
import { compile } from './ruleset.ts'
import type { Flag } from './types.ts'

const flag = (name: string, more: Partial<Flag> = {}): Flag => ({
  name,
  enabled: true,
  strategies: [],
  ...more,
})
const childOn = (dependencies: Flag['dependencies'], ...parents: Flag[]) =>
  evaluate(compile({ features: [flag('child', { dependencies }), ...parents] }, tools), 'child', {}, at)
    .enabled

test('an unknown parent turns the child off, even if the parent is required to be off', () => {
  expect(childOn([{ feature: 'gone' }])).toBe(false)
  expect(childOn([{ feature: 'gone', enabled: false }])).toBe(false)
})

test('a parent that is off satisfies a child that requires it to be off', () => {
  expect(childOn([{ feature: 'parent', enabled: false }], flag('parent', { enabled: false }))).toBe(true)
  expect(childOn([{ feature: 'parent', enabled: false }], flag('parent'))).toBe(false)
})

test('a parent that has parents itself turns the child off', () => {
  const parent = flag('parent', { dependencies: [{ feature: 'grandparent' }] })
  expect(childOn([{ feature: 'parent' }], parent, flag('grandparent'))).toBe(false)
  expect(childOn([{ feature: 'parent', enabled: false }], parent, flag('grandparent'))).toBe(false)
  expect(childOn([{ feature: 'child' }])).toBe(false)
})

test('a child can require a variant of its parent, or that it has none', () => {
  const parent = flag('parent', { variants: [{ name: 'red', weight: 1 }] })
  expect(childOn([{ feature: 'parent', variants: ['red', 'blue'] }], parent)).toBe(true)
  expect(childOn([{ feature: 'parent', variants: ['blue'] }], parent)).toBe(false)
  expect(childOn([{ feature: 'parent', variants: ['disabled'] }], flag('parent'))).toBe(true)
  expect(childOn([{ feature: 'parent', variants: ['disabled'] }], flag('parent', { enabled: false }))).toBe(
    false,
  )
})
