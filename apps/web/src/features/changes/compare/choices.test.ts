import type { ComparedFlag } from '@flagstaff/contract/compare'
import { expect, test } from 'vitest'
import { countOf, differencesOf, stillThere, toFeatures, toggled } from './choices.ts'

const rule = (id: string) => ({ id, name: 'default' })
const flag: ComparedFlag = {
  name: 'checkout',
  type: 'release',
  same: false,
  enabled: { from: true, to: false, same: false },
  variants: { from: [], to: [], same: true },
  rules: [
    { from: rule('a'), to: rule('b'), same: true },
    { from: rule('c'), to: null, same: false },
    { from: null, to: rule('d'), same: false },
  ],
  order: { from: ['b'], to: ['b'], same: true },
}

test('each difference can be selected separately', () => {
  expect(differencesOf(flag)).toEqual(['enabled', 'rule c:', 'rule :d'])
  const chosen = toggled(new Map(), 'checkout', ['rule c:', 'enabled'], true)
  expect(countOf(chosen)).toBe(2)
  expect(toFeatures([flag], chosen)).toEqual([
    { feature: 'checkout', enabled: true, variants: false, order: false, rules: [{ from: 'c', to: null }] },
  ])
  expect(toggled(chosen, 'checkout', ['rule c:', 'enabled'], false).size).toBe(0)
})

test('a difference that no longer exists is deselected', () => {
  const chosen = toggled(new Map(), 'checkout', differencesOf(flag), true)
  const now = { ...flag, enabled: { from: true, to: true, same: true } }
  expect([...(stillThere([now], chosen).get('checkout') ?? [])]).toEqual(['rule c:', 'rule :d'])
  expect(stillThere([], chosen).size).toBe(0)
})
