import { expect, test } from 'vitest'
import { coversPlace, endOfFreeze, frozenSpans, isFrozenAt, isTimeZone } from './freezes.ts'

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

test('a freeze that would end at a time that the clocks skip ends with the change', () => {
  const night = {
    timeZone: 'Europe/Berlin',
    windows: [{ from: { day: 6, time: '20:00' }, to: { day: 7, time: '02:30' } }],
  }
  const times = { startsAt: null, endsAt: null, weekly: night }
  expect(endOfFreeze(times, at('2027-03-27T21:00:00Z'))).toEqual(at('2027-03-28T01:00:00Z'))
  expect(isFrozenAt(times, at('2027-03-28T00:59:00Z'))).toBe(true)
  expect(isFrozenAt(times, at('2027-03-28T01:00:00Z'))).toBe(false)
})

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

const spansOf = (freeze: Parameters<typeof frozenSpans>[0], from: string, to: string) =>
  frozenSpans(freeze, { from: at(from), to: at(to) }).map((span) => [
    span.from.toISOString().slice(0, 16),
    span.to.toISOString().slice(0, 16),
  ])

test('the spans of a single freeze are cut to the period', () => {
  expect(spansOf(once, '2026-12-01T00:00Z', '2026-12-29T00:00Z')).toEqual([
    ['2026-12-20T00:00', '2026-12-29T00:00'],
  ])
  expect(spansOf(once, '2026-12-24T00:00Z', '2027-01-21T00:00Z')).toEqual([
    ['2026-12-24T00:00', '2027-01-04T08:00'],
  ])
  expect(spansOf(once, '2027-02-01T00:00Z', '2027-03-01T00:00Z')).toEqual([])
})

test('a weekly freeze has a span in every week, also after the clocks were changed', () => {
  expect(spansOf(weekend, '2026-10-17T00:00Z', '2026-10-31T00:00Z')).toEqual([
    ['2026-10-17T00:00', '2026-10-19T06:00'],
    ['2026-10-23T14:00', '2026-10-26T07:00'],
    ['2026-10-30T15:00', '2026-10-31T00:00'],
  ])
  const until = { ...weekend, startsAt: '2026-10-18T00:00Z', endsAt: '2026-10-24T00:00Z' }
  expect(spansOf(until, '2026-10-17T00:00Z', '2026-10-31T00:00Z')).toEqual([
    ['2026-10-18T00:00', '2026-10-19T06:00'],
    ['2026-10-23T14:00', '2026-10-24T00:00'],
  ])
})

test('a window that covers the whole week is one span, and one at a skipped time is found', () => {
  const weekly = (from: { day: number; time: string }, to: typeof from) => ({
    startsAt: null,
    endsAt: null,
    weekly: { timeZone: 'Europe/Berlin', windows: [{ from, to }] },
  })
  const monday = { day: 1, time: '00:00' }
  expect(spansOf(weekly(monday, monday), '2026-10-17T00:00Z', '2026-10-31T00:00Z')).toHaveLength(1)
  // The clocks of Berlin go from 02:00 to 03:00 on 28 March 2027.
  const early = weekly({ day: 7, time: '02:30' }, { day: 7, time: '05:00' })
  expect(spansOf(early, '2027-03-27T00:00Z', '2027-03-29T00:00Z')).toEqual([
    ['2027-03-28T01:00', '2027-03-28T03:00'],
  ])
})
