import { expect, test } from 'vitest'
import { stripOf } from './strip.ts'

// A Wednesday, at noon on the clocks of this machine, in a month without clock changes.
const now = new Date(2026, 5, 10, 12)
const at = (day: number, hour = 0) => new Date(2026, 5, day, hour).toISOString()

test('the strip has four weeks from today, with weekends', () => {
  const { days } = stripOf([], now)
  expect(days).toHaveLength(28)
  expect(days[0]).toMatchObject({ date: new Date(2026, 5, 10), left: 0, isWeekend: false })
  expect(days.filter(({ isWeekend }) => isWeekend)).toHaveLength(8)
  expect(days.findIndex(({ isWeekend }) => isWeekend)).toBe(3)
  expect(days.findIndex(({ isMonday }) => isMonday)).toBe(5)
})

test('positions are percentages of four weeks', () => {
  const strip = stripOf([{ startsAt: at(17), endsAt: at(24), weekly: null }], now)
  expect(strip.now).toBeCloseTo(50 / 28)
  expect(strip.rows[0]?.spans[0]?.left).toBeCloseTo(25)
  expect(strip.rows[0]?.spans[0]?.width).toBeCloseTo(25)
})

test('a freeze that has begun starts at the left edge', () => {
  const strip = stripOf([{ startsAt: at(1), endsAt: at(11), weekly: null }], now)
  expect(strip.rows[0]?.spans[0]).toMatchObject({ left: 0 })
  expect(strip.rows[0]?.spans[0]?.width).toBeCloseTo(100 / 28)
})

test('a weekly freeze has a span per week', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const windows = [{ from: { day: 5, time: '16:00' }, to: { day: 1, time: '08:00' } }]
  const strip = stripOf([{ startsAt: null, endsAt: null, weekly: { timeZone, windows } }], now)
  expect(strip.rows[0]?.spans).toHaveLength(4)
  expect(strip.rows[0]?.spans[0]?.from).toEqual(new Date(2026, 5, 12, 16))
})

test('freezes outside of the four weeks have no row', () => {
  const past = { startsAt: at(1), endsAt: at(2), weekly: null }
  const later = { startsAt: at(60), endsAt: at(61), weekly: null }
  expect(stripOf([past, later], now).rows).toEqual([])
})
