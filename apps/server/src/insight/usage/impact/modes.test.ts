import { expect, test } from 'vitest'
import { quantile, stepValue } from './modes.ts'

const sums = { value: 120, count: 40, series: 2, means: 6 }

test.each([
  ['counter', 'rps', 2],
  ['counter', 'count', 120],
  ['counter', 'sum', 120],
  ['counter', 'avg', 60],
  ['gauge', 'sum', 6],
  ['gauge', 'avg', 3],
  ['gauge', 'rps', null],
  ['gauge', 'count', null],
  ['histogram', 'rps', 40 / 60],
  ['histogram', 'count', 40],
  ['histogram', 'sum', 120],
  ['histogram', 'avg', 3],
  ['counter', 'p95', null],
] as const)('of a %s, %s is %s', (type, mode, value) => {
  expect(stepValue(type, mode, sums, 60)).toBe(value)
})

test('an average of no observations is no data, not zero', () => {
  expect(stepValue('histogram', 'avg', { value: 0, count: 0, series: 1, means: 0 }, 60)).toBeNull()
})

const bounds = [0.1, 0.5, 1]

test.each([
  [0.5, [0, 100, 100, 100], 0.3],
  [0.5, [100, 100, 100, 100], 0.05],
  [0.95, [50, 90, 100, 100], 0.75],
  [0.99, [0, 0, 0, 10], 1],
  [0.5, [0, 0, 10, 20], 1],
])('the quantile %s of the buckets %j is %s', (share, buckets, value) => {
  expect(quantile(share, bounds, buckets)).toBeCloseTo(value, 10)
})

test('a quantile below a negative bound is that bound', () => {
  expect(quantile(0.5, [-5, 5], [10, 10, 10])).toBe(-5)
})

test.each([
  ['without observations', bounds, [0, 0, 0, 0]],
  ['without bounds', [], [10]],
  ['without buckets', bounds, []],
])('there is no quantile %s', (_name, some, buckets) => {
  expect(quantile(0.95, some, buckets)).toBeNull()
})
