import { expect, test } from 'vitest'
import { makeFlag, makeProject, trail } from '../../../test/fixtures.ts'
import { type Answer, testApp } from '../../../test/kit.ts'
import { housekeeping } from '../background/housekeeping.ts'

const { as, db, client, actors } = await testApp()
const project = '/api/admin/projects/default'
const flag = `${project}/features/checkout`
const turn = (state: 'on' | 'off', who: keyof typeof as = 'member', environment = 'development') =>
  as[who].post(`${flag}/environments/${environment}/${state}`)
const undo = (answer: Answer, who: keyof typeof as = 'member') =>
  as[who].post(`/api/admin/undo/${answer.headers['x-undo']}`, {})
const environments = async () =>
  (await as.viewer.get(flag)).body.environments.map((one: { enabled: boolean; strategies: object[] }) => [
    one.enabled,
    one.strategies.length,
  ])
const newest = async () => (await trail(db, 1))[0]?.type

await makeFlag(db, 'checkout', { environments: { development: {}, production: {} } })
await makeProject(db, 'other')

test('a change can be undone, and the undo can be undone', async () => {
  const on = await turn('on')
  expect(on.headers['x-undo']).toMatch(/^[\w-]{22}$/)
  expect(await environments()).toEqual([
    [true, 1],
    [false, 0],
  ])
  const undone = await undo(on)
  expect([undone.status, undone.body]).toEqual([204, ''])
  expect(await environments()).toEqual([
    [false, 0],
    [false, 0],
  ])
  expect((await trail(db, 2)).map(({ type, actor_id }) => [type, actor_id])).toEqual([
    ['feature-environment-disabled', actors.member.id],
    ['feature-strategy-remove', actors.member.id],
  ])
  const redone = await undo(undone)
  expect(await environments()).toEqual([
    [true, 1],
    [false, 0],
  ])
  expect((await undo(redone)).status).toBe(204)
})

test('requests that changed nothing, failed or cannot be undone offer no undo', async () => {
  expect((await turn('off')).headers['x-undo']).toBeUndefined()
  expect((await as.viewer.get(flag)).headers['x-undo']).toBeUndefined()
  expect((await turn('on', 'viewer')).headers['x-undo']).toBeUndefined()
  const { body, headers } = await as.admin.post('/api/admin/segments', { name: 'short', constraints: [] })
  expect(headers['x-undo']).toBeDefined()
  expect((await as.admin.delete(`/api/admin/segments/${body.id}`)).headers['x-undo']).toBeUndefined()
})

test('only the actor of a change can undo it, once and within the time limit', async () => {
  const on = await turn('on')
  expect((await undo(on, 'admin')).status).toBe(404)
  expect((await undo(on, 'adminToken')).status).toBe(404)
  expect((await undo(on, 'anonymous')).status).toBe(401)
  const both = await Promise.all([undo(on), undo(on)])
  expect(both.map(({ status }) => status).sort()).toEqual([204, 404])
  const again = await turn('on')
  await db
    .updateTable('undos')
    .set({ created_at: new Date(Date.now() - 10 * 60_000) })
    .execute()
  expect((await undo(again)).status).toBe(404)
  expect((await as.member.post('/api/admin/undo/nosuch', {})).body).toMatchObject({ code: 'notFound' })
  const count = async () => (await db.selectFrom('undos').selectAll().execute()).length
  await housekeeping(db, []).run()
  expect(await count()).toBeGreaterThan(0)
  await db
    .updateTable('undos')
    .set({ created_at: new Date(Date.now() - 366 * 86_400_000) })
    .execute()
  await housekeeping(db, []).run()
  expect(await count()).toBe(0)
  await turn('off')
})

test('an admin token undoes its own changes', async () => {
  expect((await undo(await turn('on', 'adminToken'), 'adminToken')).status).toBe(204)
})

const rename = (description: string) => as.admin.put(flag, { description })
const segment = async (name: string) => {
  const { body } = await as.admin.post('/api/admin/segments', { name, constraints: [] })
  return (description: string) =>
    as.admin.put(`/api/admin/segments/${body.id}`, { name, constraints: [], description })
}
const [one, two] = [await segment('one'), await segment('two')]
const settings = (name: string, id = 'default') => as.admin.put(`/api/admin/projects/${id}`, { name })
const defaultRule = (rollout: string, id = 'default') =>
  as.admin.post(`/api/admin/projects/${id}/environments/development/default-strategy`, {
    name: 'flexibleRollout',
    parameters: { rollout },
  })
const field = (name: string, description: string) =>
  as.admin.put(`/api/admin/context/${name}`, { description })
const on = (environment: string) => turn('on', 'admin', environment)
const off = (environment: string) => turn('off', 'admin', environment)

