import { expect, test, vi } from 'vitest'
import { makeFlag, makeProject } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'
import { patiently } from '../../../test/patience.ts'
import { prepareUsage, usageUpkeep } from './index.ts'

const { app, as, db, actors } = await testApp()
const HOUR = 3_600_000
const soon = { interval: 10 }
const features = '/api/admin/projects/default/features'
const hourAgo = (hours: number) => new Date(Math.floor(Date.now() / HOUR) * HOUR - hours * HOUR)
const report = (toggles: object, stop = new Date(), more: object = {}) =>
  as.backendToken.post('/api/client/metrics', {
    appName: 'shop',
    bucket: { start: stop, stop, toggles },
    ...more,
  })
const raw = async (flag: string, hoursBack: number, who = as.viewer) =>
  (await who.get(`/api/admin/client-metrics/features/${flag}/raw?hoursBack=${hoursBack}`)).body.data
type Counted = { timestamp: string; appName: string; yes: number; no: number; variants?: object }
const used = async (flag: string, hoursBack: number) =>
  (await raw(flag, hoursBack)).filter(({ yes, no }: Counted) => yes + no > 0)
const partitions = async () =>
  (
    await app.database.pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'usage_hours'::regclass order by 1`,
    )
  ).rows.map(({ name }) => name)

for (const name of ['checkout', 'search']) await as.admin.post(features, { name })
await makeProject(db, 'hidden', { mode: 'private' })
await makeFlag(db, 'secret', { project: 'hidden', environments: { development: {} } })
await vi.waitUntil(() => app.delivery.store.piece('development', 'search'), patiently)
await prepareUsage(db)

test('the last hour of a flag is shown by environment, with the applications that evaluated it', async () => {
  expect((await report({ checkout: { yes: 3, no: 2, variants: { blue: 1 } } })).status).toBe(202)
  await report({ checkout: { yes: 1, no: 0 } }, new Date(), { appName: 'web' })
  const { status, body } = await as.viewer.get('/api/admin/client-metrics/features/checkout')
  expect(status).toBe(200)
  expect(body).toEqual({
    version: 1,
    maturity: 'stable',
    featureName: 'checkout',
    lastHourUsage: [{ environment: 'development', timestamp: hourAgo(0).toISOString(), yes: 4, no: 2 }],
    seenApplications: ['shop', 'web'],
  })
  expect((await as.viewer.get('/api/admin/client-metrics/features/nosuch')).status).toBe(404)
  expect((await as.anonymous.get('/api/admin/client-metrics/features/checkout')).status).toBe(401)
})

test('hours without counts are filled with zeros, and an invalid range means one day', async () => {
  await report({ checkout: { yes: 5, no: 0 } }, hourAgo(2))
  const rows: Counted[] = await raw('checkout', 3)
  expect(rows.map(({ timestamp, appName, yes }) => [timestamp, appName, yes])).toEqual([
    [hourAgo(2).toISOString(), 'shop', 5],
    [hourAgo(2).toISOString(), 'web', 0],
    [hourAgo(1).toISOString(), 'shop', 0],
    [hourAgo(1).toISOString(), 'web', 0],
    [hourAgo(0).toISOString(), 'shop', 3],
    [hourAgo(0).toISOString(), 'web', 1],
  ])
  expect(rows[4]?.variants).toEqual({ blue: 1 })
  const day = await as.viewer.get('/api/admin/client-metrics/features/checkout/raw?hoursBack=many')
  expect(day.body.data).toHaveLength(48)
  expect((await as.anonymous.get('/api/admin/client-metrics/features/checkout/raw')).status).toBe(401)
})

test('rows of several processes are merged without losing counts', async () => {
  const row = { hour: hourAgo(5), environment: 'development', app: 'shop', flag: 'search', variant: '' }
  await db
    .insertInto('usage_hours')
    .values([1, 2, 3].map((writer) => ({ ...row, writer, yes: writer, no: 1 })))
    .execute()
  await usageUpkeep(db).run()
  const rows = await db
    .selectFrom('usage_hours')
    .select(['writer', 'yes', 'no'])
    .where('flag', '=', 'search')
    .execute()
  expect(rows).toEqual([{ writer: 0, yes: 6, no: 3 }])
  await db
    .insertInto('usage_hours')
    .values({ ...row, writer: 4, yes: 10, no: 0 })
    .execute()
  await usageUpkeep(db).run()
  expect(await used('search', 48)).toMatchObject([{ yes: 16, no: 3 }])
})

test('counts that arrive during a merge are counted once', async () => {
  await as.admin.post(features, { name: 'busy' })
  await expect.poll(() => app.delivery.store.piece('development', 'busy'), soon).toBeDefined()
  const row = { hour: hourAgo(3), environment: 'development', app: 'shop', flag: 'busy', variant: '' }
  const posts = Array.from({ length: 200 }, (_, index) =>
    report({ busy: { yes: 1, no: 0 } }, row.hour, { instanceId: `i${index}` }),
  )
  const others = Array.from({ length: 20 }, (_, writer) =>
    db
      .insertInto('usage_hours')
      .values({ ...row, writer: writer + 10, yes: 1, no: 0 })
      .execute(),
  )
  const folding = Array.from({ length: 5 }, () => usageUpkeep(db).run())
  await Promise.all([...posts, ...others, ...folding])
  await usageUpkeep(db).run()
  expect(await used('busy', 48)).toMatchObject([{ yes: 220, no: 0 }])
  const rows = await db.selectFrom('usage_hours').select('writer').where('flag', '=', 'busy').execute()
  expect(rows).toEqual([{ writer: 0 }])
})

test('partitions are created ahead, old hours are aggregated by day, and their partition is dropped', async () => {
  const old = new Date(hourAgo(0).getTime() - 30 * 24 * HOUR)
  const name = `usage_hours_${old.toISOString().slice(0, 10).replaceAll('-', '')}`
  const next = new Date(Date.now() + 24 * HOUR).toISOString().slice(0, 10).replaceAll('-', '')
  expect(await partitions()).toContain(`usage_hours_${next}`)
  const from = old.toISOString().slice(0, 10)
  await app.database.pool.query(
    `create table ${name} partition of usage_hours for values from ('${from} 00:00+00') to ('${from} 23:59:59+00')`,
  )
  const row = { hour: old, environment: 'development', app: 'shop', variant: '', writer: 7, yes: 40, no: 2 }
  await db
    .insertInto('usage_hours')
    .values([
      { ...row, flag: 'search' },
      { ...row, flag: 'search', variant: 'blue', no: 0 },
      { ...row, flag: 'never-was' },
    ])
    .execute()
  await usageUpkeep(db).run()
  expect(await partitions()).not.toContain(name)
  const days = await db
    .selectFrom('usage_days')
    .select(['flag', 'variant', 'yes', 'no'])
    .orderBy('variant')
    .execute()
  expect(days).toEqual([
    { flag: 'search', variant: '', yes: 40, no: 2 },
    { flag: 'search', variant: 'blue', yes: 40, no: 0 },
  ])
  expect(await used('search', 40 * 24)).toMatchObject([
    { timestamp: `${from}T00:00:00.000Z`, yes: 40, no: 2, variants: { blue: 40 } },
    { yes: 16, no: 3 },
  ])
  expect(await used('search', 48)).toHaveLength(1)
})

test('counts written before their partition existed are moved into it', async () => {
  const hour = hourAgo(1)
  const name = `usage_hours_${hour.toISOString().slice(0, 10).replaceAll('-', '')}`
  const before = await used('checkout', 48)
  await app.database.pool.query(
    `begin; create temp table kept as select * from ${name}; drop table ${name};
     insert into usage_hours select * from kept; drop table kept; commit`,
  )
  await usageUpkeep(db).run()
  expect(await partitions()).toContain(name)
  expect(
    await db
      .selectFrom('usage_hours_default' as 'usage_hours')
      .selectAll()
      .execute(),
  ).toEqual([])
  expect(await used('checkout', 48)).toEqual(before)
})

test('sparklines of several flags are returned by one request', async () => {
  const { status, body } = await as.viewer.post('/api/admin/usage/sparklines', {
    features: ['checkout', 'search', 'nosuch'],
    hours: 24,
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ hours: 24, since: hourAgo(23).toISOString() })
  const [checkout, search] = body.features
  expect(body.features).toHaveLength(2)
  expect(checkout.yes).toEqual([...new Array(21).fill(0), 5, 0, 4])
  expect(checkout.no).toEqual([...new Array(23).fill(0), 2])
  expect(checkout.environments).toMatchObject([
    { name: 'development', lastSeenAt: expect.any(String) },
    { name: 'production', lastSeenAt: null },
  ])
  expect(search.yes.at(-6)).toBe(16)
  const one = { features: ['checkout'], environment: 'production' }
  const elsewhere = (await as.viewer.post('/api/admin/usage/sparklines', one)).body.features[0]
  expect([Math.max(...elsewhere.yes), elsewhere.environments.length]).toEqual([0, 1])
  const many = { features: Array.from({ length: 101 }, (_, index) => `f${index}`) }
  const split = { features: ['checkout'], byEnvironment: true }
  expect(
    (await as.viewer.post('/api/admin/usage/sparklines', split)).body.features[0].environments,
  ).toMatchObject([
    { name: 'development', yes: checkout.yes, no: checkout.no },
    { name: 'production', yes: new Array(24).fill(0) },
  ])
  expect((await as.viewer.post('/api/admin/usage/sparklines', many)).status).toBe(400)
  expect((await as.anonymous.post('/api/admin/usage/sparklines', one)).status).toBe(401)
})

test('usage of a flag in a private project is only visible to callers who can see the project', async () => {
  const row = {
    hour: hourAgo(0),
    environment: 'development',
    app: 'shop',
    variant: '',
    writer: 7,
    yes: 9,
    no: 9,
  }
  await db
    .insertInto('usage_hours')
    .values({ ...row, flag: 'secret' })
    .execute()
  const ask = async (who: typeof as.viewer) => [
    (await who.get('/api/admin/client-metrics/features/secret')).status,
    (await who.get('/api/admin/client-metrics/features/secret/raw')).status,
    (await who.post('/api/admin/usage/sparklines', { features: ['secret'] })).body.features.length,
  ]
  expect(await ask(as.viewer)).toEqual([404, 404, 0])
  await db
    .insertInto('project_members')
    .values({ project: 'hidden', user_id: actors.viewer.id, role_id: 5 })
    .execute()
  expect(await ask(as.viewer)).toEqual([200, 200, 1])
})

test('an unknown flag is reported after a minute', async () => {
  const unknown = async () => (await as.viewer.get('/api/admin/metrics/unknown-flags')).body.unknownFlags
  await report({ 'not-yet': { yes: 1, no: 0 }, nobody: { yes: 2, no: 0 } })
  await app.delivery.drain()
  expect(await unknown()).toEqual([])
  // Counts of unknown flags are kept at first, so a flag that is created later still gets them.
  await as.admin.post(features, { name: 'not-yet' })
  await expect.poll(() => app.delivery.store.piece('development', 'not-yet'), soon).toBeDefined()
  expect(await used('not-yet', 1)).toMatchObject([{ yes: 1 }])
  const later = Date.now() + 61_000
  vi.useFakeTimers({ toFake: ['Date'], now: later })
  try {
    await report({ nobody: { yes: 5, no: 0 } })
    await app.delivery.drain()
  } finally {
    vi.useRealTimers()
  }
  const seenAt = new Date(later).toISOString()
  expect(await unknown()).toEqual([
    {
      name: 'nobody',
      lastSeenAt: seenAt,
      lastEventAt: null,
      reports: [{ appName: 'shop', environments: [{ environment: 'development', seenAt }] }],
    },
  ])
  expect((await as.anonymous.get('/api/admin/metrics/unknown-flags')).status).toBe(401)
})

test('an unknown flag shows when it was archived, is hidden with its project, and disappears once it exists', async () => {
  const unknown = async (who = as.viewer): Promise<{ name: string; lastEventAt: string | null }[]> =>
    (await who.get('/api/admin/metrics/unknown-flags')).body.unknownFlags
  await as.admin.delete(`${features}/search`)
  await makeProject(db, 'walled', { mode: 'private' })
  await as.admin.post('/api/admin/projects/walled/features', { name: 'gone-secret' })
  await as.admin.delete('/api/admin/projects/walled/features/gone-secret')
  await db
    .insertInto('unknown_flags')
    .values(['search', 'gone-secret'].map((name) => ({ name, environment: 'development', app: 'shop' })))
    .execute()
  expect(await unknown()).toMatchObject([
    { name: 'nobody' },
    { name: 'search', lastEventAt: expect.any(String) },
  ])
  expect((await unknown(as.admin)).map(({ name }) => name)).toEqual(['gone-secret', 'nobody', 'search'])
  // Once old events were removed, nobody knows which project a name without events had.
  await db
    .insertInto('application_uses')
    .values({ app: 'shop', environment: 'development', project: 'walled' })
    .execute()
  await db
    .insertInto('removed_event_parts')
    .values({
      first_revision: 1,
      last_revision: 1,
      file_digest: Buffer.alloc(32),
      last_hash: Buffer.alloc(32),
    })
    .execute()
  expect((await unknown()).map(({ name }) => name)).toEqual(['search'])
  expect((await unknown(as.admin)).map(({ name }) => name)).toEqual(['gone-secret', 'nobody', 'search'])
  await db.deleteFrom('removed_event_parts').execute()
  await as.admin.post(features, { name: 'nobody' })
  expect((await unknown()).map(({ name }) => name)).toEqual(['search'])
  await db
    .updateTable('unknown_flags')
    .set({ seen_at: new Date(Date.now() - 25 * HOUR) })
    .execute()
  await usageUpkeep(db).run()
  expect(await unknown(as.admin)).toEqual([])
})

test('retired routes return 410', async () => {
  for (const path of ['feature-toggles', 'feature-toggles/checkout', 'seen-apps', 'seen-toggles']) {
    const { status, body } = await as.viewer.get(`/api/admin/metrics/${path}`)
    expect([status, body.maturity]).toEqual([410, 'deprecated'])
  }
})
