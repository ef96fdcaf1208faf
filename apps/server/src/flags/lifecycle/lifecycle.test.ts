import { beforeEach, expect, test } from 'vitest'
import { makeProject, trail } from '../../../test/fixtures.ts'
import { folded } from '../../../test/folded.ts'
import { testApp } from '../../../test/kit.ts'

const { app, as, client, db } = await testApp()
const project = '/api/admin/projects/default'
const { secret } = (
  await as.admin.post('/api/admin/api-tokens', {
    tokenName: 'production',
    type: 'backend',
    environment: 'production',
  })
).body
const production = client({ authorization: secret })
let count = 0
let name = ''
let flag = ''

/** Waits until delivery has applied every committed change. */
async function settled() {
  const { revision } = await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
  await expect.poll(() => app.delivery.store.revision, { interval: 10 }).toBe(revision)
}

beforeEach(async () => {
  name = `flag-${++count}`
  flag = `${project}/features/${name}`
  await as.admin.post(`${project}/features`, { name })
})

const use = async (token = as.backendToken, counts: object = { yes: 1, no: 0 }) => {
  await settled()
  const now = new Date().toISOString()
  const sent = await token.post('/api/client/metrics', {
    appName: 'shop',
    instanceId: 'one',
    bucket: { start: now, stop: now, toggles: { [name]: counts } },
  })
  expect(sent.status).toBe(202)
  await folded(db)
}
const history = async () => (await as.viewer.get(`${flag}/lifecycle`)).body
const stages = async () => (await history()).map(({ stage }: { stage: string }) => stage)
const complete = (body: object, actor = as.member) => actor.post(`${flag}/lifecycle/complete`, body)
const types = async () => (await trail(db)).filter((event) => event.flag === name).map(({ type }) => type)

test('a flag stays in its first stage until it is used', async () => {
  expect(await stages()).toEqual(['initial'])
  const { lifecycle, createdAt } = (await as.viewer.get(flag)).body
  expect(lifecycle).toEqual({ stage: 'initial', enteredStageAt: createdAt })
  await use()
  expect(await stages()).toEqual(['initial', 'pre-live'])
  const [, second] = await history()
  await use()
  expect((await history())[1]).toEqual(second)
  expect((await as.viewer.get(flag)).body.lifecycle).toEqual(second)
  expect(await types()).toEqual(['feature-created'])
})

test('a flag shows when it was last evaluated in each environment', async () => {
  await use()
  const seen = async () =>
    (await as.viewer.get(flag)).body.environments.map(
      ({ lastSeenAt }: { lastSeenAt: string | null }) => lastSeenAt,
    )
  const first = await seen()
  expect(first).toEqual([expect.any(String), null])
  await use()
  expect(await seen()).toEqual(first)
  await db
    .updateTable('flag_environments')
    .set({ last_seen_at: new Date(Date.now() - 4 * 60_000) })
    .where('flag', '=', name)
    .execute()
  await use(production)
  await use()
  const [development, live] = await seen()
  expect([Date.parse(development), Date.parse(live)].every((time) => time >= Date.parse(first[0]))).toBe(true)
  const { body } = await as.viewer.get(
    `/api/admin/search/features?query=${name}&lastSeenAt=IS_ON_OR_AFTER:2026-01-01`,
  )
  expect(body.total).toBe(1)
})

test('a flag that is used in production becomes live only if it is on there', async () => {
  await use(production)
  expect(await stages()).toEqual(['initial', 'pre-live'])
  await as.admin.post(`${flag}/environments/production/on`)
  await use()
  expect(await stages()).toEqual(['initial', 'pre-live'])
  await use(production)
  expect(await stages()).toEqual(['initial', 'pre-live', 'live'])
  const { body } = await as.viewer.get(`/api/admin/search/features?query=${name}&lifecycle=IS:live`)
  expect(body.features).toMatchObject([{ name, lifecycle: { stage: 'live' } }])
})

test('a flag that is first used in production enters pre-live and live at the same time', async () => {
  await as.admin.post(`${flag}/environments/production/on`)
  await use(production, { yes: 3, no: 0, variants: { red: 3 } })
  const [, before, now] = await history()
  expect([before.stage, now.stage]).toEqual(['pre-live', 'live'])
  expect(before.enteredStageAt).toBe(now.enteredStageAt)
})

test('storing usage does not wait for a locked flag, whose stage changes with the next use', async () => {
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('flags').selectAll().where('name', '=', name).forUpdate().execute()
    await use()
  })
  expect(await stages()).toEqual(['initial'])
  await use()
  expect(await stages()).toEqual(['initial', 'pre-live'])
})

