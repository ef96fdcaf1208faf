import { expect, test } from 'vitest'
import { dayOf, isReportable } from './days.ts'

const known = { first: '2026-03-10', last: '2026-03-29' }

test.each([
  ['2026-03-09', false],
  ['2026-03-10', true],
  ['2026-03-29', true],
  ['2026-03-30', false],
])('between 10 and 29 March, a report of %s exists: %s', (day, expected) => {
  expect(isReportable(day, known)).toBe(expected)
})

test('without a stored state, only today can be reported', () => {
  expect(isReportable('2026-03-28', { ...known, first: null })).toBe(false)
  expect(isReportable('2026-03-29', { ...known, first: null })).toBe(true)
})

test('days are in UTC', () => {
  expect(dayOf('2026-03-10T23:30:00-02:00')).toBe('2026-03-11')
})
