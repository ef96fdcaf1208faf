import { sql } from 'kysely'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { watchContract } from '../../../../test/contract-watch.ts'
import { trail } from '../../../../test/fixtures.ts'
import { type Client, testApp } from '../../../../test/kit.ts'
import { buildApp } from '../../../app.ts'
import { removeLostProtections } from './queries.ts'

const { app, as, db, actors, client } = await testApp()
const home = '/api/admin/projects/default'
const flag = (name: string) => `${home}/features/${name}`
const production = (name: string) => `${flag(name)}/environments/production`
const why = (reason: string) => ({ headers: { 'x-change-reason': encodeURIComponent(reason) } })
type More = Parameters<Client['get']>[1]
const protect = (body: object, actor: Client = as.admin, more: More = why('tests')) =>
  actor.put(
    `${home}/environments/production/change-requests/config`,
    { changeRequestsEnabled: true, ...body },
    more,
  )
const rule = (rollout: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout, stickiness: 'default', groupId: 'x' },
})
let count = 0
/** A flag that is on in production with one rule, made before it is protected. */
async function makeLive(rollout = '50'): Promise<{ name: string; rule: string }> {
  const name = `flag-${++count}`
  await protect({ changeRequestsEnabled: false })
  await as.admin.post(`${home}/features`, { name })
  const { body } = await as.admin.post(`${production(name)}/strategies`, rule(rollout))
  expect((await as.admin.post(`${production(name)}/on`)).status).toBe(200)
  return { name, rule: body.id }
}

test('protection is set per environment, and listed with its options', async () => {
  expect((await protect({ requiredApprovals: 3 }, as.owner)).status).toBe(204)
  expect((await as.owner.get(`${home}/change-requests/config`)).body).toEqual([
    expect.objectContaining({
      environment: 'development',
      changeRequestEnabled: false,
      requiredApprovals: null,
    }),
    {
      environment: 'production',
      type: 'production',
      changeRequestEnabled: true,
      requiredApprovals: 3,
      offIsFree: false,
      reasonRequired: true,
      adminsApproveOwn: true,
      strict: false,
    },
  ])
  const { environments } = (await as.viewer.get(`${home}/overview`)).body
  expect(environments).toMatchObject([
    { environment: 'development', changeRequestsEnabled: false },
    { environment: 'production', changeRequestsEnabled: true },
  ])
  const [event] = await trail(db, 1)
  expect(event).toMatchObject({
    type: 'change-request-configuration-updated',
    project: 'default',
    environment: 'production',
    pre_data: { changeRequestsEnabled: false },
    data: { changeRequestsEnabled: true, requiredApprovals: 3 },
  })
})

test.each([
  [0, 1],
  [null, 1],
  [25, 10],
])('%s required approvals become %s', async (given, stored) => {
  await protect({ requiredApprovals: given })
  const { body } = await as.owner.get(`${home}/change-requests/config`)
  expect(body[1].requiredApprovals).toBe(stored)
})

test('an environment that the project does not use cannot be protected', async () => {
  const at = `${home}/environments/nowhere/change-requests/config`
  expect((await as.admin.put(at, { changeRequestsEnabled: true })).status).toBe(404)
})

test('protection can be made stronger by an owner, and weaker only by somebody who may skip reviews', async () => {
  await protect({ requiredApprovals: 2 })
  expect((await protect({ requiredApprovals: 3 }, as.owner)).status).toBe(204)
  const weaker = [
    { changeRequestsEnabled: false },
    { requiredApprovals: 2 },
    { requiredApprovals: 3, offIsFree: true },
    { requiredApprovals: 3, reasonRequired: false },
  ]
  for (const body of weaker) {
    expect(await protect(body, as.owner)).toMatchObject({ status: 403, body: { code: 'protected' } })
    expect(await protect(body, as.admin, {})).toMatchObject({
      status: 403,
      body: { code: 'reasonNeeded' },
    })
  }
  expect((await protect({ changeRequestsEnabled: false }, as.admin, why('no longer used'))).status).toBe(204)
  expect((await trail(db, 1))[0]?.data).toMatchObject({
    changeRequestsEnabled: false,
    reason: 'no longer used',
  })
})

