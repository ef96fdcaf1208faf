import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { usageUpkeep } from '../index.ts'

const { as, client, db } = await testApp({ METRICS_TOKEN: 'scrape-me' })
const scraper = client({ authorization: 'Bearer scrape-me' })
const path = '/internal-backstage/impact/metrics'
const send = (impactMetrics: unknown, more: object = {}) =>
  as.backendToken.post('/api/client/metrics', { appName: 'shop', impactMetrics, ...more })
const lines = async (name: string): Promise<string[]> =>
  (await scraper.get(path)).body.split('\n').filter((line: string) => line.startsWith(name))

const sold = (value: unknown, labels: object = {}) => ({
  name: 'sold',
  help: 'Things\nsold',
  type: 'counter',
  samples: [{ value, labels }],
})
const took = (counts: number[], bounds: (number | string)[] = [0.5, '+Inf']) => ({
  name: 'took',
  help: 'Seconds',
  type: 'histogram',
  samples: [
    {
      count: counts.at(-1),
      sum: 1.5,
      buckets: bounds.map((le, index) => ({ le, count: counts[index] })),
      labels: { appName: 'shop' },
    },
  ],
})

test('counters and histograms add up, gauges show the last value, and scraping needs the token', async () => {
  const heap = (value: number) => ({ name: 'heap', help: 'Bytes', type: 'gauge', samples: [{ value }] })
  expect((await send([sold(3, { shelf: 'a"b' }), heap(9), took([2, 3])])).status).toBe(202)
  expect((await send([sold(4, { shelf: 'a"b' }), heap(5.5), took([1, 1])])).status).toBe(202)
  const { status, body, headers } = await scraper.get(path)
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const labels = (type: string) =>
    `origin="sdk",metric_type="${type}",appName="shop",environment="development"`
  expect(body).toBe(
    [
      '# HELP heap Bytes',
      '# TYPE heap gauge',
      `heap{${labels('gauge')}} 5.5`,
      '',
      '# HELP sold Things\\nsold',
      '# TYPE sold counter',
      `sold{${labels('counter')},shelf="a\\"b"} 7`,
      '',
      '# HELP took Seconds',
      '# TYPE took histogram',
      `took_bucket{${labels('histogram')},le="0.5"} 3`,
      `took_bucket{${labels('histogram')},le="+Inf"} 4`,
      `took_sum{${labels('histogram')}} 3`,
      `took_count{${labels('histogram')}} 4`,
      '',
    ].join('\n'),
  )
  expect((await as.anonymous.get(path)).status).toBe(401)
})

test('impact metrics are taken from a report without evaluations, which the SDK for Go sends with null', async () => {
  const bucket = { start: '0001-01-01T00:00:00Z', stop: new Date(), toggles: null }
  const metric = { name: 'null_toggles', help: '', type: 'counter', samples: [{ value: 2 }] }
  const report = { appName: 'go', bucket, impactMetrics: [metric] }
  expect((await as.backendToken.post('/api/client/metrics', report)).status).toBe(202)
  expect((await lines('null_toggles')).at(0)).toMatch(/ 2$/)
  expect((await as.frontendToken.post('/api/frontend/client/metrics', report)).status).toBe(200)
})

test('values per minute are stored along with the totals', async () => {
  const rows = await db
    .selectFrom('impact_minutes')
    .innerJoin('impact_series', 'id', 'series_id')
    .select(['metric', 'impact_minutes.value', 'impact_minutes.count', 'impact_minutes.buckets'])
    .orderBy('metric')
    .execute()
  const sums = Map.groupBy(rows, ({ metric }) => metric)
  const total = (metric: string) => sums.get(metric)?.reduce((sum, { value }) => sum + value, 0)
  expect([total('sold'), total('took')]).toEqual([7, 3])
})

test('invalid metrics are dropped without affecting the others', async () => {
  const { status } = await send([
    null,
    'text',
    { name: 'half' },
    sold('many'),
    sold(-1),
    { ...sold(1), name: '' },
    { ...sold(1), type: 'gauge' },
    sold(1, Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`l${index}`, 'x']))),
    took([3, 2]),
    sold(1e300),
    sold(1, { origin: 'x\0\ud800', metric_type: 'y' }),
    took([1, 2, 3], [5, 1, '+Inf']),
    { ...sold(2), name: 'good' },
  ])
  expect(status).toBe(202)
  expect((await send('nonsense')).status).toBe(202)
  expect(await lines('good')).toHaveLength(1)
  expect((await lines('sold')).map((line) => line.split(' ').at(-1))).toEqual(['7', '1'])
  expect((await lines('sold')).at(-1)).toMatch(
    /^sold\{origin="sdk",metric_type="counter",appName="shop",environment="development"\} 1$/,
  )
})

