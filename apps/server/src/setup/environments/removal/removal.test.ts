import { expect, test } from 'vitest'
import { live, makeFlag, makeProject, makeSegment, makeToken, trail } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, db } = await testApp()
const remove = (name: string) => as.admin.delete(`/api/admin/environments/${name}`)

const segment = await makeSegment(db, 'beta')
const rules = [{ segments: [segment] }]
await makeFlag(db, 'pay', {
  environments: { production: { enabled: true, rules }, development: { enabled: true, rules } },
})
await as.admin.post('/api/admin/environments/production/clone', { name: 'mirror', type: 'test' })

test('deleting an environment removes its configuration, tokens and published documents', async () => {
  const digest = await makeToken(db, 'sdk', 'mirror', ['default'])
  await db
    .insertInto('role_permissions')
    .values({ role_id: 6, permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'mirror' })
    .execute()
  expect(await live(db, 'flag', 'mirror')).toHaveLength(1)
  expect((await as.editor.delete('/api/admin/environments/mirror')).status).toBe(403)
  expect((await remove('mirror')).status).toBe(200)
  expect(await live(db, 'flag', 'mirror')).toEqual([])
  expect(await live(db, 'segment', 'mirror')).toEqual([])
  expect(await trail(db, 2)).toMatchObject([
    { type: 'environment-deleted', environment: 'mirror', pre_data: { name: 'mirror' } },
    { type: 'api-token-deleted', project: 'default', pre_data: { tokenName: 'sdk', environment: 'mirror' } },
  ])
  expect(JSON.stringify(await trail(db, 1))).not.toContain(digest)
  for (const table of ['rules', 'flag_environments', 'project_environments', 'role_permissions'] as const) {
    expect(await db.selectFrom(table).selectAll().where('environment', '=', 'mirror').execute()).toEqual([])
  }
  expect(await db.selectFrom('api_tokens').selectAll().where('environment', '=', 'mirror').execute()).toEqual(
    [],
  )
  expect((await remove('mirror')).status).toBe(404)
})

test('a protected environment cannot be deleted', async () => {
  await db.updateTable('environments').set({ protected: true }).where('name', '=', 'production').execute()
  expect((await remove('production')).body.name).toBe('InvalidOperationError')
})

test('the only environment of a project cannot be deleted', async () => {
  await makeProject(db, 'small', { environments: ['development'] })
  const { status, body } = await remove('development')
  expect([status, body.name]).toEqual([400, 'MinimumOneEnvironmentError'])
  expect(body.details[0].message).toContain('small')
})
