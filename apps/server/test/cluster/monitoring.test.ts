import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startEdge } from '../../../edge/test/process.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { metricNames } from '../metric-names.ts'
import { createFlag, expectStatus } from './changes.ts'
import { makePostgres } from './postgres.ts'
import { BACKEND_TOKEN, FRONTEND_TOKEN, startServer } from './server.ts'

const folder = await mkdtemp(join(tmpdir(), 'monitoring-'))
const postgres = await makePostgres()
const server = await startServer(postgres.url, { SNAPSHOT_FOLDER: folder, METRICS_PER_FLAG: 'true' })
const edge = await startEdge({ UPSTREAM_URL: server.url, TOKENS: BACKEND_TOKEN })
await edge.ready()
afterAll(async () => {
  await edge.stop()
  await server.stop()
  await postgres.remove()
  await rm(folder, { recursive: true })
})

const countInstances = async () => {
  const database = openDatabase({ url: postgres.url, poolSize: 1 })
  const { length } = await database.db.selectFrom('instances').select('app').execute()
  await database.close()
  return length
}
const deploy = new URL('../../../../deploy/', import.meta.url)
const read = (path: string) => readFile(new URL(path, deploy), 'utf8')
type Rules = { groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[] }
type Dashboard = { panels: { title: string; type: string; targets?: { expr: string }[] }[] }
const alerts = (parse(await read('prometheus/alerts.yaml')) as Rules).groups.flatMap(({ rules }) => rules)
const { panels } = JSON.parse(await read('grafana/flagstaff.json')) as Dashboard
const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
].map(([title, expr]) => [title, expr.replaceAll('$__rate_interval', '5m')] as const)

/** Names of metrics with their labels, as they occur in a scrape. */
function namesIn(scrape: string) {
  const found = new Map<string, Set<string>>()
  for (const line of scrape.split('\n')) {
    const [, name, labels = ''] = /^([a-z_0-9]+)(?:\{(.*)\})? /i.exec(line) ?? []
    if (!name) continue
    const known = found.get(name) ?? new Set()
    found.set(name, known)
    for (const [, label = ''] of labels.matchAll(/([a-zA-Z_]+)="(?:[^"\\]|\\.)*"/g)) known.add(label)
  }
  return found
}

/** All metrics and labels that an expression uses. */
function usesOf(expression: string) {
  const metrics = new Set<string>()
  const labels = new Set<string>()
  const problems: string[] = []
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      const text = expression.slice(from, to)
      if (type.isError) problems.push(`${from}: ${text}`)
      if (type.name === 'VectorSelector') metrics.add(/^[a-zA-Z_:][\w:]*/.exec(text)?.[0] ?? '')
      if (type.name === 'LabelName') labels.add(text)
    },
  })
  return { metrics, labels, problems }
}

const scrapes = async () => {
  const own = await (await fetch(`${server.url}/internal-backstage/prometheus`)).text()
  const edges = await (await edge.get('/internal-backstage/metrics', '')).text()
  return { own, edges, found: namesIn(`${own}\n${edges}`) }
}

test('a started server exposes every metric of Unleash in a small response', async () => {
  await expectStatus(createFlag(server, 'seen'), 201)
  await server.call('POST', '/auth/simple/login', { username: 'admin', password: 'Correct-horse-7' })
  await server.call('GET', '/api/client/features', undefined, { authorization: BACKEND_TOKEN })
  await server.call('GET', '/api/frontend?userId=1', undefined, { authorization: FRONTEND_TOKEN })
  await server.call(
    'POST',
    '/api/client/register',
    {
      appName: 'shop',
      instanceId: 'one',
      sdkVersion: 'unleash-client-node:6.12.1',
      strategies: ['default'],
      started: new Date().toISOString(),
      interval: 15_000,
    },
    { authorization: BACKEND_TOKEN },
  )
  // The figures are read by the first scrape and kept for a minute.
  await expect.poll(countInstances).toBe(1)
  const { own } = await scrapes()
  const types = own.match(/(?<=^# TYPE )\S+/gm)?.map(String) ?? []
  expect(metricNames.filter((name) => !types.includes(name))).toEqual([])
  expect(own.length).toBeLessThan(300_000)
  expect(own).toMatch(
    /http_sdk_request_duration_milliseconds_count\{path="\/api\/client\/features",method="GET",status="200",direct="true"\} [1-9]/,
  )
})

test('there are 21 alerts, each of which says what to do, and a dashboard with seven rows', () => {
  expect(alerts).toHaveLength(21)
  const expected = ['summary', 'description', 'runbook']
  for (const { annotations } of alerts) expect(Object.keys(annotations)).toEqual(expected)
  const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title)
  expect(rows).toEqual([
    'Overview',
    'Processes',
    'Delivery',
    'Control plane',
    'Database',
    'Followers',
    'Edges',
  ])
})

test('the check finds names and labels in an expression, and errors', () => {
  const { metrics, labels, problems } = usesOf('sum by (a) (rate(b{c="d"}[5m])) > 0')
  expect([[...metrics], [...labels].toSorted(), problems]).toEqual([['b'], ['a', 'c'], []])
  expect(usesOf('sum by (a) (b').problems).not.toEqual([])
})

test('every metric and label of the alerts and the dashboard exists', async () => {
  const { found } = await scrapes()
  // Added by Prometheus.
  const added = ['instance', 'job']
  found.set('up', new Set())
  for (const [title, expression] of expressions) {
    const { metrics, labels, problems } = usesOf(expression)
    expect(problems, title).toEqual([])
    expect(metrics.size, title).toBeGreaterThan(0)
    const known = new Set([...metrics].flatMap((name) => [...(found.get(name) ?? [])]).concat(added))
    expect(
      [...metrics].filter((name) => !found.has(name)),
      title,
    ).toEqual([])
    expect(
      [...labels].filter((label) => !known.has(label)),
      title,
    ).toEqual([])
  }
})
