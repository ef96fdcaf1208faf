import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const project = '/api/admin/projects/default'
const create = (name: string) => as.admin.post(`${project}/features`, { name })
const at = (flag: string, environment = 'development') =>
  `${project}/features/${flag}/environments/${environment}`
const trail = async (flag: string) =>
  (await db.selectFrom('events').select('type').where('flag', '=', flag).orderBy('revision').execute())
    .slice(1)
    .map((event) => event.type)
const deadlocks = async () =>
  (await sql`select deadlocks from pg_stat_database where datname = current_database()`.execute(db)).rows
const isOn = async (flag: string, environment = 'development') =>
  (await as.viewer.get(at(flag, environment))).body.enabled

test('turning on a flag without rules adds a rule for everyone, and turning it on again does nothing', async () => {
  await create('plain')
  const { status, body } = await as.member.post(`${at('plain')}/on`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'plain', enabled: true, environments: [{ enabled: true }, {}] })
  expect((await as.member.post(`${at('plain')}/on`)).status).toBe(200)
  expect(await trail('plain')).toEqual(['feature-strategy-add', 'feature-environment-enabled'])
  expect((await as.viewer.get(at('plain'))).body).toMatchObject({
    enabled: true,
    strategies: [
      { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'default', groupId: 'plain' } },
    ],
  })
  const documents = await db
    .selectFrom('published')
    .select(['environment', 'doc'])
    .where('name', '=', 'plain')
    .where('until_revision', 'is', null)
    .orderBy('environment')
    .execute()
  expect(documents).toMatchObject([
    { environment: '*', doc: { enabled: false, strategies: [] } },
    { environment: 'development', doc: { enabled: true, strategies: [{ parameters: { rollout: '100' } }] } },
  ])
  expect((await as.member.post(`${at('plain')}/off`)).status).toBe(200)
  expect((await as.member.post(`${at('plain')}/off`)).status).toBe(200)
  expect((await trail('plain')).slice(2)).toEqual(['feature-environment-disabled'])
})

test('the default rule of the project is used if there is one', async () => {
  const rule = {
    name: 'flexibleRollout',
    title: 'careful',
    parameters: { rollout: '5', stickiness: 'userId' },
  }
  const set = (value: string | null) =>
    db
      .updateTable('project_environments')
      .set({ default_strategy: value })
      .where('project', '=', 'default')
      .where('environment', '=', 'production')
      .execute()
  await set(JSON.stringify(rule))
  await create('careful')
  await as.member.post(`${at('careful', 'production')}/on`)
  expect((await as.viewer.get(at('careful', 'production'))).body.strategies).toMatchObject([
    { title: 'careful', parameters: { rollout: '5', stickiness: 'userId', groupId: 'careful' } },
  ])
  await set(JSON.stringify({ ...rule, segments: [77] }))
  await create('lost')
  expect((await as.member.post(`${at('lost', 'production')}/on`)).status).toBe(404)
  expect(await isOn('lost', 'production')).toBe(false)
  await as.admin.post(`${at('lost', 'production')}/strategies`, { name: 'default' })
  expect((await as.member.post(`${at('lost', 'production')}/on`)).status).toBe(200)
  await set(null)
})

test('disabled rules are enabled only on request', async () => {
  const disabled = { name: 'default', disabled: true }
  await create('asleep')
  await as.admin.post(`${at('asleep')}/strategies`, disabled)
  await as.member.post(`${at('asleep')}/on?shouldActivateDisabledStrategies=true`)
  expect((await as.viewer.get(at('asleep'))).body).toMatchObject({
    enabled: true,
    strategies: [{ name: 'default', disabled: false, objectVersion: 2 }],
  })
  expect((await trail('asleep')).slice(1)).toEqual(['feature-strategy-update', 'feature-environment-enabled'])
  await as.admin.post(`${at('asleep', 'production')}/strategies`, disabled)
  await as.member.post(`${at('asleep', 'production')}/on`)
  expect((await as.viewer.get(at('asleep', 'production'))).body.strategies).toMatchObject([
    { name: 'default', disabled: true },
    { name: 'flexibleRollout', disabled: false, sortOrder: 1 },
  ])
})

