import { expect, test } from 'vitest'
import { countsIn } from './edge-rules.ts'
import {
  type DayRow,
  daysOf,
  pointsOf,
  ranges,
  startOf,
  toMatrix,
  toMeteredConnections,
  toMeteredRequests,
  toUsage,
} from './rules.ts'

const day = (day: string, group: string, counts: Partial<DayRow> = {}): DayRow => ({
  day,
  group,
  source: 'server',
  ok: 0,
  same: 0,
  refused: 0,
  failed: 0,
  ...counts,
})
const query = { grouping: 'daily', from: '2026-02-27', to: '2026-03-01' } as const

test('a period has every day, and at most 400', () => {
  expect(daysOf({ from: '2026-02-27', to: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(daysOf({ from: '2025-01-01', to: '2026-02-04' })).toHaveLength(400)
  expect(() => daysOf({ from: '2025-01-01', to: '2026-02-05' })).toThrow('400 days')
  expect(() => daysOf({ from: '2026-03-02', to: '2026-03-01' })).toThrow('ends before')
  expect(() => daysOf({ from: '2026-02-30', to: '2026-03-01' })).toThrow('no day 2026-02-30')
})

test('requests are grouped by API and by day or month, with zeros for periods without any', () => {
  const rows = [
    day('2026-02-28', 'client-features', { ok: 3, same: 97 }),
    day('2026-02-28', 'client-metrics', { ok: 5, refused: 1 }),
    day('2026-03-01', 'client-features', { failed: 2, source: 'edge' }),
  ]
  const daily = toUsage(rows, query).apiData.find(({ apiPath }) => apiPath === '/api/client')
  const countsOf = (point: { trafficTypes: { count: number }[] }) =>
    point.trafficTypes.map(({ count }) => count)
  expect(daily?.dataPoints.map(countsOf)).toEqual([
    [0, 0, 0, 0],
    [8, 97, 1, 0],
    [0, 0, 0, 2],
  ])
  const monthly = toUsage(rows, { ...query, grouping: 'monthly' })
  expect(monthly.apiData.map(({ apiPath }) => apiPath)).toEqual([
    '/api/admin',
    '/api/client',
    '/api/frontend',
    '/edge',
    '/ofrep',
  ])
  expect(monthly.apiData[1]?.dataPoints.map(({ period }) => period)).toEqual(['2026-02', '2026-03'])
})

test('a backend connection is an SDK that polls every 15 seconds', () => {
  const rows = [
    day('2026-02-27', 'client-features', { same: 5_760 * 3 }),
    day('2026-02-27', 'frontend', { ok: 7 }),
  ]
  const points = (answer: { apiData: { dataPoints: unknown[] }[] }) => answer.apiData[0]?.dataPoints
  expect(points(toMeteredConnections(rows, query))?.[0]).toEqual({ period: '2026-02-27', connections: 3 })
  // Two days of February are in the period.
  expect(points(toMeteredConnections(rows, { ...query, grouping: 'monthly' }))?.[0]).toEqual({
    period: '2026-02',
    connections: 1.5,
  })
  expect(points(toMeteredRequests(rows, query))?.[0]).toEqual({ period: '2026-02-27', requests: 7 })
})

test('series are a Prometheus matrix with a value for every step', () => {
  const rows = [{ app: 'shop', group: 'client-features', at: 600, requests: 150 }]
  expect(toMatrix(rows, { since: 300, step: 300, steps: 3 })).toEqual({
    status: 'success',
    data: {
      resultType: 'matrix',
      result: [
        {
          metric: { appName: 'shop', endpoint: '/api/client/features' },
          values: [
            [300, '0'],
            [600, '0.5'],
            [900, '0'],
          ],
        },
      ],
    },
  })
})

test.each(['hour', 'day', 'month', 'year'] as const)('the last step of the range %s contains now', (name) => {
  const range = ranges[name]
  const now = Date.parse('2026-11-17T22:47:31Z')
  const since = startOf(range, now)
  expect(since + range.step * range.steps).toBeGreaterThan(now / 1_000)
  const points = pointsOf([{ at: now / 1_000, ok: 1, same: 2, refused: 3, failed: 4 }], range, since)
  expect(points).toHaveLength(range.steps)
  expect(points.at(-1)).toBe(10)
})

test('the paths of an edge report become groups, and unknown ones are left out', () => {
  const paths = {
    '/api/client/features': { requests200: 2, requests304: 40 },
    '/api/client/metrics/bulk': { requests200: 3 },
    '/api/client/metrics': { requests200: 4 },
    '/api/proxy': { requests200: 5 },
    '/internal-backstage/health': { requests200: 6 },
    '/ofrep/v1': {},
  }
  const none = { refused: 0, failed: 0 }
  expect(countsIn(paths)).toEqual([
    { group: 'client-features', ok: 2, same: 40, ...none },
    { group: 'client-metrics', ok: 7, same: 0, ...none },
    { group: 'frontend', ok: 5, same: 0, ...none },
  ])
})
