import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProject, trail } from '../../../../../test/fixtures.ts'
import { testApp } from '../../../../../test/kit.ts'
import { metricSeries, openPrometheus } from '../../index.ts'

type Seen = { path: string; form: URLSearchParams; authorization: string | undefined }
const seen: Seen[] = []
let answer: ((seen: Seen) => unknown) | undefined

/** Answers like Prometheus: metadata of one histogram, and the value 7 for every point that is asked for. */
const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const form = new URLSearchParams(chunks.length > 0 ? Buffer.concat(chunks).toString() : url.search)
  const call = { path: url.pathname, form, authorization: request.headers.authorization }
  seen.push(call)
  const data = answer?.(call) ?? usual(call)
  if (typeof data === 'string') return response.writeHead(502, { 'content-type': 'text/html' }).end(data)
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ status: 'success', data }))
})

function usual({ path, form }: Seen): unknown {
  if (path.endsWith('/metadata')) return { latency: [{ type: 'histogram', help: 'Seconds', unit: '' }] }
  if (path.endsWith('/series')) return [{ __name__: 'latency_count', job: 'api' }, { job: 'web' }]
  if (path.endsWith('/values')) return ['latency_count']
  if (!path.endsWith('/query_range')) return {}
  const [start, end, step] = ['start', 'end', 'step'].map((name) => Number(form.get(name)))
  const values: [number, string][] = []
  for (let at = start ?? 0; at <= (end ?? 0); at += step ?? 60) values.push([at, '7'])
  values[0] = [start ?? 0, 'NaN']
  return { resultType: 'matrix', result: [{ metric: { job: 'api' }, values }] }
}

await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo
const url = `http://127.0.0.1:${port}/prom/`
const { as, db, app, client } = await testApp({
  ENCRYPTION_KEY: 'a-key-for-tests',
  UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1',
})
const path = '/api/admin/impact-metrics'
const source = `${path}/external-source`
afterAll(() => server.close())
beforeAll(() => seen.splice(0))

test('administrators set the source, and the token is stored encrypted and never shown', async () => {
  expect((await as.admin.get(source)).body).toEqual({ enabled: false, hasToken: false })
  expect((await as.admin.post(source, { enabled: true })).status).toBe(400)
  const set = await as.admin.post(source, { enabled: true, url, token: 'open-sesame' })
  expect([set.status, set.body]).toEqual([200, { enabled: true, url, hasToken: true }])
  expect((await as.editor.get(source)).status).toBe(403)
  expect((await as.editor.post(source, { enabled: false })).status).toBe(403)
  const stored = await db
    .selectFrom('settings')
    .select('value')
    .where('name', 'like', '%external-source')
    .execute()
  expect(JSON.stringify(stored)).not.toContain('sesame')
  expect(JSON.stringify(await trail(db))).not.toContain('sesame')
  expect(JSON.stringify(await trail(db))).not.toContain('sealedToken')
})

test('a token is kept for the same address only', async () => {
  expect((await as.admin.post(source, { enabled: true, url })).body.hasToken).toBe(true)
  const other = await as.admin.post(source, { enabled: true, url: 'https://elsewhere.example.com' })
  expect(other.body.hasToken).toBe(false)
  expect((await as.admin.post(source, { enabled: true, url, token: 'open-sesame' })).body.hasToken).toBe(true)
})

test.each(['ftp://x', 'nonsense', 'https://user:secret@example.com'])(
  'refuses the address %s',
  async (bad) => {
    expect((await as.admin.post(source, { enabled: true, url: bad })).status).toBe(400)
  },
)

test('testing a source asks the server, and tells administrators what is wrong', async () => {
  const validate = (body: object, actor = as.admin) => actor.post(`${source}/validate`, body)
  expect((await validate({ enabled: true, url })).status).toBe(200)
  expect(seen.slice(-2).map((one) => [one.path, one.authorization])).toEqual([
    ['/prom/api/v1/status/buildinfo', 'Bearer open-sesame'],
    ['/prom/api/v1/query', 'Bearer open-sesame'],
  ])
  answer = () => '<html>'
  const refused = await validate({ enabled: true, url })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    `127.0.0.1:${port} answered with status 502 and no JSON.`,
  ])
  answer = undefined
  const guarded = await validate({ enabled: true, url: `http://[::1]:${port}` })
  expect([guarded.status, guarded.body.message]).toEqual([400, expect.stringContaining('private address')])
  expect((await validate({ enabled: true, url }, as.editor)).status).toBe(403)
})

