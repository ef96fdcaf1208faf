import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/kit.ts'
import { openCanary } from './canary.ts'

let t: TestApp
const FLAGS = Array.from({ length: 12 }, (_, index) => `flag-${index}`)

beforeAll(async () => {
  t = await testApp({ INIT_BACKEND_API_TOKENS: '*:development.canary', COMPARISON_SECONDS: '0' })
  await t.app.startWork()
  for (const name of FLAGS) await t.as.admin.post('/api/admin/projects/default/features', { name })
  for (const name of FLAGS.slice(0, 6))
    await t.as.admin.post(`/api/admin/projects/default/features/${name}/environments/development/on`)
  await t.as.admin.post('/api/admin/segments', { name: 'beta', constraints: [] })
})

const asSdk = () => t.client({ authorization: '*:development.canary' })
const served = async (etag?: string) =>
  asSdk().get('/api/client/features', etag ? { headers: { 'if-none-match': etag } } : {})
const names = (body: { features: { name: string }[] }) => body.features.map(({ name }) => name)
const ready = async () => (await t.client({}).get('/ready')).body.comparison
const measure = async () => {
  const { body } = await t.client({}).get('/internal-backstage/prometheus')
  return Number(/^flagstaff_comparison_differences (\d+)$/m.exec(String(body))?.[1])
}

test('no difference is found if the store matches the database', async () => {
  expect(await ready()).toBe('not compared yet')
  expect(await t.app.delivery.canary.compare()).toEqual([])
  expect(await ready()).toBe('equal')
  expect(await measure()).toBe(0)
})

test('a missing document is detected and reported, and all servers reload', async () => {
  const before = await served()
  expect(names(before.body)).toContain('flag-0')
  await sql`delete from published where name = 'flag-0' and until_revision is null`.execute(t.db)
  expect(await t.app.delivery.canary.compare()).toEqual(expect.arrayContaining(['development']))
  const after = await served(String(before.headers.etag))
  expect(after.status).toBe(200)
  expect(names(after.body)).not.toContain('flag-0')
  expect(await ready()).toMatch(/^differed at .+development.*; loaded again$/)
  expect(await measure()).toBe(1)
  expect(await t.app.delivery.canary.compare()).toEqual([])
})

test('a document with different contents is detected', async () => {
  const before = await served()
  await sql`update published set doc = jsonb_set(doc::jsonb, '{enabled}', 'false')::json
    where name = 'flag-1' and environment = 'development' and until_revision is null`.execute(t.db)
  expect(await t.app.delivery.canary.compare()).toEqual(['flag flag-1 in development'])
  const after = await served(String(before.headers.etag))
  expect(after.body.features.find((flag: { name: string }) => flag.name === 'flag-1').enabled).toBe(false)
  expect(await t.app.delivery.canary.compare()).toEqual([])
})

test('documents of another history are left to catchUp', async () => {
  const change = sql`update published set doc = jsonb_set(doc::jsonb, '{enabled}', 'false')::json
    where name = 'flag-2' and environment = 'development' and until_revision is null`
  class Undo extends Error {}
  const inside = t.db.transaction().execute(async (restored) => {
    await change.execute(restored)
    await sql`alter table events disable trigger all`.execute(restored)
    await sql`update events set hash = sha256('another history') where revision = ${t.app.delivery.store.revision}`.execute(
      restored,
    )
    const { store } = t.app.delivery
    const canary = openCanary({ db: restored as never, store, everyMs: 0, onDifference: async () => {} })
    expect(await canary.compare()).toEqual([])
    throw new Undo()
  })
  await expect(inside).rejects.toThrow(Undo)
})

test('changes during a comparison are not reported as a difference', async () => {
  const places = FLAGS.slice(6).map(
    (name) => `/api/admin/projects/default/features/${name}/environments/development`,
  )
  const changing = Promise.all(
    places.map(async (place) => {
      for (const state of ['on', 'off', 'on']) await t.as.admin.post(`${place}/${state}`)
    }),
  )
  let done = false
  void changing.then(() => {
    done = true
  })
  while (!done) expect(await t.app.delivery.canary.compare()).toEqual([])
})

test('equal is not said of now if there was no comparison for a while', async () => {
  let time = Date.now()
  const { store } = t.app.delivery
  const { db } = t.app.database
  const canary = openCanary({ db, store, everyMs: 60_000, onDifference: async () => {}, now: () => time })
  await canary.compare()
  expect(canary.state().text).toBe('equal')
  time += 10 * 60_000
  expect(canary.state().text).toMatch(/^equal until \S+; not compared since$/)
  await canary.stop()
})
