import { countRequest, createTraffic, trafficIndex } from '@flagstaff/delivery'
import { expect, test } from 'vitest'
import type { Minute } from './rules.ts'
import { openTrafficWriter } from './writer.ts'

const FEATURES = trafficIndex('client-features')

function open() {
  const traffic = createTraffic()
  const stored: Minute[] = []
  let isAway = false
  let calls = 0
  let now = Date.parse('2026-11-17T12:00:10Z')
  const store = async (minutes: readonly Minute[]) => {
    calls += 1
    if (isAway) throw new Error('away')
    stored.push(...minutes)
  }
  const writer = openTrafficWriter(traffic, store, () => now)
  return {
    writer,
    stored,
    request: () => countRequest(traffic.of('shop'), FEATURES, 200),
    pass: (ms: number) => {
      now += ms
    },
    setAway: (away: boolean) => {
      isAway = away
    },
    calls: () => calls,
  }
}

test('nothing is stored for a time without requests', async () => {
  const { writer, calls, request } = open()
  await writer.flush()
  expect(calls()).toBe(0)
  request()
  await writer.flush()
  await writer.stop()
  expect(calls()).toBe(1)
})

test('requests belong to the minute in which they were counted', async () => {
  const { writer, stored, request, pass } = open()
  request()
  pass(55_000)
  await writer.flush()
  request()
  await writer.stop()
  expect(stored.map(({ minute }) => minute.toISOString())).toEqual([
    '2026-11-17T12:00:00.000Z',
    '2026-11-17T12:01:00.000Z',
  ])
})

test('counts wait while the database is away', async () => {
  const { writer, stored, request, pass, setAway } = open()
  setAway(true)
  request()
  await writer.flush()
  pass(60_000)
  request()
  await writer.flush()
  expect(stored).toEqual([])
  setAway(false)
  await writer.stop()
  expect(stored).toHaveLength(2)
})
