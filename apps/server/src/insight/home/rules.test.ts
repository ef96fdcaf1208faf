import { expect, test } from 'vitest'
import { namesIn, startOf, toLanes } from './rules.ts'

test('a period ends with the current step', () => {
  const now = Date.parse('2026-11-10T14:05:30Z')
  expect(startOf('hour', now).toISOString()).toBe('2026-11-10T13:06:00.000Z')
  expect(startOf('day', now).toISOString()).toBe('2026-11-09T14:30:00.000Z')
  expect(startOf('week', now).toISOString()).toBe('2026-11-03T15:00:00.000Z')
})

test('each environment has one count per step', () => {
  const environments = [
    { name: 'development', type: 'development' },
    { name: 'production', type: 'production' },
  ]
  const changes = [
    { environment: 'production', step: 47, count: 2 },
    { environment: 'production', step: 48, count: 9 },
    { environment: 'deleted', step: 1, count: 3 },
  ]
  const [development, production] = toLanes(environments, changes, 'day')
  expect(development?.changes).toEqual(new Array(48).fill(0))
  expect(production?.changes.at(-1)).toBe(2)
  expect(production?.changes).toHaveLength(48)
})

test('recent flags are read from a list, each once and at most eight', () => {
  expect(namesIn()).toEqual([])
  expect(namesIn('a,,b,a')).toEqual(['a', 'b'])
  expect(namesIn('1,2,3,4,5,6,7,8,9')).toHaveLength(8)
})