test('a flag is completed with a status, and usage no longer changes its stage', async () => {
  await use()
  expect((await complete({ status: 'kept', statusValue: 'red' })).status).toBe(200)
  expect((await complete({ status: 'kept', statusValue: 'red' })).status).toBe(200)
  const last = (await history()).at(-1)
  expect(last).toMatchObject({ stage: 'completed', status: 'kept', statusValue: 'red' })
  expect((await as.viewer.get(flag)).body.lifecycle).toMatchObject({ stage: 'completed', status: 'kept' })
  const { body } = await as.viewer.get(`/api/admin/search/features?query=${name}`)
  expect(body.features[0].lifecycle).toMatchObject({ stage: 'completed', status: 'kept' })
  await as.admin.post(`${flag}/environments/production/on`)
  await use(production)
  expect(await stages()).toEqual(['initial', 'pre-live', 'completed'])
  expect((await complete({ status: 'discarded', statusValue: 'red' })).status).toBe(200)
  const changed = (await history()).at(-1)
  expect(changed).toEqual({ stage: 'completed', status: 'discarded', enteredStageAt: last.enteredStageAt })
  const uncomplete = (actor = as.member) => actor.post(`${flag}/lifecycle/uncomplete`)
  expect((await uncomplete(as.viewer)).status).toBe(403)
  expect((await uncomplete()).status).toBe(200)
  expect((await uncomplete()).status).toBe(200)
  expect(await stages()).toEqual(['initial', 'pre-live'])
  expect((await types()).filter((type) => type.includes('complet'))).toEqual([
    'feature-completed',
    'feature-completed',
    'feature-uncompleted',
  ])
})

test('completing a flag requires edit permission and a valid status', async () => {
  expect((await complete({ status: 'kept' }, as.viewer)).status).toBe(403)
  expect((await complete({ status: 'lost' })).status).toBe(400)
  expect((await complete({})).status).toBe(400)
  expect((await as.member.post(`${project}/features/nosuch/lifecycle/uncomplete`)).status).toBe(404)
  expect((await as.viewer.get(`${project}/features/nosuch/lifecycle`)).status).toBe(404)
  await as.admin.delete(flag)
  expect((await complete({ status: 'kept' })).body.name).toBe('ArchivedFeatureError')
})

test('completing a flag and reopening it can be undone', async () => {
  const undo = (id: unknown) => as.member.post(`/api/admin/undo/${id}`)
  const done = await complete({ status: 'kept' })
  await undo(done.headers['x-undo'])
  expect(await stages()).toEqual(['initial'])
  await complete({ status: 'kept', statusValue: 'red' })
  const before = await history()
  const ended = await as.member.post(`${flag}/lifecycle/uncomplete`)
  await undo(ended.headers['x-undo'])
  expect(await history()).toEqual(before)
  const changed = await complete({ status: 'discarded' })
  await undo(changed.headers['x-undo'])
  expect(await history()).toEqual(before)
})

test('archived is the last stage; reviving a flag restarts its lifecycle, undoing the archive does not', async () => {
  await use()
  const before = await history()
  const archived = await as.member.delete(flag)
  expect(await stages()).toEqual(['initial', 'pre-live', 'archived'])
  await as.member.post(`/api/admin/undo/${archived.headers['x-undo']}`)
  expect(await history()).toEqual(before)
  await as.member.delete(flag)
  await as.member.post(`/api/admin/archive/revive/${name}`)
  expect(await stages()).toEqual(['initial'])
  expect((await history())[0].enteredStageAt > before[0].enteredStageAt).toBe(true)
})

test('flags are counted by stage, in projects the caller can see', async () => {
  await makeProject(db, 'hidden', { mode: 'private' })
  const count = async (actor = as.viewer) => (await actor.get('/api/admin/lifecycle/count')).body
  const before = await count()
  await as.admin.post('/api/admin/projects/hidden/features', { name: 'secret' })
  expect(await count()).toEqual(before)
  expect((await count(as.admin)).initial).toBe(before.initial + 1)
  const inHidden = (actor = as.admin) => actor.get('/api/admin/lifecycle/count?project=hidden')
  expect((await inHidden()).body).toEqual({ initial: 1, preLive: 0, live: 0, completed: 0, archived: 0 })
  expect((await inHidden(as.viewer)).body.initial).toBe(0)
  await complete({ status: 'kept' })
  expect(await count()).toEqual({ ...before, initial: before.initial - 1, completed: before.completed + 1 })
  await as.member.delete(flag)
  expect((await count()).archived).toBe(before.archived + 1)
  expect((await as.anonymous.get('/api/admin/lifecycle/count')).status).toBe(401)
  expect((await as.viewer.get('/api/admin/projects/hidden/features/secret/lifecycle')).status).toBe(404)
})
