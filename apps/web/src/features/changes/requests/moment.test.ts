import { expect, test } from 'vitest'
import { fromField, nextHour, problemOf, toField, zoneOf } from './moment.ts'

test('the next full hour follows the time, also at midnight', () => {
  expect(toField(nextHour(new Date('2026-11-16T14:05:31')))).toBe('2026-11-16T15:00')
  expect(toField(nextHour(new Date('2026-12-31T23:00:00')))).toBe('2027-01-01T00:00')
})

test('a field holds local time', () => {
  const moment = new Date(2026, 0, 5, 9, 7)
  expect(toField(moment)).toBe('2026-01-05T09:07')
  expect(fromField('2026-01-05T09:07')).toEqual(moment)
  expect(fromField('')).toBeUndefined()
  expect(fromField('soon')).toBeUndefined()
})

test('a time is needed, in the future, and before the end', () => {
  const now = Date.parse('2026-11-16T14:00:00Z')
  const at = (hour: number) => new Date(`2026-11-16T${hour}:00:00Z`)
  expect(problemOf(undefined, undefined, now)).toBe('missing')
  expect(problemOf(at(14), undefined, now)).toBe('past')
  expect(problemOf(at(15), undefined, now)).toBeUndefined()
  expect(problemOf(at(15), at(16).toISOString(), now)).toBeUndefined()
  expect(problemOf(at(16), at(16).toISOString(), now)).toBe('afterEnd')
})

test('a time zone has a name in words', () => {
  expect(zoneOf(new Date())).toMatch(/[A-Za-z]{3,}/)
})
