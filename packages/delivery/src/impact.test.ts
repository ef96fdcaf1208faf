import { expect, test } from 'vitest'
import { readImpact } from './impact.ts'

const source = { app: 'shop', environment: 'development' }
const counter = (name: string, labels: object) => ({
  name,
  help: '',
  type: 'counter',
  samples: [{ value: 1, labels }],
})
const labelsOf = (labels: object) => readImpact([counter('sold', labels)], source)[0]?.samples[0]?.labels
const own = { appName: 'shop', environment: 'development' }

test.each([
  ['checkout-v2', 'checkout_v2'],
  ['checkout v2.1', 'checkout_v2_1'],
  ['2nd', '_2nd'],
  ['größe', 'gr__e'],
  ['a:b', 'a:b'],
])('the metric %s is stored as %s', (name, stored) => {
  expect(readImpact([counter(name, {})], source).map((metric) => metric.name)).toEqual([stored])
})

test('a metric without a name is dropped', () => {
  expect(readImpact([counter('', {}), counter('good', {})], source).map(({ name }) => name)).toEqual(['good'])
})

test('label names are made valid for Prometheus, and all labels of a sample are kept', () => {
  expect(labelsOf({ 'checkout-v2': 'on', plan: 'gold' })).toEqual({ ...own, checkout_v2: 'on', plan: 'gold' })
  expect(labelsOf({ 'a:b': 1, '9': 2 })).toEqual({ ...own, a_b: '1', _9: '2' })
})

test('a label with a valid name takes precedence over one that is renamed to it', () => {
  expect(labelsOf({ 'a-b': 'changed', a_b: 'exact' })).toEqual({ ...own, a_b: 'exact' })
  expect(labelsOf({ a_b: 'exact', 'a-b': 'changed' })).toEqual({ ...own, a_b: 'exact' })
})

test('labels that Prometheus reserves are dropped', () => {
  expect(labelsOf({ le: '1', __name__: 'x', '': 'y', plan: 'gold' })).toEqual({ ...own, plan: 'gold' })
  expect(labelsOf({ ['x'.repeat(201)]: 'y', plan: 'gold' })).toEqual({ ...own, plan: 'gold' })
})