test('tools weaken a protection without a reason, and the event names their token', async () => {
  const account = { username: 'terraform', name: 'Terraform', rootRole: 1 }
  const { id } = (await as.admin.post('/api/admin/service-account', account)).body
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const { secret } = (
    await as.admin.post(`/api/admin/service-account/${id}/token`, { description: 'ci', expiresAt })
  ).body
  const tools = [
    [client({ authorization: secret }), 'terraform'],
    [as.adminToken, 'test admin'],
  ] as const
  for (const [tool, name] of tools) {
    await protect({ requiredApprovals: 3 })
    expect((await protect({ requiredApprovals: 1 }, tool, {})).status).toBe(204)
    expect((await protect({ changeRequestsEnabled: false }, tool, {})).status).toBe(204)
    const [event] = await trail(db, 1)
    expect(event).toMatchObject({
      actor_name: expect.stringContaining(name),
      data: { changeRequestsEnabled: false },
    })
    expect(event?.data).not.toHaveProperty('reason')
  }
})

test('without permission to skip, a change is refused and names the places', async () => {
  const { name } = await makeLive()
  await protect({})
  const { status, body } = await as.owner.post(`${production(name)}/off`, undefined, why('please'))
  expect(status).toBe(403)
  expect(body).toMatchObject({
    name: 'PermissionError',
    code: 'protected',
    permissions: ['SKIP_CHANGE_REQUEST'],
    protected: [{ project: 'default', environment: 'production', flags: [name] }],
    hidden: 0,
  })
})

test('a skipped review is recorded with its reason, in the project and environment', async () => {
  const { name } = await makeLive()
  await protect({})
  expect((await as.admin.post(`${production(name)}/off`, undefined, why('stop the fire – now'))).status).toBe(
    200,
  )
  const [change, skip] = await trail(db, 2)
  expect(change?.type).toBe('feature-environment-disabled')
  expect(skip).toMatchObject({
    type: 'change-request-skipped',
    project: 'default',
    environment: 'production',
    flag: name,
    actor_name: 'ada@example.com',
    data: { flags: [name], segments: [], reason: 'stop the fire – now' },
  })
})

test.each(['', '%20', 'x'.repeat(501), '%E0%A4%A'])('%s is not accepted as a reason', async (reason) => {
  const headers = { 'x-change-reason': reason }
  expect((await as.admin.get(`${home}/change-requests/config`, { headers })).status).toBe(400)
})

test('what SDKs do not evaluate needs no review', async () => {
  const { name } = await makeLive()
  await protect({})
  const free = await Promise.all([
    as.owner.post(`${home}/features`, { name: `${name}-new` }),
    as.owner.put(flag(name), { name, type: 'release', description: 'Other' }),
    as.owner.post(`${home}/stale`, { features: [name], stale: true }),
    as.owner.post(`/api/admin/features/${name}/tags`, { type: 'simple', value: 'tag' }),
    as.owner.post(`${production(name)}/strategies`, { ...rule('1'), disabled: true }),
    as.owner.post(`${flag(name)}/environments/development/on`),
  ])
  expect(free.map(({ status }) => status)).toEqual([201, 200, 202, 201, 200, 200])
  expect((await as.owner.delete(flag(`${name}-new`))).status).toBe(202)
})

test('where turning off is free, flags can be turned off and percentages lowered, but not the reverse', async () => {
  const { name, rule: id } = await makeLive('50')
  await protect({ offIsFree: true })
  const at = `${production(name)}/strategies/${id}`
  expect((await as.owner.put(at, rule('20'))).status).toBe(200)
  expect((await as.owner.put(at, rule('21'))).status).toBe(403)
  expect(
    (
      await as.owner.put(at, {
        ...rule('10'),
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
      })
    ).status,
  ).toBe(403)
  const off = await as.owner.post(`${production(name)}/off`)
  expect(off.status).toBe(200)
  expect((await as.owner.post(`/api/admin/undo/${String(off.headers['x-undo'])}`)).status).toBe(403)
  expect((await as.owner.post(`${production(name)}/on`)).status).toBe(403)
  expect((await as.owner.delete(flag(name))).status).toBe(403)
})

test('undo, revert and a repeated request are judged like the change itself', async () => {
  const { name } = await makeLive()
  await protect({})
  const key = { 'idempotency-key': 'once', ...why('first').headers }
  const made = await as.admin.post(`${production(name)}/off`, undefined, { headers: key })
  const event = (await trail(db, 2))[0]?.revision
  const again = await as.admin.post(`${production(name)}/off`, undefined, { headers: key })
  expect([made.status, again.status]).toEqual([200, 200])
  for (const path of [
    `/api/admin/undo/${String(made.headers['x-undo'])}`,
    `/api/admin/events/${event}/revert`,
  ])
    expect(await as.admin.post(path, {})).toMatchObject({ status: 403, body: { code: 'reasonNeeded' } })
})

