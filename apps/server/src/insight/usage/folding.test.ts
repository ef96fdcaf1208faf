import { expect, test, vi } from 'vitest'
import { folded } from '../../../test/folded.ts'
import { testApp } from '../../../test/kit.ts'
import { patiently } from '../../../test/patience.ts'
import { foldUsage } from './folding.ts'
import { prepareUsage, usageUpkeep } from './index.ts'

const { app, as, db } = await testApp()
const HOUR = 3_600_000
const features = '/api/admin/projects/default/features'
const hourAgo = (hours: number) => new Date(Math.floor(Date.now() / HOUR) * HOUR - hours * HOUR)

const report = async (toggles: object, { at = new Date(), appName = 'shop' } = {}) => {
  const bucket = { start: at, stop: at, toggles }
  expect((await as.backendToken.post('/api/client/metrics', { appName, bucket })).status).toBe(202)
}
const unfolded = () => db.selectFrom('usage_log').select('id').execute()
const sumOf = async (flag: string): Promise<number> =>
  (await db.selectFrom('usage_counts').select('yes').where('flag', '=', flag).execute()).reduce(
    (all, { yes }) => all + yes,
    0,
  )

/** Runs the work while nothing is folded, as if another process were folding all the time. */
async function withoutFolding(work: () => Promise<void>) {
  const client = await app.database.pool.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('usage fold'))`)
    await work()
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('usage fold'))`)
    client.release()
  }
}

/** What the screens show about a flag. */
async function shown(flag: string) {
  const get = async (path: string) => (await as.viewer.get(`/api/admin/${path}`)).body
  const raw = (await get(`client-metrics/features/${flag}/raw?hoursBack=48`)).data
  const days = (await get(`client-metrics/features/${flag}/raw?hoursBack=96`)).data
  const sparklines = await as.viewer.post('/api/admin/usage/sparklines', { features: [flag], hours: 48 })
  const counted = (rows: { yes: number; no: number; variants?: object }[]) =>
    rows.filter(({ yes, no }) => yes + no > 0)
  return {
    lastHour: (await get(`client-metrics/features/${flag}`)).lastHourUsage,
    hours: counted(raw),
    days: counted(days),
    sparkline: sparklines.body.features[0].yes,
    found: (await get(`search/features?query=${flag}`)).features[0].environments.map(
      ({ yes, no }: { yes: number; no: number }) => [yes, no],
    ),
    environments: (await get(`projects/default/features/${flag}`)).environments.map(
      ({ yes, no }: { yes: number; no: number }) => [Number(yes), Number(no)],
    ),
    seenBy: (await get('metrics/applications/shop')).seenToggles.map(({ name }: { name: string }) => name),
  }
}

for (const name of ['checkout', 'busy', 'doomed', 'late', 'edge']) await as.admin.post(features, { name })
await vi.waitUntil(() => app.delivery.store.piece('development', 'edge'), patiently)
await as.backendToken.post('/api/client/register', {
  appName: 'shop',
  instanceId: 'one',
  interval: 10,
  started: new Date(),
  strategies: [],
})
await prepareUsage(db)

test('every read includes counts that are not folded yet, and folding does not change it', async () => {
  let before: Awaited<ReturnType<typeof shown>> | undefined
  await withoutFolding(async () => {
    await report({ checkout: { yes: 3, no: 2, variants: { blue: 1 } } })
    await report({ checkout: { yes: 4, no: 0 } })
    await report({ checkout: { yes: 5, no: 0 } }, { at: hourAgo(47) })
    expect((await unfolded()).length).toBeGreaterThan(0)
    before = await shown('checkout')
  })
  expect(before).toMatchObject({
    lastHour: [{ environment: 'development', yes: 7, no: 2 }],
    hours: [{ yes: 5 }, { yes: 7, no: 2, variants: { blue: 1 } }],
    found: expect.arrayContaining([[7, 2]]),
    environments: expect.arrayContaining([[7, 2]]),
    seenBy: ['checkout'],
  })
  await report({ busy: { yes: 1, no: 0 } })
  await folded(db)
  expect(await shown('checkout')).toEqual({ ...before, seenBy: ['busy', 'checkout'] })
})

test('a report is folded soon, and marks its flag as seen', async () => {
  await report({ late: { yes: 1, no: 0 } })
  const seen = async () => {
    const { environments } = (await as.viewer.get(`${features}/late`)).body
    return environments.map(({ lastSeenAt }: { lastSeenAt: string | null }) => lastSeenAt !== null)
  }
  await expect.poll(seen, patiently).toContain(true)
  const stages = (await as.viewer.get(`${features}/late/lifecycle`)).body
  expect(stages.map(({ stage }: { stage: string }) => stage)).toEqual(['initial', 'pre-live'])
})

test('processes that fold at the same time count every report once', async () => {
  await folded(db)
  const before = await sumOf('busy')
  const posts = Array.from({ length: 60 }, () => report({ busy: { yes: 1, no: 0 } }))
  const folds = Array.from({ length: 20 }, (_, index) => foldUsage(db, { most: 1 + (index % 3) }))
  await Promise.all([...posts, ...folds])
  await folded(db)
  expect(await sumOf('busy')).toBe(before + 60)
  const rows = await db.selectFrom('usage_hours').select('writer').where('flag', '=', 'busy').execute()
  expect(rows).toEqual([{ writer: 0 }])
})

test('a bulk that is repeated after it was folded is not counted again', async () => {
  const metrics = [{ featureName: 'edge', appName: 'shop', environment: 'development', yes: 5, no: 1 }]
  const send = () =>
    as.backendToken.post(
      '/api/client/metrics/bulk',
      { applications: [], metrics },
      { headers: { 'idempotency-key': 'once' } },
    )
  expect((await send()).status).toBe(202)
  await folded(db)
  expect((await send()).status).toBe(202)
  await folded(db)
  expect(await sumOf('edge')).toBe(5)
})

test('a flag and an application can be deleted while their counts are not folded', async () => {
  await withoutFolding(async () => {
    await report({ doomed: { yes: 9, no: 0 } }, { appName: 'closing' })
    await as.admin.delete(`${features}/doomed`)
    expect((await as.admin.delete('/api/admin/archive/doomed')).status).toBe(200)
    await as.admin.delete('/api/admin/metrics/applications/closing')
  })
  await report({ checkout: { yes: 1, no: 0 } })
  await folded(db)
  expect((await as.viewer.get(`${features}/doomed`)).status).toBe(404)
})

test('names that are too long for an index are cut, and do not stop the folding', async () => {
  // Different characters, so that PostgreSQL cannot compress them.
  const long = (start: number) =>
    String.fromCodePoint(
      ...Array.from({ length: 500 }, (_, index) => 0x4e00 + ((start + index * 37) % 20_000)),
    )
  await report({ [long(1)]: { yes: 1, no: 0, variants: { [long(2)]: 1 } } }, { appName: long(3) })
  await folded(db)
})

test('daily totals include counts that were not folded when upkeep started', async () => {
  await withoutFolding(async () => {
    await report({ late: { yes: 11, no: 0 } }, { at: hourAgo(48) })
  })
  await usageUpkeep(db, () => Date.now() + 4 * HOUR).run()
  const days = await db.selectFrom('usage_days').select('yes').where('flag', '=', 'late').execute()
  expect(days).toEqual([{ yes: 11 }])
})
