import { expect, test } from 'vitest'
import { ticksUpTo } from './page.ts'
import { formatValue, inRows, legendOf, type Panel } from './panels.ts'

test('a legend contains the labels of its series', () => {
  expect(legendOf('{{path}} {{status}}', { path: '/api/frontend', status: '200' })).toBe('/api/frontend 200')
  expect(legendOf('within {{within}}', {})).toBe('within')
})

test.each([
  [0, 's', '0 s'],
  [0.0042, 's', '4.2 ms'],
  [0.00002, 's', '20 µs'],
  [12.345, 's', '12.3 s'],
  [1500, 'ms', '1.5 s'],
  [0.0125, 'percentunit', '1.25 %'],
  [2048, 'bytes', '2 KiB'],
  [1234, 'none', '1234'],
  [3.5, 'reqps', '3.5 req/s'],
])('%d in %s is shown as %s', (value, unit, text) => {
  expect(formatValue(value, unit)).toBe(text)
})

test.each([
  [0, 1, [0, 1]],
  [7, 1, [0, 2.5, 5, 7.5]],
  [0.3, 1, [0, 0.1, 0.2, 0.30000000000000004]],
  [2000, 1024, [0, 1024, 2048]],
])('the scale of a panel covers %d', (maximum, base, ticks) => {
  expect(ticksUpTo(maximum, base)).toEqual(ticks)
})

test('a picture shows some rows with their panels', () => {
  const at = { gridPos: { x: 0, y: 0, w: 24, h: 1 } }
  const panels: Panel[] = [
    { type: 'row', title: 'Delivery', ...at },
    { type: 'stat', title: 'Requests', ...at },
    { type: 'row', title: 'Database', ...at },
    { type: 'stat', title: 'Connections', ...at },
  ]
  expect(inRows(panels, ['Database']).map(({ title }) => title)).toEqual(['Database', 'Connections'])
})
