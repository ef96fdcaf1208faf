import { expect, test } from 'vitest'
import { daysOf, placeBefore, placeOf } from './ticks.ts'

const ticks = [
  { id: 3, createdAt: '2026-11-10T10:00:00Z' },
  { id: 7, createdAt: '2026-11-11T10:00:00Z' },
  { id: 9, createdAt: '2026-11-11T11:00:00Z' },
]

test('a time is at the last change before it, and now is after all of them', () => {
  expect(placeOf(ticks, {})).toBe(3)
  expect(placeOf(ticks, { revision: 7 })).toBe(1)
  expect(placeOf(ticks, { revision: 8 })).toBe(1)
  expect(placeOf(ticks, { revision: 1 })).toBe(0)
  expect(placeOf(ticks, { at: '2026-11-11T10:30:00Z' })).toBe(1)
  expect(placeOf([], { revision: 1 })).toBe(0)
})

test('a day is labelled where it starts, unless it would overlap another label', () => {
  const at = (day: number, count: number) =>
    Array.from({ length: count }, () => new Date(2026, 10, day, 12).toISOString())
  expect(daysOf([...at(10, 30), ...at(11, 40), ...at(12, 4), ...at(13, 5)])).toEqual([
    { index: 0, label: 'Tue 10' },
    { index: 30, label: 'Wed 11' },
  ])
  expect(daysOf([])).toEqual([])
})

test('the change before now is the second to last', () => {
  expect(placeBefore(5, 5)).toBe(3)
  expect(placeBefore(3, 5)).toBe(2)
  expect(placeBefore(0, 5)).toBe(0)
})