test.each<[string, () => Promise<unknown>, () => Promise<Answer>, () => Promise<Answer>, number]>([
  [
    'the same flag and environment',
    () => off('development'),
    () => on('development'),
    () => off('development'),
    409,
  ],
  [
    'another environment of the flag',
    () => off('production'),
    () => on('production'),
    () => on('development'),
    204,
  ],
  ['the flag itself', () => off('development'), () => on('development'), () => rename('new'), 409],
  [
    'an environment, after the flag itself',
    () => off('production'),
    () => rename('newer'),
    () => on('production'),
    409,
  ],
  [
    'a favourite of it',
    () => off('development'),
    () => on('development'),
    () => as.admin.post(`${flag}/favorites`, {}),
    204,
  ],
  [
    'the flag, after a favourite',
    () => as.admin.delete(`${flag}/favorites`),
    () => as.admin.post(`${flag}/favorites`, {}),
    () => rename('starred'),
    204,
  ],
  ['the same segment', async () => {}, () => one('a'), () => one('b'), 409],
  ['another segment', async () => {}, () => one('c'), () => two('d'), 204],
  ['the same project', async () => {}, () => settings('A'), () => settings('B'), 409],
  ['another project', async () => {}, () => settings('C'), () => settings('D', 'other'), 204],
  ['a flag of the project', async () => {}, () => settings('E'), () => rename('newest'), 204],
  ['the same default rule', () => defaultRule('5'), () => defaultRule('10'), () => defaultRule('20'), 409],
  ['another default rule', async () => {}, () => defaultRule('30'), () => defaultRule('40', 'other'), 204],
  ['the same context field', async () => {}, () => field('userId', 'a'), () => field('userId', 'b'), 409],
  ['another context field', async () => {}, () => field('userId', 'c'), () => field('appName', 'd'), 204],
])('undo is checked against a later change of %s', async (_what, prepare, change, later, status) => {
  await prepare()
  const changed = await change()
  const after = await later()
  expect([changed.headers['x-undo'], after.status < 300]).toEqual([expect.any(String), true])
  const undone = await undo(changed, 'admin')
  expect(undone.status).toBe(status)
  if (status === 409) expect(undone.body).toMatchObject({ code: 'changedSince', name: 'ConflictError' })
})

test('creating a flag can be undone until the flag is changed', async () => {
  const create = (name: string) => as.member.post(`${project}/features`, { name })
  const unused = await create('unused')
  expect((await undo(unused)).status).toBe(204)
  expect(await newest()).toBe('feature-archived')
  const used = await create('used')
  await as.admin.post(`${project}/features/used/environments/production/on`)
  expect((await undo(used)).body).toMatchObject({
    code: 'changedSince',
    message:
      'This can no longer be undone because used was changed afterwards. Check its current state and change it by hand.',
  })
})

test('undo needs the permissions of the inverse, and can be retried', async () => {
  const created = await as.member.post(`${project}/features`, { name: 'trial' })
  const role = (id: number) =>
    db.updateTable('project_members').set({ role_id: id }).where('user_id', '=', actors.member.id).execute()
  await role(6)
  expect((await undo(created)).body).toMatchObject({ permissions: ['DELETE_FEATURE'] })
  await role(5)
  await db
    .insertInto('settings')
    .values({ name: 'maintenance', value: JSON.stringify({ enabled: true }) })
    .execute()
  expect((await undo(created)).status).toBe(503)
  await db.deleteFrom('settings').where('name', '=', 'maintenance').execute()
  expect((await undo(created)).status).toBe(204)
})

test('a concurrent change is detected', async () => {
  for (let round = 0; round < 5; round++) {
    const mine = await as.admin.put(flag, { description: `mine ${round}` })
    const from = (await trail(db, 1))[0]?.revision ?? 0
    const [undone] = await Promise.all([
      undo(mine, 'admin'),
      ...[1, 2, 3].map((n) => as.editor.put(flag, { description: `theirs ${round} ${n}` })),
    ])
    const events = await db
      .selectFrom('events')
      .select('actor_id')
      .where('revision', '>', from)
      .where('flag', '=', 'checkout')
      .orderBy('revision')
      .execute()
    // The undo either came before the other changes or did not happen at all.
    const own = events.flatMap((event, index) => (event.actor_id === actors.admin.id ? [index] : []))
    expect(own).toEqual(undone?.status === 204 ? [0] : [])
  }
})

test('a replayed request offers no second undo', async () => {
  const admin = client({ authorization: actors.admin.token, 'idempotency-key': 'twice' })
  const first = await admin.put(flag, { description: 'twice' })
  expect(first.headers['x-undo']).toBeDefined()
  expect((await admin.put(flag, { description: 'twice' })).headers['x-undo']).toBeUndefined()
})

test('undo records contain no secrets', async () => {
  const expiresAt = new Date(Date.now() + 1e6).toISOString()
  const token = await as.member.post('/api/admin/user/tokens', { description: 'secret', expiresAt })
  const api = await as.admin.post('/api/admin/api-tokens', {
    tokenName: 'secret',
    type: 'backend',
    environment: 'development',
    projects: ['default'],
  })
  await as.admin.post('/api/admin/user-admin', {
    username: 'somebody',
    rootRole: 3,
    password: 'Correct-horse-1',
  })
  const kept = JSON.stringify(await db.selectFrom('undos').select('orders').execute())
  expect([token.status, api.status]).toEqual([201, 201])
  for (const secret of [token.body.secret, api.body.secret, 'Correct-horse', 'argon2', 'passwordHash'])
    expect(kept).not.toContain(secret)
})
