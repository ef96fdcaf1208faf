import { expect, test } from 'vitest'
import { nextStep } from './next.ts'

const now = Date.parse('2026-06-10T00:00:00Z')
const flag = (
  stage: 'initial' | 'pre-live' | 'live' | 'completed' | 'archived',
  lastSeenAt: string | null = null,
) => ({
  name: 'flag',
  lifecycle: { stage, enteredStageAt: '2026-06-01T00:00:00Z' },
  environments: [{ name: 'production', enabled: true, lastSeenAt }],
})

test.each([
  ['initial', 'code'],
  ['pre-live', 'production'],
  ['live', 'complete'],
  ['archived', undefined],
] as const)('the next step after %s is %s', (stage, next) => {
  expect(nextStep(flag(stage), now)).toBe(next)
})

test('a completed flag can be archived once it is no longer evaluated', () => {
  expect(nextStep(flag('completed', '2026-06-09T00:00:00Z'), now)).toBe('cleanUp')
  expect(nextStep(flag('completed', '2026-06-07T00:00:00Z'), now)).toBe('archive')
  expect(nextStep(flag('completed'), now)).toBe('archive')
})

test('a partial rollout is increased before the flag is completed', () => {
  const at = (rollout: string) => ({
    ...flag('live'),
    environments: [
      {
        name: 'production',
        type: 'production',
        enabled: true,
        strategies: [{ name: 'flexibleRollout', parameters: { rollout } }],
      },
    ],
  })
  expect(nextStep(at('25'), now)).toBe('rollout')
  expect(nextStep(at('100'), now)).toBe('complete')
})

test('a permanent flag has no next step', () => {
  expect(nextStep({ ...flag('live'), type: 'kill-switch' }, now)).toBeUndefined()
})
