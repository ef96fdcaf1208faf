import { expect, test } from 'vitest'
import { bandPoints, safeFrom, shareOf } from './band.ts'

const point = (on: [number, number], off: [number, number], high: number | null = null) => ({
  minute: '2026-11-16T12:00:00.000Z',
  enabled: { uses: on[0], events: on[1] },
  disabled: { uses: off[0], events: off[1] },
  low: null,
  high,
})

test('the ratio counts everything so far, and is turned round where fewer is worse', () => {
  const points = [point([100, 0], [100, 0]), point([100, 4], [100, 2]), point([200, 0], [200, 2])]
  expect(bandPoints(points, 'higher').map(({ ratio }) => ratio)).toEqual([null, 2, 1])
  expect(bandPoints(points, 'lower').map(({ ratio }) => ratio)).toEqual([null, 0.5, 1])
})

test('safe is where the band stays below the limit', () => {
  const of = (highs: (number | null)[]) =>
    safeFrom(
      highs.map((high) => ({ at: 0, ratio: 1, low: null, high })),
      1.25,
    )
  expect(of([null, 2, 1.2, 1.3, 1.2, 1.1])).toBe(4)
  expect(of([null, 2])).toBeUndefined()
  expect(of([])).toBeUndefined()
})

test('twice and half are equally far from one', () => {
  expect([shareOf(1 / 4), shareOf(1), shareOf(4), shareOf(100)]).toEqual([0, 0.5, 1, 1])
  expect(shareOf(2) - shareOf(1)).toBeCloseTo(shareOf(1) - shareOf(0.5))
})
