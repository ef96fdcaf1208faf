import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { metricSeries, usageUpkeep } from '../index.ts'
import type { MetricQuery } from './types.ts'

const { as, db, app } = await testApp()
const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = Math.floor(Date.now() / DAY) * DAY + 12 * HOUR

type Row = { at: number; value: number; count?: number; buckets?: number[] }
type Shape = { metric: string; type: string; labels?: object; bounds?: number[]; isPublic?: boolean }

/** Minutes of the past, which cannot be sent. */
async function store({ metric, type, labels = {}, bounds = [], isPublic = false }: Shape, rows: Row[]) {
  await db
    .insertInto('impact_metrics')
    .values({ name: metric, type, help: '' })
    .onConflict((one) => one.doNothing())
    .execute()
  const digest = JSON.stringify([labels, bounds, isPublic])
  const { id } = await db
    .insertInto('impact_series')
    .values({ metric, labels: JSON.stringify(labels), digest, bounds, public: isPublic })
    .returning('id')
    .executeTakeFirstOrThrow()
  const values = rows.map(({ at, value, count = 0, buckets = [] }) => ({
    series_id: id,
    minute: new Date(at),
    value,
    count,
    buckets,
  }))
  await db.insertInto('impact_minutes').values(values).execute()
}

const ask = (metric: string, query: Partial<MetricQuery> = {}) =>
  metricSeries(app.handles.read, {
    metric,
    source: 'internal',
    mode: 'count',
    from: new Date(now - HOUR),
    to: new Date(now),
    stepSeconds: 1_200,
    labels: {},
    ...query,
  })
const values = async (metric: string, query: Partial<MetricQuery> = {}) =>
  (await ask(metric, query)).series.map(({ points }) => points.map(([, value]) => value))

const minute = (back: number) => now - back * 60_000

beforeEach(async () => {
  await sql`truncate impact_metrics cascade`.execute(db)
})

test('every step has a point, and a step without data is null', async () => {
  await store({ metric: 'sold', type: 'counter' }, [
    { at: minute(60), value: 3 },
    { at: minute(41), value: 4 },
    { at: minute(1), value: 0 },
  ])
  const { type, step, series } = await ask('sold')
  expect([type, step]).toEqual(['counter', 1_200])
  const start = (now - HOUR) / 1000
  expect(series).toEqual([
    {
      labels: {},
      points: [
        [start, 7],
        [start + 1_200, null],
        [start + 2_400, 0],
      ],
    },
  ])
  expect(await values('sold', { mode: 'rps' })).toEqual([[7 / 1_200, null, 0]])
})

test('an unknown metric has no type and no lines', async () => {
  expect(await ask('unknown')).toMatchObject({ type: null, series: [] })
})

test('the rate of a step that is still running counts the time so far', async () => {
  await store({ metric: 'sold', type: 'counter' }, [{ at: minute(20), value: 600 }])
  const to = new Date(minute(15))
  expect((await values('sold', { mode: 'rps', from: new Date(minute(20)), to }))[0]).toEqual([2])
})

test('series are added, and can be filtered and divided by labels', async () => {
  const at = minute(5)
  const labels = (plan: string, more = {}) => ({ plan, ...more })
  await store({ metric: 'sold', type: 'counter', labels: labels('gold', { 'checkout-v2': 'on' }) }, [
    { at, value: 1 },
  ])
  await store({ metric: 'sold', type: 'counter', labels: labels('gold') }, [{ at, value: 2 }])
  await store({ metric: 'sold', type: 'counter', labels: labels('free') }, [{ at, value: 4 }])
  const last = async (query: Partial<MetricQuery>) =>
    (await ask('sold', query)).series.map((one) => [one.labels, one.points.at(-1)?.[1]])
  expect(await last({})).toEqual([[{}, 7]])
  expect(await last({ labels: { plan: ['gold'] } })).toEqual([[{}, 3]])
  expect(await last({ labels: { plan: ['gold', 'free'] } })).toEqual([[{}, 7]])
  expect(await last({ labels: { 'checkout-v2': ['*'] } })).toEqual([[{}, 1]])
  expect(await last({ by: ['plan'] })).toEqual([
    [{ plan: 'free' }, 4],
    [{ plan: 'gold' }, 3],
  ])
  expect(await last({ by: ['checkout-v2'] })).toEqual([
    [{ 'checkout-v2': 'on' }, 1],
    [{}, 6],
  ])
  expect(await last({ labels: { plan: ['other'] } })).toEqual([])
})

test('a gauge is averaged over its minutes, or the means of its series are added', async () => {
  await store({ metric: 'heap', type: 'gauge', labels: { host: 'a' } }, [
    { at: minute(3), value: 10 },
    { at: minute(2), value: 20 },
  ])
  await store({ metric: 'heap', type: 'gauge', labels: { host: 'b' } }, [{ at: minute(3), value: 60 }])
  expect((await values('heap', { mode: 'avg' }))[0]?.at(-1)).toBe(30)
  expect((await values('heap', { mode: 'sum' }))[0]?.at(-1)).toBe(75)
})

