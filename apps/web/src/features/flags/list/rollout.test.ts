import { expect, test } from 'vitest'
import { summaryOf } from './rollout.ts'

const environment = (enabled: boolean, strategies?: object[]) => ({
  name: 'production',
  type: 'production',
  enabled,
  ...(strategies ? { strategies: strategies.map((rule) => ({ name: 'flexibleRollout', ...rule })) } : {}),
})

test.each([
  [environment(false, [{ parameters: { rollout: '50' } }]), { kind: 'off' }],
  [environment(true), { kind: 'on' }],
  [environment(true, []), { kind: 'on' }],
  [environment(true, [{ parameters: { rollout: '25' } }]), { kind: 'percent', percent: 25, split: false }],
  [environment(true, [{}]), { kind: 'percent', percent: 100, split: false }],
  [environment(true, [{ segments: [1] }]), { kind: 'segment' }],
  [
    environment(true, [{ disabled: true }, { parameters: { rollout: '5' } }]),
    { kind: 'percent', percent: 5 },
  ],
  [environment(true, [{}, {}]), { kind: 'rules', count: 2 }],
])('%j is summed up', (given, summary) => {
  expect(summaryOf(given)).toMatchObject(summary)
})
