import { countRequest, createTraffic, trafficIndex } from '@flagstaff/delivery'
import { expect, test } from 'vitest'
import { createRequestCounts } from './request-counts.ts'

const FEATURES = trafficIndex('client-features')

function open() {
  const traffic = createTraffic()
  let now = 0
  const counts = createRequestCounts(traffic, () => now)
  const request = (status: number) => countRequest(traffic.of('shop'), FEATURES, status)
  const wait = (ms: number) => {
    now += ms
  }
  return { counts, request, wait }
}

test('requests are reported once a minute', () => {
  const { counts, request, wait } = open()
  for (const status of [200, 304, 304, 404]) request(status)
  expect(counts.due(false)).toBeUndefined()
  wait(60_000)
  expect(counts.due(false)?.requestsSinceLastReport).toEqual({
    '/api/client/features': { requests200: 1, requests304: 2 },
  })
  counts.sent()
  wait(60_000)
  expect(counts.due(false)).toBeUndefined()
})

test('a report that failed is sent again as it was, and the last report does not wait', () => {
  const { counts, request, wait } = open()
  request(200)
  wait(60_000)
  const failed = counts.due(false)
  request(304)
  expect(counts.due(true)).toEqual(failed)
  expect(failed?.requestsSinceLastReport).toEqual({
    '/api/client/features': { requests200: 1, requests304: 0 },
  })
  counts.sent()
  const next = counts.due(true)
  expect(next?.requestsSinceLastReport).toEqual({
    '/api/client/features': { requests200: 0, requests304: 1 },
  })
  expect(next?.reportId).not.toBe(failed?.reportId)
})
