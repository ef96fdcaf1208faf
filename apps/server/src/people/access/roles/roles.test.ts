import { expect, test } from 'vitest'
import { makeProject } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, db, actors } = await testApp()

test('roles are listed for callers who can read them', async () => {
  const { body } = await as.admin.get('/api/admin/roles')
  expect(body.roles.map(({ id, name, type }: Record<string, unknown>) => [id, name, type])).toEqual([
    [1, 'Admin', 'root'],
    [2, 'Editor', 'root'],
    [3, 'Viewer', 'root'],
    [4, 'Owner', 'project'],
    [5, 'Member', 'project'],
    [6, 'Reader', 'project'],
  ])
  expect((await as.editor.get('/api/admin/roles')).status).toBe(403)
})

test('a role lists its environment permissions once per environment', async () => {
  const { body } = await as.admin.get('/api/admin/roles/5')
  expect(body).toMatchObject({ id: 5, name: 'Member', type: 'project' })
  const of = (name: string) => body.permissions.filter((one: { name: string }) => one.name === name)
  expect(of('CREATE_FEATURE')).toMatchObject([{ type: 'project' }])
  expect(of('UPDATE_FEATURE_ENVIRONMENT')).toMatchObject([
    { type: 'environment', environment: 'development' },
    { type: 'environment', environment: 'production' },
  ])
  expect(of('UPDATE_PROJECT')).toEqual([])
  expect((await as.admin.get('/api/admin/roles/1')).body.permissions).toMatchObject([{ name: 'ADMIN' }])
  expect((await as.admin.get('/api/admin/roles/999')).status).toBe(404)
  expect((await as.admin.get('/api/admin/roles/abc')).status).toBe(400)
  expect((await as.viewer.get('/api/admin/roles/5')).status).toBe(403)
})

test('the catalogue lists every grantable permission, environment permissions once per environment', async () => {
  const { permissions } = (await as.viewer.get('/api/admin/permissions')).body
  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  expect(names(permissions.root)).toContain('CREATE_PROJECT')
  expect(names(permissions.root)).not.toContain('ADMIN')
  expect(names(permissions.project)).toContain('UPDATE_PROJECT')
  expect(names(permissions.environments)).toEqual(['development', 'production'])
  expect(permissions.environments[0].permissions[0]).toMatchObject({
    name: 'CREATE_FEATURE_STRATEGY',
    type: 'environment',
    environment: 'development',
  })
  const ids = [permissions.root, permissions.project, permissions.environments[0].permissions].flat()
  expect(new Set(ids.map(({ id }: { id: number }) => id)).size).toBe(ids.length)
  expect((await as.anonymous.get('/api/admin/permissions')).status).toBe(401)
})

test('an account can list its own roles', async () => {
  await makeProject(db, 'shop')
  await makeProject(db, 'secret', { mode: 'private' })
  await db
    .insertInto('project_members')
    .values({ project: 'shop', user_id: actors.owner.id, role_id: 5 })
    .execute()
  const url = '/api/admin/user/roles'
  expect((await as.owner.get(url)).body.roles).toMatchObject([
    { id: 4, name: 'Owner', project: 'default' },
    { id: 5, name: 'Member', project: 'shop' },
  ])
  expect((await as.owner.get(`${url}?projectId=shop`)).body.roles).toMatchObject([{ id: 5 }])
  expect((await as.viewer.get(url)).body.roles).toEqual([])
  expect((await as.adminToken.get(url)).body.roles).toEqual([])
  expect((await as.viewer.get(`${url}?projectId=secret`)).status).toBe(404)
})
