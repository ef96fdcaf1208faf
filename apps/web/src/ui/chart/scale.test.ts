import { expect, test } from 'vitest'
import { axisOf, axisOfStack, labelledSteps, lonely, pathOf, spread, stackOf } from './scale.ts'

const line = (...values: (number | null)[]) => [{ values }]

test.each([
  [[3, 7, null], true, [0, 2, 4, 6, 8]],
  [[0.1, 0.3], true, [0, 0.1, 0.2, 0.3]],
  [[96, 104], false, [96, 98, 100, 102, 104]],
  [[-5, 5], false, [-5, 0, 5]],
  [[null], true, [0, 0.5, 1]],
  [[0, 0], true, [0, 0.5, 1]],
  [[7], false, [0, 2, 4, 6, 8]],
])('the axis for %j, from zero %s, is %j', (values, fromZero, ticks) => {
  expect(axisOf(line(...values), fromZero)).toEqual(ticks)
})

test('a path has a gap where there is no data', () => {
  expect(
    pathOf(
      [1, 2, null, 3],
      (index) => index * 10,
      (value) => value,
    ),
  ).toBe('M0.0,1.0L10.0,2.0M30.0,3.0')
})

test('single values between gaps are dots', () => {
  expect(lonely([1, null, 2, 3, null, 4])).toEqual([0, 5])
})

test('labels do not overlap', () => {
  expect(labelledSteps(60, 352)).toEqual([0, 15, 30, 45])
  expect(labelledSteps(3, 1_000)).toEqual([0, 1, 2])
})

test('series are stacked, negative values downwards', () => {
  expect(
    stackOf([
      [1, 2],
      [3, null],
      [-4, -1],
    ]),
  ).toEqual([
    [
      [0, 1],
      [0, 2],
    ],
    [
      [1, 4],
      [2, 2],
    ],
    [
      [0, -4],
      [0, -1],
    ],
  ])
  expect(
    axisOfStack([
      [10, 20],
      [20, 15],
      [-8, 0],
    ]),
  ).toEqual([-20, 0, 20, 40])
})

test('labels are moved apart within the chart', () => {
  expect(spread([10, 12, 90], 13, 100)).toEqual([10, 23, 90])
  expect(spread([95, 97], 13, 100)).toEqual([87, 100])
})
