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
] as const)('after %s comes %s', (stage, next) => {
  expect(nextStep(flag(stage), now)).toBe(next)
})

test('what is completed can be archived once nobody asks for it', () => {
  expect(nextStep(flag('completed', '2026-06-09T00:00:00Z'), now)).toBe('cleanUp')
  expect(nextStep(flag('completed', '2026-06-07T00:00:00Z'), now)).toBe('archive')
  expect(nextStep(flag('completed'), now)).toBe('archive')
})
