import { expect, test } from 'vitest'
import { formatFigure, linesOf, modesFor } from './series.ts'

const data = (series: { metric: Record<string, string>; data: number[][] }[]) => ({
  start: '600',
  end: '790',
  step: '1m',
  labels: {},
  series,
})

test('steps without a point are gaps', () => {
  const { times, lines } = linesOf(
    data([
      {
        metric: { __name__: 'sold' },
        data: [
          [600, 1],
          [720, 0],
        ],
      },
    ]),
    'sold',
  )
  expect(times).toEqual([600_000, 660_000, 720_000, 780_000])
  expect(lines).toMatchObject([{ name: 'sold', values: [1, null, 0, null] }])
})

test('lines are named by the labels that divide them', () => {
  const metric = { __name__: 'sold', environment: 'production', plan: 'gold' }
  expect(linesOf(data([{ metric, data: [] }]), 'sold').lines[0]?.name).toBe('production · gold')
})

test.each([
  [0.123456, '0.1235'],
  [1_234, '1,234'],
  [3_600_000, '3.6M'],
])('%s is shown as %s', (value, text) => {
  expect(formatFigure(value)).toBe(text)
})

test('the modes fit the type of the metric', () => {
  expect(modesFor('gauge')).toEqual(['avg', 'sum'])
  expect(modesFor(undefined)).toHaveLength(7)
})
