import { expect, test } from 'vitest'
import { levelOf, weeksOf } from './weeks.ts'

// A Wednesday.
const now = Date.parse('2026-06-10T15:00:00Z')

test('weeks start on Monday, and the last one ends today', () => {
  const weeks = weeksOf([{ date: '2026-06-09', count: 3 }], 2, now)
  expect(weeks.map((week) => week.length)).toEqual([7, 3])
  expect(weeks[0]?.[0]).toEqual({ date: '2026-06-01', count: 0 })
  expect(weeks[1]?.[1]).toEqual({ date: '2026-06-09', count: 3 })
  expect(weeks[1]?.at(-1)?.date).toBe('2026-06-10')
})

test('a week ends on Sunday', () => {
  expect(weeksOf([], 1, Date.parse('2026-06-14T00:00:00Z'))[0]).toHaveLength(7)
})

test.each([
  [0, 9, 0],
  [1, 100, 1],
  [50, 100, 2],
  [100, 100, 4],
  [1, 1, 4],
])('%d with a maximum of %d is level %d', (count, most, level) => {
  expect(levelOf(count, most)).toBe(level)
})
