import { expect, test } from 'vitest'
import { makeFlag, makeProject } from '../../../test/fixtures.ts'
import { type PastEvent, writeLog } from '../../../test/insights/log.ts'
import { testApp } from '../../../test/kit.ts'
import { followRange, registerFollower } from '../../platform/background/follower.ts'
import { addDays, mondayOf } from './days.ts'
import { fillDays } from './fill.ts'
import { countInsights } from './follower.ts'

const DAY = 86_400_000
const today = new Date().toISOString().slice(0, 10)
const day = (ago: number) => addDays(today, -ago)
const at = (ago: number) => new Date(Date.parse(day(ago)) + DAY / 2)

const created = (flag: string, ago: number, project = 'default', type = 'release'): PastEvent => ({
  type: 'feature-created',
  at: at(ago),
  flag,
  project,
  data: { type, stale: false },
})
const enabled = (flag: string, ago: number, project = 'default', environment = 'production'): PastEvent => ({
  type: 'feature-environment-enabled',
  at: at(ago),
  flag,
  project,
  environment,
})
const past: PastEvent[] = [
  created('old', 30),
  created('test', 30, 'default', 'experiment'),
  created('gone', 29),
  created('hidden', 29, 'secret'),
  enabled('gone', 25),
  { type: 'feature-archived', at: at(20), flag: 'gone' },
  enabled('old', 20),
  enabled('old', 19),
  enabled('hidden', 9, 'secret'),
  enabled('test', 8, 'default', 'development'),
  { type: 'feature-stale-on', at: at(5), flag: 'old' },
]

const { as, db } = await testApp({}, async (before) => {
  await writeLog(before, past)
  await makeProject(before, 'secret', { mode: 'private' })
  for (const [name, project, ago] of [
    ['old', 'default', 30],
    ['test', 'default', 30],
    ['hidden', 'secret', 29],
  ] as const) {
    await makeFlag(before, name, { project, environments: { development: {}, production: {} } })
    await before
      .updateTable('flags')
      .set({ created_at: at(ago), stale: name === 'old', type: name === 'test' ? 'experiment' : 'release' })
      .where('name', '=', name)
      .execute()
  }
  await before
    .insertInto('usage_days')
    .values([
      { day: day(6), environment: 'production', app: 'web', flag: 'old', variant: '', yes: 30, no: 10 },
      { day: day(6), environment: 'production', app: 'web', flag: 'old', variant: 'blue', yes: 30, no: 0 },
      { day: day(6), environment: 'production', app: 'web', flag: 'hidden', variant: '', yes: 500, no: 0 },
    ])
    .execute()
})
await registerFollower(db, countInsights.name)
const follow = (size = countInsights.size) => followRange(db, countInsights.name, size, countInsights.handle)
await follow()
await fillDays(db)

const url = '/api/admin/insights'
const charts = `${url}/charts`
const byDay = `${charts}?by=day&from=${day(31)}&to=${today}`
type Series = { id: string; project: string | null; values: (number | null)[] }
const valuesOf = (list: Series[], id: string, project: string | null = null) =>
  list.find((one) => one.id === id && one.project === project)?.values ?? []
const lastOf = (list: Series[], id: string, project: string | null = null) =>
  valuesOf(list, id, project).at(-1)

test('charts by day show stocks, flows and times of the past', async () => {
  const { status, body } = await as.viewer.get(byDay)
  expect(status).toBe(200)
  expect(body.dates).toHaveLength(32)
  expect([body.dates[0], body.dates.at(-1)]).toEqual([day(31), today])
  expect(body).toMatchObject({ by: 'day', projects: 1, measuredFrom: day(1) })
  expect(body.cleanup).toEqual({ health: 50, target: 90, flags: 2, stale: 1, toArchive: 1 })
  const { lifecycle, flow, debt, evaluations, production, updates } = body.charts
  const onDay = (list: Series[], id: string, ago: number, project: string | null = null) =>
    valuesOf(list, id, project)[31 - ago]
  expect([31, 30, 29, 20, 0].map((ago) => onDay(lifecycle, 'initial', ago))).toEqual([null, 2, 3, 2, 2])
  expect([30, 29, 0].map((ago) => onDay(flow, 'created', ago))).toEqual([2, 1, 0])
  expect(onDay(flow, 'archived', 20)).toBe(1)
  // One of two flags is stale since five days ago.
  expect([6, 5, 0].map((ago) => onDay(debt, 'project', ago, 'default'))).toEqual([0, 50, 50])
  expect([6, 5, 0].map((ago) => onDay(debt, 'all', ago))).toEqual([0, 50, 50])
  expect([onDay(evaluations, 'yes', 6), onDay(evaluations, 'no', 6), onDay(evaluations, 'yes', 5)]).toEqual([
    30, 10, 0,
  ])
  expect(['low', 'median', 'high'].map((id) => onDay(production, id, 25))).toEqual([4, 4, 4])
  expect([onDay(production, 'median', 20), onDay(production, 'median', 19)]).toEqual([10, null])
  expect([onDay(updates, 'production', 20), onDay(updates, 'development', 8)]).toEqual([1, 1])
})

