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

test('labels keep their names, so that the name of a flag can be one', () => {
  const labels = { 'checkout-v2': 'enabled', 'größe.1': 'x', '9': '2', plan: 'gold' }
  expect(labelsOf(labels)).toEqual({ ...own, ...labels })
})

test('labels without a name or with a very long one are dropped', () => {
  expect(labelsOf({ '': 'y', ['x'.repeat(201)]: 'y', plan: 'gold' })).toEqual({ ...own, plan: 'gold' })
})

test('an edge passes on which metrics are public', () => {
  const sent = [{ ...counter('clicks', {}), public: true }, counter('sold', {})]
  expect(readImpact(sent, source).map((metric) => metric.public)).toEqual([true, undefined])
})
