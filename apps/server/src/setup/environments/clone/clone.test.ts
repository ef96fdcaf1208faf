import { expect, test } from 'vitest'
import { live, makeFlag, makeProject, makeSegment, trail } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, db } = await testApp()
const clone = (body: unknown, source = 'production') =>
  as.admin.post(`/api/admin/environments/${source}/clone`, body)

const segment = await makeSegment(db, 'beta')
await makeProject(db, 'shop')
await makeProject(db, 'small', { environments: ['development'] })
const rules = [
  { parameters: { rollout: '10' }, segments: [segment] },
  { parameters: { rollout: '20' }, disabled: true },
  { parameters: { rollout: '30' }, constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }] },
]
await makeFlag(db, 'pay', { project: 'shop', environments: { production: { enabled: true, rules } } })
await makeFlag(db, 'old', {
  project: 'shop',
  archived: true,
  environments: { production: { enabled: true, rules } },
})
await makeFlag(db, 'variant', { environments: { production: { variants: [{ name: 'a', weight: 1000 }] } } })
await makeFlag(db, 'off', { project: 'small', environments: { development: { enabled: true } } })

test('a cloned environment has the state, rules, segments and variants of the selected projects', async () => {
  const { status, body } = await clone({ name: 'mirror', type: 'test', projects: ['shop'] })
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: 'mirror', type: 'test', enabled: true, protected: false, sortOrder: 3 })
  const copies = await db
    .selectFrom('rules as r')
    .leftJoin('rule_segments as s', 's.rule_id', 'r.id')
    .select(['r.id', 'r.parameters', 'r.disabled', 's.segment_id'])
    .where('r.environment', '=', 'mirror')
    .where('r.flag', '=', 'pay')
    .orderBy('r.sort_order')
    .execute()
  expect(copies).toMatchObject([
    { parameters: { rollout: '10' }, disabled: false, segment_id: segment },
    { parameters: { rollout: '20' }, disabled: true, segment_id: null },
    { parameters: { rollout: '30' }, disabled: false, segment_id: null },
  ])
  expect(copies.every(({ id }) => /^[0-9A-Z]{26}$/.test(id))).toBe(true)
  const linked = await db
    .selectFrom('project_environments')
    .select('project')
    .where('environment', '=', 'mirror')
    .execute()
  expect(linked).toEqual([{ project: 'shop' }])
})

test('a cloned environment is delivered at once, and recorded in one event', async () => {
  const flags = await live(db, 'flag', 'mirror')
  expect(flags).toMatchObject([
    { name: 'pay', doc: { enabled: true, strategies: [{ segments: [segment] }, { segments: [] }] } },
  ])
  expect(await live(db, 'segment', 'mirror')).toMatchObject([{ name: String(segment) }])
  expect(await trail(db)).toMatchObject([
    { type: 'environment-created', data: { name: 'mirror', clonedFrom: 'production', projects: ['shop'] } },
  ])
})

test('all projects are cloned by default, and flags without a state in the source start turned off', async () => {
  await db
    .insertInto('role_permissions')
    .values({ role_id: 6, permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' })
    .execute()
  expect((await clone({ name: 'whole', type: 'test' })).status).toBe(200)
  const states = await db
    .selectFrom('flag_environments')
    .select(['flag', 'enabled', 'variants'])
    .where('environment', '=', 'whole')
    .orderBy('flag')
    .execute()
  expect(states).toEqual([
    { flag: 'off', enabled: false, variants: [] },
    { flag: 'old', enabled: true, variants: [] },
    { flag: 'pay', enabled: true, variants: [] },
    { flag: 'variant', enabled: false, variants: [{ name: 'a', weight: 1000 }] },
  ])
  expect((await live(db, 'flag', 'whole')).map(({ name }) => name)).toEqual(['pay', 'variant'])
  const grants = await db
    .selectFrom('role_permissions')
    .selectAll()
    .where('environment', '=', 'whole')
    .execute()
  expect(grants).toMatchObject([{ role_id: 6, permission: 'UPDATE_FEATURE_ENVIRONMENT' }])
})

test('permissions are not cloned if clonePermissions is false', async () => {
  expect((await clone({ name: 'bare', type: 'test', clonePermissions: false })).status).toBe(200)
  const grants = await db
    .selectFrom('role_permissions')
    .selectAll()
    .where('environment', '=', 'bare')
    .execute()
  expect(grants).toEqual([])
})

test('cloning is refused for invalid or taken names, unknown sources and unknown or archived projects', async () => {
  const before = (await trail(db)).length
  expect((await clone({ name: 'a b', type: 'test' })).status).toBe(400)
  expect((await clone({ name: 'mirror', type: 'test' })).status).toBe(409)
  expect((await clone({ name: 'new', type: 'test' }, 'nowhere')).status).toBe(404)
  expect((await clone({ name: 'new', type: 'test', projects: ['nowhere'] })).status).toBe(400)
  await db.updateTable('projects').set({ archived_at: new Date() }).where('id', '=', 'small').execute()
  expect((await clone({ name: 'new', type: 'test', projects: ['small'] })).status).toBe(403)
  expect(
    (await as.editor.post('/api/admin/environments/production/clone', { name: 'x', type: 'test' })).status,
  ).toBe(403)
  expect(await trail(db)).toHaveLength(before)
})
