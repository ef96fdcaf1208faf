import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeFlag, makeProject, makeSegment, makeToken } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, actors, db } = await testApp()
const shop = '/api/admin/projects/shop'
const DAY = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY)

await makeProject(db, 'shop')
await makeProject(db, 'hidden', { mode: 'private' })
const both = { development: { enabled: true }, production: {} }
await makeFlag(db, 'fresh', { project: 'shop', environments: both })
await makeFlag(db, 'old', { project: 'shop', stale: true, environments: both })
await makeFlag(db, 'overdue', { project: 'shop', environments: both })
await makeFlag(db, 'done', { project: 'shop', environments: both })
await makeFlag(db, 'gone', { project: 'shop', archived: true })
const set = (name: string, columns: object) =>
  db.updateTable('flags').set(columns).where('name', '=', name).execute()
await set('fresh', { created_at: ago(4), pre_live_at: ago(3), live_at: ago(1) })
await set('old', { created_at: ago(40) })
await set('overdue', {
  created_at: ago(80),
  potentially_stale: true,
  created_by_id: 7,
  created_by_name: 'Bo',
})
await set('done', { created_at: ago(10), completed_at: ago(2), completed_status: 'kept' })
await set('gone', { created_at: ago(100), archived_at: ago(50) })
await makeSegment(db, 'ours', 'shop')
await makeToken(db, 'token', 'development', ['shop'])
await db
  .insertInto('project_members')
  .values({ project: 'shop', user_id: actors.member.id, role_id: 5 })
  .execute()
const day = (days: number) => ago(days).toISOString().slice(0, 10)
await db
  .insertInto('activity_days')
  .values([
    { project: 'shop', day: day(400), changes: 9 },
    { project: 'shop', day: day(40), changes: 2 },
    { project: 'shop', day: day(1), changes: 3 },
  ])
  .execute()

test('the project status shows health, resources, lifecycle stages and activity', async () => {
  const { status, body } = await as.viewer.get(`${shop}/status`)
  expect(status).toBe(200)
  expect(body).toEqual({
    activityCountByDate: [
      { date: day(40), count: 2 },
      { date: day(1), count: 3 },
    ],
    health: { current: 50 },
    technicalDebt: { current: 50 },
    resources: { apiTokens: 1, members: 1, segments: 1 },
    staleFlags: { total: 2 },
    lifecycleSummary: {
      // One day, 40, 80, 8 and 50 days.
      initial: { averageDays: 35.8, currentFlags: 2 },
      preLive: { averageDays: 2, currentFlags: 0 },
      live: { averageDays: 1, currentFlags: 1 },
      completed: { averageDays: 2, currentFlags: 1 },
      archived: { currentFlags: 1, last30Days: 0 },
    },
  })
})

test('an empty project has full health', async () => {
  await makeProject(db, 'empty')
  const { body } = await as.viewer.get('/api/admin/projects/empty/status')
  expect(body).toMatchObject({
    health: { current: 100 },
    technicalDebt: { current: 0 },
    activityCountByDate: [],
  })
  expect(body.lifecycleSummary.live).toEqual({ averageDays: null, currentFlags: 0 })
  expect((await as.viewer.get('/api/admin/projects/empty/flag-creators')).body).toEqual([])
})

test('the health report lists flags and counts them by state', async () => {
  const { status, body } = await as.viewer.get(`${shop}/health-report`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'shop',
    health: 50,
    technicalDebt: 50,
    members: 1,
    activeCount: 3,
    staleCount: 1,
    potentiallyStaleCount: 1,
    stats: {
      createdCurrentWindow: 2,
      createdPastWindow: 1,
      archivedCurrentWindow: 0,
      archivedPastWindow: 1,
      projectActivityCurrentWindow: 3,
      projectActivityPastWindow: 2,
      projectMembersAddedCurrentWindow: 1,
      avgTimeToProdCurrentWindow: 0,
    },
  })
  expect(body.features.map(({ name }: { name: string }) => name)).toEqual(['done', 'fresh', 'old', 'overdue'])
  expect(body.features[0].environments).toMatchObject([
    { name: 'development', enabled: true },
    { name: 'production', enabled: false },
  ])
})

test('time to production is measured from creation until a flag is first turned on', async () => {
  await as.admin.post(`${shop}/features/fresh/environments/production/on`)
  await as.admin.post(`${shop}/features/done/environments/production/on`)
  const { body } = await as.viewer.get(`${shop}/health-report`)
  expect(body.stats.avgTimeToProdCurrentWindow).toBe(7)
})

test('a flag that is older than the event log does not count for the time to production', async () => {
  await sql`insert into removed_event_parts (first_revision, last_revision, file_digest, last_hash)
    select 1, min(revision), '', '' from events`.execute(db)
  const { body } = await as.viewer.get(`${shop}/health-report`)
  expect(body.stats.avgTimeToProdCurrentWindow).toBe(0)
  await db.deleteFrom('removed_event_parts').execute()
})

test('each flag creator of a project is listed once', async () => {
  expect((await as.viewer.get(`${shop}/flag-creators`)).body).toEqual([
    { id: 7, name: 'Bo' },
    { id: 1, name: 'ada' },
  ])
})

test('flag creators can be searched by name, with paging', async () => {
  const url = '/api/admin/flag-creators'
  const { body } = await as.viewer.get(url)
  expect(body).toEqual({
    total: 2,
    flagCreators: [
      { id: 7, name: 'Bo' },
      { id: 1, name: 'ada' },
    ],
  })
  expect((await as.viewer.get(`${url}?q=ad`)).body).toMatchObject({ total: 1, flagCreators: [{ id: 1 }] })
  expect((await as.viewer.get(`${url}?q=%25`)).body.total).toBe(0)
  expect((await as.viewer.get(`${url}?limit=1&offset=1`)).body).toMatchObject({
    total: 2,
    flagCreators: [{ id: 1 }],
  })
  expect((await as.anonymous.get(url)).status).toBe(401)
})

test.each(['status', 'health-report', 'flag-creators'])(
  'the %s of a hidden project returns 404',
  async (what) => {
    expect((await as.viewer.get(`/api/admin/projects/hidden/${what}`)).status).toBe(404)
    expect((await as.admin.get(`/api/admin/projects/hidden/${what}`)).status).toBe(200)
    expect((await as.admin.get(`/api/admin/projects/nosuch/${what}`)).status).toBe(404)
    expect((await as.anonymous.get(`${shop}/${what}`)).status).toBe(401)
  },
)
