import type { Event } from '@flagstaff/contract/events'
import { expect, test } from 'vitest'
import { flocksOf, markersOf } from './markers.ts'
import { labelled, ticksTo } from './scale.ts'
import { EVERYWHERE } from './series.ts'

const event = (id: number, minute: number, part: Partial<Event>): Event => ({
  id,
  createdAt: `2026-11-15T10:${String(minute).padStart(2, '0')}:00.000Z`,
  type: 'feature-environment-enabled',
  createdBy: 'ida',
  environment: 'production',
  ...part,
})
const since = Date.parse('2026-11-15T10:00:00.000Z')

test('the axis ends at a round number above the highest value', () => {
  expect(ticksTo(0)).toEqual([0, 1])
  expect(ticksTo(3)).toEqual([0, 1, 2, 3])
  expect(ticksTo(7)).toEqual([0, 2, 4, 6, 8])
  expect(ticksTo(14_300)).toEqual([0, 5_000, 10_000, 15_000])
})

test('the newest step is always labelled, and labels never overlap', () => {
  expect(labelled(48, 900)).toEqual([5, 11, 17, 23, 29, 35, 41, 47])
  expect(labelled(48, 300).at(-1)).toBe(47)
  expect(labelled(48, 300).length).toBeLessThanOrEqual(3)
  expect(labelled(1, 300)).toEqual([0])
})

test('changes that affect the environment are marked, oldest first, and tags are not', () => {
  const events = [
    event(4, 40, { type: 'feature-strategy-update' }),
    event(3, 30, { type: 'feature-tagged', environment: null }),
    event(2, 20, { environment: 'development' }),
    event(1, 10, {}),
    event(0, 5, { createdAt: '2026-11-15T09:59:00.000Z' }),
  ]
  const ids = (environment: string) =>
    markersOf(events, { since, environment }).map(({ number, event: { id } }) => [number, id])
  expect(ids('production')).toEqual([
    [1, 1],
    [2, 4],
  ])
  expect(ids(EVERYWHERE)).toEqual([
    [1, 1],
    [2, 2],
    [3, 4],
  ])
})

test('changes close to each other share a marker', () => {
  const markers = markersOf([event(1, 10, {}), event(2, 11, {}), event(3, 50, {})], {
    since,
    environment: 'production',
  })
  const flocks = flocksOf(markers, (at) => (at - since) / 10_000)
  expect(flocks.map((flock) => flock.markers.map(({ number }) => number))).toEqual([[1, 2], [3]])
})