test('a week has the state at its end, and the sum of its days', async () => {
  const { body } = await as.viewer.get(`${charts}?from=${day(31)}`)
  expect(body.by).toBe('week')
  expect(body.dates[0]).toBe(mondayOf(day(31)))
  expect(lastOf(body.charts.debt, 'all')).toBe(50)
  const sum = (id: string) => valuesOf(body.charts.flow, id).reduce((all: number, one) => all + (one ?? 0), 0)
  expect([sum('created'), sum('archived')]).toEqual([3, 1])
})

test('changes of today count within the same day', async () => {
  await as.admin.post('/api/admin/projects/default/features', { name: 'fresh', type: 'kill-switch' })
  await as.admin.post('/api/admin/projects/default/features/fresh/environments/production/on')
  await follow()
  const { body } = await as.viewer.get(byDay)
  expect(lastOf(body.charts.flow, 'created')).toBe(1)
  expect(lastOf(body.charts.lifecycle, 'initial')).toBe(3)
  expect(lastOf(body.charts.updates, 'production')).toBeGreaterThan(0)
})

test('every event counts once, also if several processes follow', async () => {
  const counts = () => db.selectFrom('insight_flows').selectAll().orderBy('day').orderBy('kind').execute()
  const before = await counts()
  await db.updateTable('followers').set({ revision: 0 }).where('name', '=', countInsights.name).execute()
  await db.deleteFrom('insight_flows').execute()
  await db.deleteFrom('flag_firsts').execute()
  const handled = await Promise.all([follow(3), follow(3), follow(3)])
  await follow(3)
  const { revision } = await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
  expect(handled.reduce((all, one) => all + one, 0)).toBe(revision)
  expect(await counts()).toEqual(before)
  expect(await follow()).toBe(0)
})

test('days are filled once, and a missing one is added later', async () => {
  const days = () => db.selectFrom('insight_days').select('day').distinct().execute()
  expect(await days()).toHaveLength(30)
  expect(await fillDays(db)).toBe(0)
  await db
    .deleteFrom('insight_days')
    .where('day', '>=', day(2) as never)
    .execute()
  await db.deleteFrom('insight_users').execute()
  await db
    .insertInto('insight_users')
    .values({ day: day(3), total: 1, active: 1 })
    .execute()
  expect(await fillDays(db)).toBe(4)
  expect(await days()).toHaveLength(30)
})

test('a private project is in no number of somebody who cannot see it', async () => {
  const answers = async (who: typeof as.admin) => {
    const { body } = await who.get(byDay)
    const trends = (await who.get(`${url}?from=${day(31)}`)).body
    const lifecycle = (await who.get(`${url}/lifecycle`)).body.lifecycleTrends
    return {
      projects: body.projects,
      created: valuesOf(body.charts.flow, 'created').reduce((all: number, one) => all + (one ?? 0), 0),
      flags: lastOf(body.charts.lifecycle, 'initial'),
      yes: valuesOf(body.charts.evaluations, 'yes').reduce((all: number, one) => all + (one ?? 0), 0),
      reached: trends.lifecycleTrends.length,
      named: JSON.stringify([body, trends]).includes('secret'),
      csv: (await who.get(byDay.replace('charts', 'charts.csv'))).body.includes('secret'),
      develop: lifecycle.develop.totalFlags,
    }
  }
  const [hidden, seen] = [await answers(as.viewer), await answers(as.admin)]
  expect(hidden).toMatchObject({
    projects: 1,
    created: 4,
    flags: 3,
    yes: 30,
    named: false,
    csv: false,
    develop: 3,
  })
  expect(seen).toMatchObject({
    projects: 2,
    created: 5,
    flags: 4,
    yes: 530,
    named: true,
    csv: true,
    develop: 4,
  })
  expect(seen.reached).toBe(hidden.reached + 1)
  const asked = await as.viewer.get(`${byDay}&projects=secret`)
  const missing = await as.viewer.get(`${byDay}&projects=nosuch`)
  expect(asked.body).toEqual(missing.body)
  expect(asked.body.projects).toBe(0)
  for (const path of ['insights', 'dora'])
    expect((await as.viewer.get(`/api/admin/projects/secret/${path}`)).status).toBe(404)
})