test('turning on a flag does not bypass the permissions to add or enable rules', async () => {
  const { id } = await db
    .insertInto('roles')
    .values({ name: 'Switcher', type: 'project' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('role_permissions')
    .values({ role_id: id, permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' })
    .execute()
  const viewer = await db
    .selectFrom('users')
    .select('id')
    .where('name', '=', 'vera')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('project_members')
    .values({ project: 'default', user_id: viewer.id, role_id: id })
    .execute()
  await create('guarded')
  const refused = await as.viewer.post(`${at('guarded')}/on`)
  expect(refused.status).toBe(403)
  expect(refused.body.permissions).toEqual(['CREATE_FEATURE_STRATEGY'])
  const rule = await as.admin.post(`${at('guarded')}/strategies`, { name: 'default', disabled: true })
  const activated = await as.viewer.post(`${at('guarded')}/on?shouldActivateDisabledStrategies=true`)
  expect(activated.body.permissions).toEqual(['UPDATE_FEATURE_STRATEGY'])
  await as.admin.put(`${at('guarded')}/strategies/${rule.body.id}`, { disabled: false })
  expect((await as.viewer.post(`${at('guarded')}/on`)).status).toBe(200)
  expect((await as.viewer.post(`${at('guarded', 'production')}/on`)).status).toBe(403)
  expect((await as.viewer.post(`${at('guarded', 'production')}/off`)).status).toBe(403)
})

test('turning a flag on or off requires an existing flag and an environment of its project', async () => {
  for (const turn of ['on', 'off']) {
    expect((await as.admin.post(`${at('nosuch')}/${turn}`)).status).toBe(404)
    expect((await as.admin.post(`${at('plain', 'nosuch')}/${turn}`)).status).toBe(404)
  }
})

test('turning flags off has no query, so one for turning them on is not validated', async () => {
  await create('quiet')
  const query = '?shouldActivateDisabledStrategies=maybe'
  expect((await as.member.post(`${at('quiet')}/on${query}`)).status).toBe(400)
  expect((await as.member.post(`${at('quiet')}/off${query}`)).status).toBe(200)
  const bulk = `/api/admin/projects/default/bulk_features/environments/development/off${query}`
  expect((await as.member.post(bulk, { features: ['quiet'] })).status).toBe(200)
})

test('several flags are turned on or off all together or not at all', async () => {
  const bulk = (turn: string, features: string[], environment = 'development') =>
    as.member.post(`${project}/bulk_features/environments/${environment}/${turn}`, { features })
  await create('one')
  await create('two')
  expect((await bulk('on', ['two', 'one', 'one'])).status).toBe(200)
  expect([await isOn('one'), await isOn('two')]).toEqual([true, true])
  expect((await bulk('off', ['one', 'nosuch'])).status).toBe(404)
  expect(await isOn('one')).toBe(true)
  expect((await bulk('on', ['one'], 'nosuch')).status).toBe(404)
  expect((await bulk('off', ['one', 'two'])).status).toBe(200)
  expect([await isOn('one'), await isOn('two')]).toEqual([false, false])
  expect(await trail('two')).toEqual([
    'feature-strategy-add',
    'feature-environment-enabled',
    'feature-environment-disabled',
  ])
})

test('concurrent requests that turn the same 200 flags on and off in opposite orders do not deadlock', async () => {
  const names = Array.from({ length: 200 }, (_, i) => `crowd-${i}`)
  await db
    .insertInto('flags')
    .values(
      names.map((name) => ({
        name,
        project: 'default',
        type: 'release',
        created_by_id: 1,
        created_by_name: 'x',
      })),
    )
    .execute()
  await db
    .insertInto('flag_environments')
    .values(names.map((flag) => ({ flag, environment: 'development' })))
    .execute()
  const before = await deadlocks()
  const answers = await Promise.all(
    ['on', 'off', 'on', 'off'].map((turn, i) =>
      as.member.post(`${project}/bulk_features/environments/development/${turn}`, {
        features: i % 2 === 0 ? names : names.toReversed(),
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await deadlocks()).toEqual(before)
  const states = await db
    .selectFrom('flag_environments')
    .select('enabled')
    .distinct()
    .where('flag', 'like', 'crowd-%')
    .execute()
  expect(states).toHaveLength(1)
})