test('buckets of histograms are added before the quantile is taken; other bounds are left out', async () => {
  const took = { metric: 'took', type: 'histogram', bounds: [1, 2] }
  const at = minute(5)
  await store({ ...took, labels: { host: 'a' } }, [{ at, value: 9, count: 10, buckets: [10, 10, 10] }])
  await store({ ...took, labels: { host: 'b' } }, [{ at, value: 15, count: 10, buckets: [0, 10, 10] }])
  await store({ ...took, labels: { host: 'c' }, bounds: [5] }, [{ at, value: 40, count: 8, buckets: [0, 8] }])
  const answer = await ask('took', { mode: 'p50' })
  expect(answer.series[0]?.points.at(-1)?.[1]).toBe(1)
  expect(answer.leftOut).toBe(1)
  expect((await values('took', { mode: 'p99' }))[0]?.at(-1)).toBeCloseTo(1.98, 10)
  expect((await values('took', { mode: 'avg' }))[0]?.at(-1)).toBe(64 / 28)
  expect((await ask('took', { mode: 'p50', by: ['host'] })).series.map((one) => one.labels)).toEqual([
    { host: 'a' },
    { host: 'b' },
  ])
})

test('samples of frontend tokens are left out unless they are wanted', async () => {
  const sample = (value: number) => [{ name: 'clicks', help: '', type: 'counter', samples: [{ value }] }]
  await as.frontendToken.post('/api/frontend/client/metrics', {
    appName: 'web',
    impactMetrics: sample(1_000),
  })
  await as.backendToken.post('/api/client/metrics', { appName: 'web', impactMetrics: sample(2) })
  await as.backendToken.post('/api/client/metrics/bulk', {
    applications: [],
    metrics: [],
    impactMetrics: [{ ...sample(500)[0], public: true }],
  })
  const recent = { from: new Date(Date.now() - HOUR), to: new Date(), stepSeconds: 7_200 }
  const total = async (query: Partial<MetricQuery>) =>
    (await values('clicks', { ...recent, ...query })).flat().reduce((sum: number, one) => sum + (one ?? 0), 0)
  expect(await total({})).toBe(2)
  expect(await total({ trusted: false })).toBe(1_502)
})

const week = { from: new Date(now - 7 * DAY), to: new Date(now), stepSeconds: 3 * 3_600 }
const month = { from: new Date(now - 30 * DAY), to: new Date(now), stepSeconds: 86_400 }
const sumOf = (list: (number | null)[][]) => list.flat().reduce((sum: number, one) => sum + (one ?? 0), 0)

test('folding changes no answer, and folding twice changes nothing', async () => {
  const times = Array.from({ length: 400 }, (_, index) => now - index * 29 * 60_000)
  await store(
    { metric: 'sold', type: 'counter' },
    times.map((at) => ({ at: at - 60_000, value: 1 })),
  )
  await store(
    { metric: 'heap', type: 'gauge' },
    times.map((at, index) => ({ at, value: index })),
  )
  await store(
    { metric: 'took', type: 'histogram', bounds: [1] },
    times.map((at, index) => ({ at: at - 60_000, value: 2, count: 2, buckets: [index % 2, 2] })),
  )
  const answers = () =>
    Promise.all([
      values('sold', week),
      values('sold', month),
      values('heap', { ...week, mode: 'avg' }),
      values('heap', { ...month, mode: 'sum' }),
      values('took', { ...week, mode: 'p50' }),
      values('took', { ...month, mode: 'p95' }),
    ])
  const before = await answers()
  expect(sumOf(before[1] ?? [])).toBe(400)
  const upkeep = usageUpkeep(db, () => now)
  await upkeep.run()
  const count = async () =>
    (
      await sql<{ hours: number; days: number }>`select (select count(*) from impact_hours) as hours,
      (select count(*) from impact_days) as days`.execute(db)
    ).rows[0]
  const folded = await count()
  expect(folded?.hours).toBeGreaterThan(200)
  expect(folded?.days).toBeGreaterThan(10)
  expect(await answers()).toEqual(before)
  await upkeep.run()
  expect(await count()).toEqual(folded)
  expect(await answers()).toEqual(before)
})

test('what is added to the last folded hour is counted with the next run', async () => {
  const late = Math.floor((now - 30 * 60_000) / HOUR) * HOUR - 60_000
  await store({ metric: 'sold', type: 'counter', labels: { host: 'a' } }, [{ at: late, value: 1 }])
  await usageUpkeep(db, () => now).run()
  await store({ metric: 'sold', type: 'counter', labels: { host: 'b' } }, [{ at: late, value: 5 }])
  await usageUpkeep(db, () => now).run()
  expect(sumOf(await values('sold', week))).toBe(6)
})

test('minutes are deleted after eight days, and their sums are kept', async () => {
  const at = Date.now() - 9 * DAY
  await store({ metric: 'sold', type: 'counter' }, [{ at: Math.floor(at / 60_000) * 60_000, value: 5 }])
  await usageUpkeep(db).run()
  await usageUpkeep(db).run()
  expect(await db.selectFrom('impact_minutes').select('value').execute()).toEqual([])
  const asked = { ...month, from: new Date(Date.now() - 30 * DAY), to: new Date() }
  expect(sumOf(await values('sold', asked))).toBe(5)
})
