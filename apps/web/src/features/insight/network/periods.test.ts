import type { NetworkTraffic } from '@flagstaff/contract/traffic'
import { expect, test } from 'vitest'
import { figuresOf, formatShare, periodOf, ratesOf, startOf, usageLines } from './periods.ts'

const none = { ok: 0, same: 0, refused: 0, failed: 0 }
const group = (name: string, points: number[], counts: Partial<typeof none> = {}) => ({
  group: name,
  ...none,
  ...counts,
  points,
  top: null,
})
const network = (more: Partial<NetworkTraffic>): NetworkTraffic => ({
  range: 'hour',
  from: '2026-11-17T12:00:00.000Z',
  step: 60,
  before: null,
  groups: [],
  edges: { ...none, points: [0, 0] },
  apps: [],
  ...more,
})

test('a period ends today and has 30 days or 12 months', () => {
  const now = Date.parse('2026-03-05T23:59:59Z')
  expect(periodOf('daily', now)).toEqual({ from: '2026-02-04', to: '2026-03-05' })
  expect(periodOf('monthly', now)).toEqual({ from: '2025-04-01', to: '2026-03-05' })
})

test('the groups of an API are one line, in requests a second', () => {
  const groups = [group('client-features', [60, 120]), group('client-delta', [0, 60]), group('ofrep', [6, 0])]
  const { times, lines } = ratesOf(network({ groups }), String, Date.parse('2026-11-17T12:02:00Z'))
  expect(times.map((at) => new Date(at).toISOString().slice(11, 16))).toEqual(['12:00', '12:01'])
  expect(lines.map(({ name, values }) => [name, values])).toEqual([
    ['client', [1, 3]],
    ['ofrep', [0.1, 0]],
  ])
  const early = ratesOf(network({ groups, step: 900 }), String, Date.parse('2026-11-17T12:17:30Z'))
  expect(early.lines[0]?.values, 'the last step has two whole minutes').toEqual([60 / 900, 1.5])
  expect(ratesOf(network({ groups }), String, Date.parse('2026-11-17T12:01:30Z')).lines[0]?.values).toEqual([
    1,
    null,
  ])
  const edges = { ...none, ok: 60, points: [60, 0] }
  expect(ratesOf(network({ edges }), String).lines.map(({ name }) => name)).toEqual(['edges'])
})

test('totals have the change since the range before, unless that was not counted', () => {
  const groups = [group('frontend', [], { ok: 90, same: 10 }), group('admin', [], { failed: 10 })]
  expect(figuresOf(network({ groups, before: 100 }))).toMatchObject({
    requests: 110,
    same: 10,
    failed: 10,
    change: 0.1,
  })
  expect(figuresOf(network({ groups })).change).toBeNull()
  expect(figuresOf(network({ groups, before: 0 })).change).toBeNull()
})

test('data usage has one line for each API', () => {
  const trafficTypes = [
    { group: 'successful-requests', count: 3 },
    { group: 'failed-requests', count: 2 },
  ]
  const apiData = [{ apiPath: '/api/client', dataPoints: [{ period: '2026-11', trafficTypes }] }]
  expect(usageLines({ apiData })).toEqual([{ key: '/api/client', name: '/api/client', values: [5] }])
  expect(startOf('2026-11')).toBe(Date.UTC(2026, 10, 1))
  expect(startOf('2026-11-17')).toBe(Date.UTC(2026, 10, 17))
})

test('a share of nothing is a dash', () => {
  expect(formatShare(1, 3)).toBe('33.3\u202f%')
  expect(formatShare(0, 0)).toBe('–')
})
