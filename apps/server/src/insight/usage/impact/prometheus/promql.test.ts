import { expect, test } from 'vitest'
import { matchersOf, toPromQl } from './promql.ts'

const asked = { metric: 'x', labels: {}, by: [], step: 900 }

test.each([
  ['counter', 'rps', 'sum (rate(x[900s]))'],
  ['counter', 'count', 'sum (rate(x[900s])) * 900'],
  ['counter', 'avg', 'avg (rate(x[900s])) * 900'],
  ['gauge', 'sum', 'sum (avg_over_time(x[900s]))'],
  ['gauge', 'avg', 'avg (avg_over_time(x[900s]))'],
  ['histogram', 'avg', 'sum (rate(x_sum[900s])) / sum (rate(x_count[900s]))'],
  ['histogram', 'p99', 'histogram_quantile(0.99, sum by (le) (rate(x_bucket[900s])))'],
  ['gauge', 'count', undefined],
  ['counter', 'p50', undefined],
] as const)('of a %s, %s is %s', (type, mode, text) => {
  expect(toPromQl(type, { ...asked, mode })).toBe(text)
})

test('values cannot break out of the query', () => {
  const labels = { a: ['x"} or vector(1) #'], b: ['1.5', 'a|b', 'c\\'], c: ['*'] }
  expect(matchersOf(labels, ['h(x)'])).toBe(
    '{a="x\\"} or vector(1) #",b=~"1\\\\.5|a\\\\|b|c\\\\\\\\",c=~".+",appName!~"h\\\\(x\\\\)"}',
  )
})

test('names that Prometheus does not allow are refused', () => {
  expect(() => toPromQl('counter', { ...asked, metric: 'x{} or y', mode: 'rps' })).toThrow('metric name')
  expect(() => toPromQl('counter', { ...asked, mode: 'rps', by: ['a) x'] })).toThrow('label name')
  expect(() => matchersOf({ 'checkout-v2': ['on'] }, [])).toThrow('label name')
})