test('invalid Prometheus names are converted, and samples are kept', async () => {
  await send([{ ...sold(1, { 'new-checkout': 'on', plan: 'gold' }), name: 'checkout-v2' }])
  expect(await lines('checkout')).toEqual([
    'checkout_v2{origin="sdk",metric_type="counter",appName="shop",environment="development",new_checkout="on",plan="gold"} 1',
  ])
})

test('an application cannot send metrics for another environment', async () => {
  await send([{ ...sold(1, { environment: 'production', appName: 'other' }), name: 'claimed' }])
  expect(await lines('claimed')).toEqual([
    'claimed{origin="sdk",metric_type="counter",appName="other",environment="development"} 1',
  ])
})

test('browsers and edges can send impact metrics too', async () => {
  const post = { appName: 'web', impactMetrics: [{ ...sold(1), name: 'clicks' }] }
  expect((await as.frontendToken.post('/api/frontend/client/metrics', post)).status).toBe(200)
  const bulk = {
    applications: [],
    metrics: [],
    impactMetrics: [{ ...sold(2, { appName: 'web' }), name: 'clicks' }],
  }
  expect((await as.backendToken.post('/api/client/metrics/bulk', bulk)).status).toBe(202)
  expect((await lines('clicks')).map((line) => line.split(' ').at(-1))).toEqual(['3'])
})

test('metrics that are no longer sent are deleted', async () => {
  const old = new Date(Date.now() - 401 * 86_400_000)
  await db.updateTable('impact_series').set({ seen_at: old }).where('metric', '<>', 'sold').execute()
  await usageUpkeep(db).run()
  const left = await db.selectFrom('impact_metrics').select('name').execute()
  expect(left).toEqual([{ name: 'sold' }])
})

test('scrapers do not see series that were not sent for two weeks', async () => {
  await send([{ ...sold(1), name: 'paused' }])
  expect(await lines('paused')).toHaveLength(1)
  const old = new Date(Date.now() - 15 * 86_400_000)
  await db.updateTable('impact_series').set({ seen_at: old }).where('metric', '=', 'paused').execute()
  expect(await lines('paused')).toEqual([])
})

test('labels can be longer than an index of the database allows', async () => {
  const random = () => randomBytes(100).toString('hex')
  const labels = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`l${index}`, random()]))
  await send([{ ...sold(1, labels), name: 'long' }])
  await send([{ ...sold(2, labels), name: 'long' }])
  expect((await lines('long')).map((line) => line.split(' ').at(-1))).toEqual(['3'])
})

test('what browsers send cannot block the metric of a backend', async () => {
  const post = { appName: 'web', impactMetrics: [{ ...sold(9), name: 'blocked', type: 'gauge' }] }
  await as.frontendToken.post('/api/frontend/client/metrics', post)
  await send([{ ...sold(2), name: 'blocked' }])
  expect((await lines('blocked')).map((line) => line.split(' ').at(-1))).toEqual(['2'])
  await as.frontendToken.post('/api/frontend/client/metrics', post)
  expect((await lines('blocked')).map((line) => line.split(' ').at(-1))).toEqual(['2'])
})

test('frontend tokens cannot create new metrics above the limit, backend tokens can', async () => {
  await sql`insert into impact_metrics (name, type, help)
    select 'made_up_' || number, 'counter', '' from generate_series(1, 5000) number`.execute(db)
  const fromBrowser = {
    appName: 'web',
    impactMetrics: [
      { ...sold(1), name: 'one_more' },
      { ...sold(1), name: 'sold' },
    ],
  }
  expect((await as.frontendToken.post('/api/frontend/client/metrics', fromBrowser)).status).toBe(200)
  expect((await send([{ ...sold(1), name: 'from_backend' }])).status).toBe(202)
  const named = await db
    .selectFrom('impact_metrics')
    .select('name')
    .where('name', 'in', ['one_more', 'from_backend', 'sold'])
    .orderBy('name')
    .execute()
  expect(named.map(({ name }) => name)).toEqual(['from_backend', 'sold'])
})