test('the trends have the shape of the wire; only admins get users', async () => {
  const { status, body } = await as.viewer.get(`${url}?from=${day(31)}&to=${today}`)
  expect(status).toBe(200)
  expect(body.userTrends).toEqual([])
  expect((await as.admin.get(url)).body.userTrends.at(-1)).toMatchObject({
    date: `${today}T23:59:59.999Z`,
    inactive: expect.any(Number),
  })
  expect(body.flagTrends.at(-1)).toMatchObject({ total: 3, active: 2, stale: 1, potentiallyStale: 0 })
  expect(body.projectFlagTrends.at(-1)).toMatchObject({
    project: 'default',
    health: 67,
    technicalDebt: 33,
    week: expect.stringMatching(/^\d{4}-\d{2}$/),
  })
  expect(body.metricsSummaryTrends).toMatchObject([
    { project: 'default', totalRequests: 40, totalYes: 30, totalNo: 10, totalFlags: 1, totalApps: 1 },
  ])
  const created = body.creationArchiveTrends.flatMap((one: { createdFlags: object }) =>
    Object.keys(one.createdFlags),
  )
  expect(created).toEqual(expect.arrayContaining(['release', 'experiment', 'kill-switch']))
  expect(body.environmentTypeTrends.map((one: { environmentType: string }) => one.environmentType)).toContain(
    'production',
  )
})

test('lead times are the days from creation to production', async () => {
  const home = '/api/admin/projects/default'
  const { body } = await as.viewer.get(`${home}/dora`)
  expect(body).toEqual({
    projectAverage: 5,
    features: [
      { name: 'fresh', timeToProduction: 0 },
      { name: 'old', timeToProduction: 10 },
    ],
  })
  const insights = await as.viewer.get(`${home}/insights`)
  expect(insights.body).toMatchObject({
    leadTime: body,
    health: { rating: 67, activeCount: 2, staleCount: 1, potentiallyStaleCount: 0 },
    technicalDebt: { rating: 33 },
    members: { currentMembers: 2 },
    featureTypeCounts: expect.arrayContaining([{ type: 'experiment', count: 1 }]),
  })
})

test('the CSV file has one row per value', async () => {
  const { headers, body } = await as.viewer.get(`${charts}.csv?by=day&from=${day(6)}&to=${day(6)}`)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(body.split('\r\n')).toEqual(
    expect.arrayContaining([
      'chart,series,project,date,value',
      `lifecycle,initial,,${day(6)},2`,
      `debt,project,default,${day(6)},0`,
      `evaluations,yes,,${day(6)},30`,
    ]),
  )
})

test.each([
  'from=yesterday',
  'to=99999-01-01',
  'from=2026-02-30x',
  `from=${day(1)}&to=${day(2)}`,
  `by=day&from=${day(200)}`,
  `from=${day(900)}`,
  'by=hour',
])('the query %s returns 400', async (query) => {
  expect((await as.viewer.get(`${charts}?${query}`)).status).toBe(400)
})

test('a deleted project is forgotten', async () => {
  await db.updateTable('flags').set({ archived_at: new Date() }).where('project', '=', 'secret').execute()
  expect((await as.admin.delete('/api/admin/projects/secret')).status).toBe(200)
  await follow()
  for (const table of ['insight_flows', 'insight_days', 'insight_usage_days', 'flag_firsts'] as const)
    expect(await db.selectFrom(table).select('project').where('project', '=', 'secret').execute()).toEqual([])
  expect(JSON.stringify((await as.admin.get(byDay)).body)).not.toContain('secret')
})