test('a query becomes PromQL, and its answer lines with a point for each step', async () => {
  const from = new Date(1_700_000_400_000)
  const to = new Date(from.getTime() + 240_000)
  const series = await metricSeries(app.handles.read, {
    metric: 'latency',
    source: 'external',
    mode: 'p95',
    from,
    to,
    stepSeconds: 60,
    labels: { job: ['api', 'web'], path: ['/a"b'] },
    by: ['job'],
    prometheus: openPrometheus(app.handles),
  })
  const start = from.getTime() / 1000
  expect(series).toMatchObject({
    type: 'histogram',
    step: 60,
    series: [
      {
        labels: { job: 'api' },
        points: [
          [start, null],
          [start + 60, 7],
          [start + 120, 7],
          [start + 180, 7],
        ],
      },
    ],
  })
  const asked = seen.at(-1)
  expect(asked?.form.get('query')).toBe(
    'histogram_quantile(0.95, sum by (le, job) (rate(latency_bucket{job=~"api|web",path="/a\\"b"}[300s])))',
  )
  expect([asked?.form.get('start'), asked?.form.get('end')]).toEqual([
    String(start + 60),
    String(start + 240),
  ])
})

test('people can query the source, choose its metrics and see its labels', async () => {
  const query = {
    metricName: 'latency',
    range: 'hour',
    aggregationMode: 'rps',
    source: 'external',
    mode: 'edit',
  }
  const { body } = await as.viewer.get(`${path}?${new URLSearchParams(query)}`)
  expect(body.labels).toEqual({ job: ['api', 'web'] })
  expect(body.series[0].data.length).toBeGreaterThan(50)
  expect((await as.viewer.get(`${path}/metadata`)).body.metrics).toContainEqual({
    name: 'latency',
    displayName: 'latency',
    help: 'Seconds',
    source: 'external',
    type: 'histogram',
  })
})

test('series of hidden applications are excluded for people who do not see their project', async () => {
  await makeProject(db, 'hidden', { mode: 'private' })
  const token = { tokenName: 'h', type: 'backend', environment: 'development', projects: ['hidden'] }
  const { secret } = (await as.admin.post('/api/admin/api-tokens', token)).body
  const register = { appName: 'vault', strategies: [], started: new Date().toISOString(), interval: 1 }
  await client({ authorization: secret }).post('/api/client/register', register)
  const query = new URLSearchParams({
    metricName: 'latency',
    range: 'day',
    aggregationMode: 'count',
    source: 'external',
  })
  const { body } = await as.viewer.get(`${path}?${query}`)
  expect(seen.at(-1)?.form.get('query')).toBe('sum (rate(latency_count{appName!~"vault"}[900s])) * 900')
  expect(JSON.stringify(body)).not.toContain('vault')
  await as.admin.get(`${path}?${query}`)
  expect(seen.at(-1)?.form.get('query')).toBe('sum (rate(latency_count[900s])) * 900')
})

test('a source that fails does not affect the list of metrics, and its address is not shown', async () => {
  answer = ({ path: asked }) => (asked.endsWith('/query_range') ? '<html>' : undefined)
  const query = { metricName: 'latency', range: 'week', aggregationMode: 'sum', source: 'external' }
  const failed = await as.viewer.get(`${path}?${new URLSearchParams(query)}`)
  expect(failed.status).toBe(400)
  expect(JSON.stringify(failed.body)).not.toContain(String(port))
  expect((await as.viewer.get(`${path}/metadata`)).status).toBe(200)
  answer = undefined
})

test('answers are cached for a short time', async () => {
  const query = { metricName: 'latency', range: 'month', aggregationMode: 'avg', source: 'external' }
  const ask = () => as.admin.get(`${path}?${new URLSearchParams(query)}`)
  const [one, other] = await Promise.all([ask(), ask()])
  const count = () => seen.filter(({ form }) => form.get('step') === '86400').length
  expect([one.status, other.body, count()]).toEqual([200, one.body, 1])
  expect([(await ask()).status, count()]).toEqual([200, 1])
})

test('without a source, queries to it are refused and the list has only own metrics', async () => {
  await as.admin.post(source, { enabled: false })
  expect((await as.admin.get(source)).body).toEqual({ enabled: false, url, hasToken: true })
  const query = { metricName: 'latency', range: 'hour', aggregationMode: 'avg', source: 'external' }
  expect((await as.viewer.get(`${path}?${new URLSearchParams(query)}`)).status).toBe(400)
  expect((await as.viewer.get(`${path}/metadata`)).body.metrics).toEqual([])
})