test('a segment of several projects names only the places that the caller sees', async () => {
  await protect({ changeRequestsEnabled: false })
  await as.admin.post('/api/admin/projects', { id: 'hidden', name: 'Hidden', mode: 'private' })
  const made = await as.admin.post('/api/admin/segments', { name: 'beta', constraints: [] })
  for (const project of ['default', 'hidden']) {
    const at = `/api/admin/projects/${project}`
    await as.admin.post(`${at}/features`, { name: `${project}-user` })
    const rules = `${at}/features/${project}-user/environments/production/strategies`
    await as.admin.post(rules, { ...rule('100'), segments: [made.body.id] })
    const config = `${at}/environments/production/change-requests/config`
    expect((await as.admin.put(config, { changeRequestsEnabled: true })).status).toBe(204)
  }
  const change = { name: 'beta', constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }] }
  const permissions = [{ name: 'UPDATE_SEGMENT' }]
  const role = { name: 'Segments', description: '', type: 'root-custom', permissions }
  const { body: created } = await as.admin.post('/api/admin/roles', role)
  await as.admin.put(`/api/admin/user-admin/${actors.viewer.id}`, { rootRole: created.roles.id })
  const { status, body } = await as.viewer.put(`/api/admin/segments/${made.body.id}`, change)
  expect(status).toBe(403)
  expect(body.protected).toEqual([
    { project: 'default', environment: 'production', flags: [], segments: [String(made.body.id)] },
  ])
  expect(body.hidden).toBe(1)
  expect(JSON.stringify(body.protected) + body.message).not.toContain('hidden')
  expect(
    (
      await as.viewer.put(`/api/admin/segments/${made.body.id}`, {
        ...change,
        constraints: [],
        description: 'x',
      })
    ).status,
  ).toBe(204)
})

test('another server applies a new protection to its next change', async () => {
  const { name } = await makeLive()
  const logger = pino({ level: 'silent' })
  const other = await buildApp(app.handles.settings, { logger, observe: watchContract })
  onTestFinished(() => other.stop())
  const turn = (state: 'on' | 'off') =>
    other.http.inject({
      method: 'POST',
      url: `${production(name)}/${state}`,
      headers: { authorization: actors.owner.token },
    })
  expect((await turn('off')).statusCode).toBe(200)
  expect((await turn('on')).statusCode).toBe(200)
  await protect({})
  expect((await turn('off')).statusCode).toBe(403)
  await protect({ changeRequestsEnabled: false })
  expect((await turn('off')).statusCode).toBe(200)
})

test('a protection whose commit is refused leaves nothing behind', async () => {
  const { name } = await makeLive()
  await sql`create or replace function refuse_protection() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '23514'; end $$`.execute(db)
  await sql`create constraint trigger refusing after insert on protections deferrable initially deferred
    for each row execute function refuse_protection()`.execute(db)
  onTestFinished(async () => {
    await sql`drop trigger if exists refusing on protections`.execute(db)
  })
  expect((await protect({})).status).toBeGreaterThanOrEqual(400)
  await sql`drop trigger refusing on protections`.execute(db)
  expect((await as.owner.post(`${production(name)}/off`)).status).toBe(200)
  await protect({})
  expect((await as.owner.post(`${production(name)}/on`)).status).toBe(403)
})

test('of protecting and editing at the same time, no edit commits after the protection', async () => {
  const { name } = await makeLive()
  for (let round = 0; round < 20; round++) {
    await protect({ changeRequestsEnabled: false })
    const state = round % 2 === 0 ? 'off' : 'on'
    await Promise.all([
      protect({}),
      as.owner.post(`${production(name)}/${state}`),
      as.owner.post(`${production(name)}/${state === 'on' ? 'off' : 'on'}`),
    ])
    const events = await trail(db, 6)
    const protectedAt = events.findLastIndex(({ type }) => type === 'change-request-configuration-updated')
    expect(events.slice(protectedAt + 1).filter(({ type }) => type.startsWith('feature-'))).toEqual([])
  }
})

test('changes that wait for each other while something is protected are all judged by it', async () => {
  await db.deleteFrom('protections').execute()
  const flags = [await makeLive(), await makeLive(), await makeLive()]
  const archived = await db.transaction().execute(async (trx) => {
    await sql`select * from lock_counter()`.execute(trx)
    await sql`insert into protections (project, environment) values ('default', 'production')`.execute(trx)
    const answers = flags.map(({ name }) => as.owner.delete(flag(name)))
    await expect.poll(waitingChanges).toBe(flags.length)
    return { answers }
  })
  const answers = await Promise.all(archived.answers)
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
})

