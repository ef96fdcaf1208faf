import { expect, test } from 'vitest'
import { countRequest, createTraffic, trafficIndex } from './traffic.ts'

const FEATURES = trafficIndex('client-features')
const FRONTEND = trafficIndex('frontend')

test('counts requests by application, group and status class', () => {
  const traffic = createTraffic()
  const shop = traffic.of('shop')
  for (const status of [200, 202, 304, 401, 404, 503]) countRequest(shop, FEATURES, status)
  countRequest(traffic.of('web'), FRONTEND, 200)
  expect(traffic.take()).toEqual([
    { app: 'shop', group: 'client-features', ok: 2, same: 1, refused: 2, failed: 1 },
    { app: 'web', group: 'frontend', ok: 1, same: 0, refused: 0, failed: 0 },
  ])
  expect(traffic.take()).toEqual([])
})

test('a connection keeps its counters, and looks them up again after they were dropped', () => {
  const traffic = createTraffic()
  const first = traffic.of('shop')
  expect(traffic.of('shop', first)).toBe(first)
  expect(traffic.of('other-shop', first)).not.toBe(first)
  traffic.take()
  traffic.take()
  const later = traffic.of('shop', first)
  expect(later).not.toBe(first)
  countRequest(later, FEATURES, 200)
  expect(traffic.take()).toMatchObject([{ app: 'shop', ok: 1 }])
})

test('applications beyond the limit, without a name or with a very long one are counted together', () => {
  const traffic = createTraffic(2)
  for (const app of ['a', 'b', 'c', 'd', '', undefined, 'x'.repeat(501)])
    countRequest(traffic.of(app), FEATURES, 200)
  expect(traffic.take()).toMatchObject([
    { app: 'other', ok: 5 },
    { app: 'a', ok: 1 },
    { app: 'b', ok: 1 },
  ])
})

test('applications without requests give their place to others', () => {
  const traffic = createTraffic(1)
  countRequest(traffic.of('a'), FEATURES, 200)
  traffic.take()
  traffic.take()
  countRequest(traffic.of('b'), FEATURES, 200)
  expect(traffic.take()).toMatchObject([{ app: 'b' }])
})
