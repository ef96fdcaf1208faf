import { expect, test } from 'vitest'
import { makeProject, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const home = '/api/admin/projects/default/features'
const revision = async () => (await trail(db, 1))[0]?.revision ?? 0
const ask = (context: object, more: object = {}, who = as.viewer) =>
  who.post('/api/admin/playground', {
    environment: 'development',
    context: { appName: 'shop', ...context },
    ...more,
  })

const switchTo = (name: string, state: 'on' | 'off') =>
  as.editor.post(`${home}/${name}/environments/development/${state}`)
const { body: beta } = await as.admin.post('/api/admin/segments', {
  name: 'beta',
  constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
})
const born = await revision()
await as.admin.post(home, { name: 'checkout' })
const { body: rule } = await as.admin.post(`${home}/checkout/environments/development/strategies`, {
  name: 'default',
  segments: [beta.id],
})
await switchTo('checkout', 'on')
const testers = await revision()
await as.admin.put(`/api/admin/segments/${beta.id}`, {
  name: 'beta',
  constraints: [{ contextName: 'userId', operator: 'IN', values: ['8'] }],
})
const others = await revision()
await switchTo('checkout', 'off')
const silence = await revision()
await switchTo('checkout', 'on')

test('a past revision is evaluated as it was then, including segments', async () => {
  const on = async (userId: string, atRevision: number) =>
    (await ask({ userId }, { atRevision })).body.features.map(({ isEnabled }: never) => isEnabled)
  expect(await on('7', testers)).toEqual([true])
  expect(await on('7', others)).toEqual([false])
  expect(await on('8', testers)).toEqual([false])
  expect(await on('8', others)).toEqual([true])
  expect(await on('8', silence)).toEqual([false])
  expect(await on('8', born)).toEqual([])
  expect(await on('8', 0)).toEqual([])
})

test('shows the evaluated moment, what differs now, and which changes caused it', async () => {
  const { body } = await ask({ userId: '8' }, { atRevision: testers }, as.admin)
  const [enabled] = (await trail(db)).filter((event) => event.revision === testers)
  expect(body.asOf).toEqual({
    revision: testers,
    at: enabled?.created_at.toISOString(),
    latestRevision: await revision(),
  })
  expect(body.changes).toHaveLength(1)
  expect(body.changes[0]).toMatchObject({
    name: 'checkout',
    projectId: 'default',
    environment: 'development',
    context: { appName: 'shop', userId: '8' },
    before: { isEnabled: false },
    now: { isEnabled: true },
    causes: [
      {
        revision: others,
        outcome: { isEnabled: true },
        events: [{ id: others, type: 'segment-updated', createdBy: 'ada', featureName: null }],
      },
      {
        revision: silence,
        outcome: { isEnabled: false },
        events: [{ type: 'feature-environment-disabled', createdBy: 'edith', featureName: 'checkout' }],
      },
      { outcome: { isEnabled: true }, events: [{ type: 'feature-environment-enabled' }] },
    ],
  })
})

test('causes contain only events that the caller can read', async () => {
  const { body } = await ask({ userId: '8' }, { atRevision: testers })
  expect(body.changes[0].causes[0]).toMatchObject({ revision: others, events: [] })
  expect(body.changes[0].causes[1].events).toHaveLength(1)
})

test('a result that changed and changed back is not reported', async () => {
  const { body } = await ask({ userId: '8' }, { atRevision: others })
  expect(body.changes).toEqual([])
})

test('flags created or archived since then are reported as changes', async () => {
  const { body } = await ask({ userId: '8' }, { atRevision: born })
  expect(body.features).toEqual([])
  expect(body.changes).toMatchObject([{ name: 'checkout', before: null, now: { isEnabled: true } }])
  await as.admin.post(home, { name: 'shortlived' })
  const alive = await revision()
  await as.admin.delete(`${home}/shortlived`)
  const later = await ask({ userId: '8' }, { atRevision: alive, features: ['shortlived'] })
  expect(later.body.changes).toMatchObject([
    {
      before: { isEnabled: false },
      now: null,
      causes: [{ outcome: null, events: [{ type: 'feature-archived' }] }],
    },
  ])
})

test('moving a flag to another project is not reported as a change', async () => {
  await makeProject(db, 'elsewhere')
  await as.admin.post(home, { name: 'mover' })
  await as.admin.post(`${home}/mover/environments/development/strategies`, { name: 'default' })
  await switchTo('mover', 'on')
  const here = await revision()
  const moved = await as.admin.post('/api/admin/projects/default/features/mover/changeProject', {
    newProjectId: 'elsewhere',
  })
  expect(moved.status).toBe(200)
  for (const projects of [['default'], ['elsewhere'], '*']) {
    const { body } = await ask({}, { atRevision: here, projects })
    expect(body.changes.filter(({ name }: { name: string }) => name === 'mover')).toEqual([])
  }
  const then = await ask({}, { atRevision: here, projects: ['default'], features: ['mover'] })
  expect(then.body.features).toMatchObject([{ projectId: 'default', isEnabled: true }])
  expect((await ask({}, { projects: ['default'], features: ['mover'] })).body.features).toEqual([])
})

test('a time selects the revision at that time, and is the clock for evaluations', async () => {
  const events = await trail(db)
  const timeOf = (id: number) => events.find((event) => event.revision === id)?.created_at ?? new Date(0)
  const exactly = await ask({ userId: '7' }, { at: timeOf(testers).toISOString() })
  expect(exactly.body.asOf).toMatchObject({ revision: testers, at: timeOf(testers).toISOString() })
  const before = new Date(timeOf(born).getTime() - 1).toISOString()
  expect((await ask({}, { at: before })).body.asOf).toMatchObject({ revision: born - 1, at: before })
  expect((await ask({}, { at: '1999-01-01T00:00:00Z' })).body.asOf.revision).toBe(0)
  const future = await ask({ userId: '8' }, { at: '2999-01-01T00:00:00Z' })
  expect(future.body.asOf.revision).toBe(await revision())
  expect(future.body.changes).toEqual([])
})

test('a difference that comes only from the clock has no causes', async () => {
  await as.admin.post(home, { name: 'party' })
  await as.admin.post(`${home}/party/environments/development/strategies`, {
    name: 'default',
    constraints: [{ contextName: 'currentTime', operator: 'DATE_AFTER', value: '2990-01-01T00:00:00Z' }],
  })
  await switchTo('party', 'on')
  const { body } = await ask({}, { at: '2999-01-01T00:00:00Z', features: ['party'] })
  expect(body.changes).toMatchObject([{ before: { isEnabled: true }, now: { isEnabled: false }, causes: [] }])
})

test('a change with several events has only one state, the one after its last event', async () => {
  await as.admin.post(home, { name: 'one' })
  await as.admin.post(home, { name: 'two' })
  for (const name of ['one', 'two'])
    await as.admin.post(`${home}/${name}/environments/development/strategies`, { name: 'default' })
  const before = await revision()
  await as.admin.post('/api/admin/projects/default/bulk_features/environments/development/on', {
    features: ['one', 'two'],
  })
  expect((await revision()) - before).toBe(2)
  const { body } = await ask({}, { atRevision: before + 1, features: ['one', 'two'] })
  expect(body.features.map(({ isEnabled }: never) => isEnabled)).toEqual([true, true])
  expect(body.asOf.revision).toBe(before + 2)
})

test('a past moment works with several environments and values', async () => {
  const { body } = await as.viewer.post('/api/admin/playground/advanced', {
    environments: ['development', 'production'],
    features: ['checkout'],
    atRevision: testers,
    explain: 'reason',
    context: { appName: 'shop', userId: '7,8' },
  })
  const { development, production } = body.features[0].environments
  expect(development.map(({ isEnabled }: never) => isEnabled)).toEqual([true, false])
  expect(production.map(({ reason }: { reason: { code: string } }) => reason.code)).toEqual([
    'environment',
    'environment',
  ])
  expect(body.changes.map(({ context }: { context: { userId: string } }) => context.userId)).toEqual([
    '7',
    '8',
  ])
})

test('rules have the ids they had at the past moment', async () => {
  const { body } = await ask({ userId: '7' }, { atRevision: testers, explain: 'tree' })
  expect(body.features[0].explanation).toMatchObject({ decidedBy: rule.id, rules: [{ id: rule.id }] })
})

test('unknown, future and deleted moments are refused', async () => {
  const late = await ask({}, { atRevision: 1_000_000 })
  expect([late.status, late.body.message]).toEqual([
    400,
    expect.stringContaining('Revision 1000000 does not exist yet'),
  ])
  expect((await ask({}, { atRevision: -1 })).status).toBe(400)
  expect((await ask({}, { at: 'tuesday' })).status).toBe(400)
  expect((await ask({}, { at: '2026-01-01T00:00:00Z', atRevision: 1 })).status).toBe(400)
  await db.updateTable('counter').set({ history_floor: testers }).execute()
  const gone = await ask({}, { atRevision: born })
  expect([gone.status, gone.body.message]).toEqual([
    400,
    expect.stringContaining(`before revision ${testers} has been deleted`),
  ])
  await db.updateTable('counter').set({ history_floor: 0 }).execute()
})

test('the past of private and deleted projects is only visible with the right permissions', async () => {
  await makeProject(db, 'hidden', { mode: 'private' })
  await as.admin.post('/api/admin/projects/hidden/features', { name: 'secret' })
  const alive = await revision()
  const names = async (who: typeof as.admin) =>
    (await ask({}, { atRevision: alive, features: ['secret'] }, who)).body.features.length
  expect([await names(as.admin), await names(as.viewer)]).toEqual([1, 0])
  await as.admin.post('/api/admin/projects/hidden/archive', { features: ['secret'] })
  await as.admin.post('/api/admin/projects/hidden/delete', { features: ['secret'] })
  expect((await as.admin.delete('/api/admin/projects/hidden')).status).toBe(200)
  expect([await names(as.admin), await names(as.viewer)]).toEqual([1, 0])
})
