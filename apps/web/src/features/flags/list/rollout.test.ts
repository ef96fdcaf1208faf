import { expect, test } from 'vitest'
import { summaryOf } from './rollout.ts'

const one = { rules: 1, percent: 25, narrowed: false, split: false }
const environment = (enabled: boolean, reach?: typeof one | { rules: number; percent: null }) => ({
  name: 'production',
  type: 'production',
  enabled,
  ...(reach ? { reach: { narrowed: false, split: false, ...reach } } : {}),
})

test.each([
  [environment(false, one), { kind: 'off' }],
  [environment(true), { kind: 'on' }],
  [environment(true, { rules: 0, percent: null }), { kind: 'on' }],
  [environment(true, one), { kind: 'percent', percent: 25, split: false }],
  [environment(true, { rules: 1, percent: null }), { kind: 'percent', percent: 100, split: false }],
  [environment(true, { ...one, split: true }), { kind: 'percent', percent: 25, split: true }],
  [environment(true, { ...one, narrowed: true }), { kind: 'segment' }],
  [environment(true, { rules: 2, percent: null }), { kind: 'rules', count: 2 }],
])('%j is summarised', (given, summary) => {
  expect(summaryOf(given)).toMatchObject(summary)
})
