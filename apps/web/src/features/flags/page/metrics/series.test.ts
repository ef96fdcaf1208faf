import { expect, test } from 'vitest'
import {
  busiest,
  choose,
  EVERYWHERE,
  partsOf,
  type Row,
  seriesOf,
  shareOf,
  stepsOf,
  variantsIn,
} from './series.ts'

const row = (hour: number, part: Partial<Row>): Row => ({
  appName: 'web',
  environment: 'production',
  timestamp: `2026-11-15T0${hour}:00:00.000Z`,
  yes: 0,
  no: 0,
  ...part,
})

const rows = [
  row(2, { yes: 4, no: 1, variants: { blue: 3, green: 1 } }),
  row(1, { yes: 1, no: 2, variants: { blue: 1 } }),
  row(1, { appName: 'shop', yes: 5 }),
  row(1, { environment: 'development', no: 7 }),
]

test('the usage of all applications in an environment is summed by hour, oldest first', () => {
  const steps = stepsOf(choose(rows, { environment: 'production' }))
  expect(steps.map(({ yes, no }) => [yes, no])).toEqual([
    [6, 2],
    [4, 1],
  ])
  expect(stepsOf(choose(rows, { environment: 'production', app: 'shop' })).map(({ yes }) => yes)).toEqual([5])
  expect(stepsOf(choose(rows, { environment: EVERYWHERE }))[0]).toMatchObject({ yes: 6, no: 9 })
})

test('the most active applications and variants come first', () => {
  expect(partsOf(rows, 'appName').map(({ name }) => name)).toEqual(['web', 'shop'])
  expect(variantsIn(rows)).toEqual([
    { name: 'blue', count: 4 },
    { name: 'green', count: 1 },
  ])
})

test('production is selected by default, unless it has no traffic', () => {
  const isProduction = (name: string) => name === 'production'
  expect(busiest(partsOf(rows, 'environment'), isProduction)).toBe('production')
  expect(busiest(partsOf(rows.slice(3), 'environment'), isProduction)).toBe('development')
  expect(busiest([], isProduction)).toBeUndefined()
})

test('variants beyond the limit are grouped as others', () => {
  const variants = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, 1]))
  const steps = stepsOf([row(1, { variants })])
  const series = seriesOf(steps, Object.keys(variants))
  expect(series.map(({ kind, values }) => [kind, values[0]])).toEqual([
    ...Array.from({ length: 5 }, () => ['variant', 1]),
    ['others', 2],
  ])
  expect(seriesOf(steps, undefined).map(({ kind }) => kind)).toEqual(['on', 'off'])
})

test('a percentage has one decimal, and is 0 without evaluations', () => {
  expect(shareOf({ yes: 1, no: 2 })).toBe(33.3)
  expect(shareOf({ yes: 0, no: 0 })).toBe(0)
})
