import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeFlag } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const path = '/api/admin/instance-admin/statistics'
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test('statistics count what the instance has', async () => {
  const { as, db, actors } = await testApp()
  await makeFlag(db, 'checkout', { environments: { development: {}, production: {} } })
  await makeFlag(db, 'old', { environments: { development: {} } })
  await as.admin.delete('/api/admin/projects/default/features/old')
  const at = '/api/admin/projects/default/features/checkout/environments/production'
  const values = ['a', 'b', 'c']
  const constraints = [{ contextName: 'userId', operator: 'IN', values }]
  for (const name of ['default', 'flexibleRollout'])
    await as.admin.post(`${at}/strategies`, { name, constraints })
  await as.admin.post(`${at}/on`)
  await as.admin.post('/api/admin/segments', { name: 'beta', constraints: [] })
  await db.insertInto('users').values({ username: 'robot', root_role: 3, is_service: true }).execute()
  const roles = await db
    .insertInto('roles')
    .values(['used', 'unused'].map((name) => ({ name, type: 'root-custom', description: '' })))
    .returning('id')
    .execute()
  await db
    .updateTable('users')
    .set({ root_role: roles[0]?.id ?? 0 })
    .where('id', '=', actors.member.id)
    .execute()
  await db
    .insertInto('settings')
    .values({ name: 'scim', value: JSON.stringify({ enabled: true }) })
    .execute()
  const seen = (id: number, days: number) =>
    db
      .updateTable('users')
      .set({ seen_at: daysAgo(days) })
      .where('id', '=', id)
      .execute()
  await seen(actors.admin.id, 1)
  await seen(actors.editor.id, 20)
  await seen(actors.viewer.id, 70)
  await db
    .insertInto('applications')
    .values([{ name: 'shop' }, { name: 'past', seen_at: daysAgo(20) }])
    .execute()
  const { status, body } = await as.admin.get(path)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    users: 5,
    activeUsers: { last7: 1, last30: 2, last60: 2, last90: 3 },
    licensedUsers: 5,
    readOnlyUsers: 1,
    serviceAccounts: 1,
    featureToggles: 1,
    archivedFeatureToggles: 1,
    customRootRoles: 2,
    customRootRolesInUse: 1,
    passwordAuthEnabled: true,
    SCIMenabled: true,
    projects: 1,
    segments: 1,
    strategies: 2,
    SAMLenabled: false,
    OIDCenabled: false,
    clientApps: [
      { range: 'allTime', count: 2 },
      { range: '30d', count: 2 },
      { range: '7d', count: 1 },
    ],
    apiTokens: { admin: 1, client: 1, backend: 1, frontend: 1 },
    featureExports: 0,
    productionChanges: { last30: 3, last60: 3, last90: 3 },
    maxEnvironmentStrategies: 2,
    maxConstraints: 1,
    maxConstraintValues: 3,
    releaseTemplates: 0,
    releasePlans: 0,
  })
  expect(body.instanceId).toMatch(/^[0-9a-f-]{36}$/)
})

test('statistics are kept for a minute, and are the same as CSV', async () => {
  const { as, db } = await testApp()
  const { body } = await as.admin.get(path)
  await makeFlag(db, 'later', {})
  expect((await as.admin.get(path)).body).toEqual(body)
  const csv = await as.admin.get(`${path}/csv`)
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [names = '', numbers = '', ...rest] = String(csv.body).split('\r\n')
  expect(rest).toEqual([''])
  const columns = names.split(',')
  const cells = numbers.split(',')
  expect(columns).toContain('activeUsers.last7')
  const row = Object.fromEntries(columns.map((name, at) => [name, cells[at]]))
  expect(row).toMatchObject({
    featureToggles: '0',
    'clientApps.30d': '0',
    OIDCenabled: 'false',
    sum: body.sum,
  })
  const { sum, timestamp: _, ...values } = row
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`)
  expect(createHash('sha256').update(lines.sort().join('\n')).digest('hex')).toBe(sum)
})

test('only administrators read statistics', async () => {
  const { as } = await testApp()
  for (const client of [as.editor, as.viewer]) {
    expect((await client.get(path)).status).toBe(403)
    expect((await client.get(`${path}/csv`)).status).toBe(403)
  }
  expect((await as.anonymous.get(path)).status).toBe(401)
})
