import { expect, test } from 'vitest'
import { coversPlace, endOfFreeze, isFrozenAt, isTimeZone } from './freezes.ts'

const at = (text: string) => new Date(text)
const once = { startsAt: '2026-12-20T00:00:00Z', endsAt: '2027-01-04T08:00:00Z', weekly: null }
const weekend = {
  startsAt: null,
  endsAt: null,
  weekly: {
    timeZone: 'Europe/Berlin',
    windows: [{ from: { day: 5, time: '16:00' }, to: { day: 1, time: '08:00' } }],
  },
}

test('a single freeze starts and ends at its times', () => {
  expect(isFrozenAt(once, at('2026-12-19T23:59:59Z'))).toBe(false)
  expect(isFrozenAt(once, at('2026-12-20T00:00:00Z'))).toBe(true)
  expect(isFrozenAt(once, at('2027-01-04T08:00:00Z'))).toBe(false)
})

test('a weekly freeze follows the clocks of its time zone, in winter and in summer', () => {
  // 16:00 in Berlin is 15:00 UTC in winter and 14:00 UTC in summer.
  expect(isFrozenAt(weekend, at('2026-11-20T14:59:00Z'))).toBe(false)
  expect(isFrozenAt(weekend, at('2026-11-20T15:00:00Z'))).toBe(true)
  expect(isFrozenAt(weekend, at('2026-07-17T13:59:00Z'))).toBe(false)
  expect(isFrozenAt(weekend, at('2026-07-17T14:00:00Z'))).toBe(true)
  expect(isFrozenAt(weekend, at('2026-11-22T12:00:00Z'))).toBe(true)
  expect(isFrozenAt(weekend, at('2026-11-23T06:59:59Z'))).toBe(true)
  expect(isFrozenAt(weekend, at('2026-11-23T07:00:00Z'))).toBe(false)
})

test('the end of a freeze is found across the change of clocks', () => {
  expect(endOfFreeze(once, at('2026-12-24T00:00:00Z'))).toEqual(at('2027-01-04T08:00:00Z'))
  expect(endOfFreeze(weekend, at('2026-10-24T12:00:00Z'))).toEqual(at('2026-10-26T07:00:00Z'))
  expect(endOfFreeze(weekend, at('2026-11-21T12:00:30Z'))).toEqual(at('2026-11-23T07:00:00Z'))
  const always = { ...weekend, weekly: { timeZone: 'UTC', windows: [week] } }
  expect(endOfFreeze(always, at('2026-11-21T12:00:00Z'))).toBeUndefined()
})
const week = { from: { day: 1, time: '00:00' }, to: { day: 1, time: '00:00' } }

test('windows that follow each other end with the last one', () => {
  const window = (day: number, from: string, to: string) => ({
    from: { day, time: from },
    to: { day: from < to ? day : (day % 7) + 1, time: to },
  })
  const nights = { timeZone: 'UTC', windows: [window(5, '18:00', '00:00'), window(6, '00:00', '12:00')] }
  const times = { startsAt: null, endsAt: null, weekly: nights }
  expect(endOfFreeze(times, at('2026-11-20T20:00:00Z'))).toEqual(at('2026-11-21T12:00:00Z'))
  const limited = { ...times, endsAt: '2026-11-21T03:00:00Z' }
  expect(endOfFreeze(limited, at('2026-11-20T20:00:00Z'))).toEqual(at('2026-11-21T03:00:00Z'))
})

test('a weekly freeze can be limited to a period', () => {
  const limited = { ...weekend, endsAt: '2026-11-21T00:00:00Z' }
  expect(isFrozenAt(limited, at('2026-11-20T20:00:00Z'))).toBe(true)
  expect(isFrozenAt(limited, at('2026-11-21T00:00:00Z'))).toBe(false)
})

test('a freeze covers its project and environments, or all of them', () => {
  const place = { project: 'shop', environment: 'production' }
  expect(coversPlace({ project: null, environments: [] }, place)).toBe(true)
  expect(coversPlace({ project: 'shop', environments: ['production'] }, place)).toBe(true)
  expect(coversPlace({ project: 'other', environments: [] }, place)).toBe(false)
  expect(coversPlace({ project: null, environments: ['staging'] }, place)).toBe(false)
})

test('time zones are known by name', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true)
  expect(isTimeZone('Middle/Earth')).toBe(false)
})
