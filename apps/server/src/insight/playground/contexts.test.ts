import { expect, test } from 'vitest'
import { asMany, asOne, readContext, requireRoom } from './contexts.ts'

const many = (context: Record<string, unknown>) =>
  asMany(readContext({ appName: 'shop', ...context }).fields).map(({ flat }) => flat)

test('lists of values are expanded to all combinations, in order', () => {
  expect(many({ userId: '1, 2', properties: { plan: 'free,team' } })).toEqual([
    { appName: 'shop', userId: '1', plan: 'free' },
    { appName: 'shop', userId: '1', plan: 'team' },
    { appName: 'shop', userId: '2', plan: 'free' },
    { appName: 'shop', userId: '2', plan: 'team' },
  ])
})

test('duplicate and empty values are dropped, and a lone comma is a value', () => {
  expect(many({ userId: '1,,1' })).toEqual([{ appName: 'shop', userId: '1' }])
  expect(many({ userId: ',' })).toEqual([{ appName: 'shop', userId: ',' }])
  expect(many({ userId: '' })).toEqual([{ appName: 'shop', userId: '' }])
})

test('a basic request does not split values at commas', () => {
  const { fields } = readContext({ appName: 'shop', userId: '1,2' })
  expect(asOne(fields).context).toEqual({ appName: 'shop', userId: '1,2', properties: {} })
})

test('values that are not strings are dropped and reported', () => {
  const { fields, invalidProperties } = readContext({
    appName: 'shop',
    ...{ age: 3, list: [], plan: 'free' },
  })
  expect(invalidProperties).toEqual(['age', 'list'])
  expect(asOne(fields).flat).toEqual({ appName: 'shop', plan: 'free' })
})

test('a field can be called __proto__ or constructor', () => {
  const context = JSON.parse('{"appName": "shop", "__proto__": "a,b", "constructor": "c"}')
  expect(asMany(readContext(context).fields)).toHaveLength(2)
})

test('too many combinations are refused before they are created', () => {
  const values = Array.from({ length: 300 }, (_, index) => index).join()
  expect(() => many({ userId: values, sessionId: values, remoteAddress: values })).toThrow(
    'The values of userId, sessionId, remoteAddress make 300 × 300 × 300 = 27000000 contexts',
  )
  expect(many({ userId: Array.from({ length: 1000 }, (_, index) => index).join() })).toHaveLength(1000)
})

test('too many results are refused, and the error shows the calculation', () => {
  expect(() => requireRoom(2, 100, 75, 15_000)).not.toThrow()
  expect(() => requireRoom(2, 100, 76, 15_000)).toThrow(
    '2 environments × 100 flags × 76 contexts need 15200 evaluations',
  )
})
