import { expect, test, vi } from 'vitest'
import { formatUntil } from '../../../lib/until.ts'
import { formatWhen, fromField, stateOf, toField } from './times.ts'

// Texts ask there whether they are lengthened.
vi.stubGlobal('localStorage', { getItem: () => null })

const once = { startsAt: '2026-12-20T00:00:00Z', endsAt: '2027-01-04T08:00:00Z', weekly: null }
const window = (from: [number, string], to: [number, string]) => ({
  from: { day: from[0], time: from[1] },
  to: { day: to[0], time: to[1] },
})
const weekly = (...windows: ReturnType<typeof window>[]) => ({
  startsAt: null,
  endsAt: null,
  weekly: { timeZone: 'Europe/Berlin', windows },
})
const weekend = window([5, '16:00'], [1, '08:00'])

test('a single freeze is described by its start and end', () => {
  expect(formatWhen(once, 'UTC')).toBe('20 Dec 2026, 00:00 – 4 Jan 2027, 08:00')
  expect(formatWhen(once, 'Asia/Tokyo')).toBe('20 Dec 2026, 09:00 – 4 Jan 2027, 17:00')
})

test('a weekly freeze is described by its days, times and time zone', () => {
  expect(formatWhen(weekly(weekend), 'UTC')).toBe('Fridays 16:00 to Mondays 08:00, Europe/Berlin')
  expect(formatWhen(weekly(window([3, '12:00'], [3, '14:00'])), 'UTC')).toBe(
    'Wednesdays 12:00 to 14:00, Europe/Berlin',
  )
  expect(formatWhen(weekly(window([3, '14:00'], [3, '12:00'])), 'UTC')).toBe(
    'Wednesdays 14:00 to Wednesdays 12:00, Europe/Berlin',
  )
  expect(formatWhen(weekly(window([1, '00:00'], [1, '00:00'])), 'UTC')).toBe('All week, Europe/Berlin')
  expect(formatWhen(weekly(weekend, window([3, '12:00'], [3, '14:00'])), 'UTC')).toBe(
    'Fridays 16:00 to Mondays 08:00; Wednesdays 12:00 to 14:00, Europe/Berlin',
  )
})

test('a weekly freeze can have a first and a last time', () => {
  const words = 'Fridays 16:00 to Mondays 08:00, Europe/Berlin'
  const { startsAt, endsAt } = once
  expect(formatWhen({ ...weekly(weekend), startsAt, endsAt }, 'UTC')).toBe(
    `${words}, 20 Dec 2026, 00:00 – 4 Jan 2027, 08:00`,
  )
  expect(formatWhen({ ...weekly(weekend), startsAt }, 'UTC')).toBe(`${words}, from 20 Dec 2026, 00:00`)
  expect(formatWhen({ ...weekly(weekend), endsAt }, 'UTC')).toBe(`${words}, until 4 Jan 2027, 08:00`)
})

test.each([
  ['2026-12-19T23:59:00Z', 'upcoming'],
  ['2026-12-20T00:00:00Z', 'now'],
  ['2027-01-04T08:00:00Z', 'ended'],
])('at %s the freeze is %s', (now, state) => {
  expect(stateOf(once, new Date(now))).toBe(state)
})

test('a weekly freeze without an end is upcoming between its times', () => {
  expect(stateOf(weekly(weekend), new Date('2026-11-18T12:00:00Z'))).toBe('upcoming')
  expect(stateOf(weekly(weekend), new Date('2026-11-21T12:00:00Z'))).toBe('now')
})

test('an end within a week has a weekday, a later one has a date', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(formatUntil('2026-11-23T07:00:00Z', now, 'Europe/Berlin')).toBe('Mon 08:00')
  expect(formatUntil('2026-11-27T12:00:00Z', now, 'UTC')).toBe('27 Nov 2026, 12:00')
})

test('the time in a field is the time that was stored, to the minute', () => {
  expect(fromField(toField('2026-12-20T10:30:00.000Z'))).toBe('2026-12-20T10:30:00.000Z')
  expect(toField(null)).toBe('')
  expect(fromField('')).toBeNull()
  expect(fromField('soon')).toBeNull()
})
