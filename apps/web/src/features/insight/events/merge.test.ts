import type { Event } from '@flagstaff/contract/events'
import { expect, test } from 'vitest'
import { hasGap, mergeEvents, withDays } from './merge.ts'

const event = (id: number, createdAt = '2026-11-10T12:00:00'): Event => ({
  id,
  createdAt,
  type: 'feature-created',
  createdBy: 'Ida Berg',
})
const ids = (events: readonly Event[]) => events.map(({ id }) => id)

test('overlapping pages show each event once, newest first', () => {
  expect(
    ids(
      mergeEvents(
        [event(5), event(4)],
        [
          [event(4), event(3)],
          [event(3), event(2)],
        ],
      ),
    ),
  ).toEqual([5, 4, 3, 2])
})

test('a gap is detected if there are more new events than were loaded', () => {
  expect(hasGap([event(9), event(8)], [event(5)], 2)).toBe(true)
  expect(hasGap([event(6), event(5)], [event(5)], 2)).toBe(false)
  expect(hasGap([event(6)], [event(5)], 2)).toBe(false)
})

test('each day starts with a heading', () => {
  const lines = withDays([event(3), event(2), event(1, '2026-11-09T12:00:00')])
  expect(lines.map((line) => ('day' in line ? 'day' : line.event.id))).toEqual(['day', 3, 2, 'day', 1])
})