test('a process of an earlier version makes no changes once something is protected', async () => {
  await protect({ changeRequestsEnabled: false })
  await db.deleteFrom('protections').execute()
  await sql`select * from take_counter()`.execute(db)
  await protect({})
  await expect(sql`select * from take_counter()`.execute(db)).rejects.toMatchObject({ code: '55P03' })
})

test('a new project is protected as requested, and where an environment asks for it', async () => {
  await as.admin.post('/api/admin/environments', { name: 'live', type: 'production', requiredApprovals: 2 })
  const made = await as.admin.post('/api/admin/projects', {
    id: 'reviewed',
    name: 'Reviewed',
    environments: ['development', 'production', 'live'],
    changeRequestEnvironments: [{ name: 'production', requiredApprovals: 12 }, { name: 'live' }],
  })
  expect(made.status).toBe(201)
  expect(made.body.changeRequestEnvironments).toEqual([
    { name: 'live', requiredApprovals: 2 },
    { name: 'production', requiredApprovals: 10 },
  ])
  expect((await as.admin.post(`${home}/environments`, { environment: 'live' })).status).toBe(200)
  for (const project of ['reviewed', 'default']) {
    const { body } = await as.admin.get(`/api/admin/projects/${project}/change-requests/config`)
    expect(body.find(({ environment }: { environment: string }) => environment === 'live')).toMatchObject({
      changeRequestEnabled: true,
      requiredApprovals: 2,
      offIsFree: true,
    })
  }
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'change-request-configuration-updated',
    project: 'default',
    environment: 'live',
  })
})

test('an environment that is removed and added again is still protected', async () => {
  await as.admin.delete(`${home}/environments/live`)
  await removeLostProtections(db)
  await db.updateTable('environments').set({ required_approvals: null }).where('name', '=', 'live').execute()
  await as.admin.post(`${home}/environments`, { environment: 'live' })
  const { body } = await as.admin.get(`${home}/change-requests/config`)
  expect(body.at(-1)).toMatchObject({ environment: 'live', changeRequestEnabled: true })
})

test('protections of deleted projects are removed, and are not inherited', async () => {
  const left = {
    required_approvals: 1,
    off_is_free: false,
    reason_required: true,
    admins_approve_own: true,
    strict: false,
  }
  const leave = (project: string) =>
    db
      .insertInto('protections')
      .values({ project, environment: 'production', ...left })
      .execute()
  await leave('gone')
  await leave('back')
  await as.admin.post('/api/admin/projects', { id: 'back', name: 'Back' })
  await removeLostProtections(db)
  const rows = await db
    .selectFrom('protections')
    .select('project')
    .where('project', 'in', ['gone', 'back'])
    .execute()
  expect(rows).toEqual([])
})

async function waitingChanges(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`.execute(db)
  return rows[0]?.count ?? 0
}

test('everyone who sees a flag sees where its changes need a review', async () => {
  const { name } = await makeLive()
  type Environment = { name: string; protected: boolean; offIsFree: boolean }
  const read = async () => {
    const { body } = await as.viewer.get(flag(name))
    const found = body.environments.find((one: Environment) => one.name === 'production')
    return { protected: found.protected, offIsFree: found.offIsFree }
  }
  expect(await read()).toEqual({ protected: false, offIsFree: false })
  await protect({})
  expect(await read()).toEqual({ protected: true, offIsFree: false })
  await protect({ offIsFree: true })
  expect(await read()).toEqual({ protected: true, offIsFree: true })
})

test('a refused change says whether it can be proposed', async () => {
  const { name, rule: id } = await makeLive()
  await protect({ offIsFree: false })
  const refused = await as.owner.put(`${production(name)}/strategies/${id}`, rule('75'))
  expect(refused.body).toMatchObject({ code: 'protected', proposable: true })
  const needed = await as.admin.put(`${production(name)}/strategies/${id}`, rule('75'))
  expect(needed.body).toMatchObject({ code: 'reasonNeeded', proposable: true })
  const removed = await as.admin.delete(`${home}/environments/production`)
  expect(removed.body).toMatchObject({ code: 'reasonNeeded' })
  expect(removed.body).not.toHaveProperty('proposable')
})
