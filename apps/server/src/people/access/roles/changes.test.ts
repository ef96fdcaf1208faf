import { expect, test } from 'vitest'
import { trail } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, db, actors } = await testApp({ CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000' })
const { viewer, member } = actors
const url = '/api/admin/roles'
const last = async () => (await trail(db, 1))[0]
const make = async (name: string, more = {}): Promise<number> =>
  (await as.admin.post(url, { name, ...more })).body.roles.id
const permissionsOf = async (id: number) =>
  (await as.admin.get(`${url}/${id}`)).body.permissions.map(
    ({ name, environment }: { name: string; environment?: string }) =>
      environment ? `${name} ${environment}` : name,
  )
const undo = (headers: Record<string, unknown>) => as.admin.post(`/api/admin/undo/${headers['x-undo']}`)

const deployer = {
  name: 'Deployer',
  description: 'Turns flags on',
  type: 'custom',
  permissions: [
    { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
    { name: 'UPDATE_FEATURE', environment: null },
  ],
}

test('a project role is created with its permissions', async () => {
  const { status, body } = await as.admin.post(url, deployer)
  expect(status).toBe(200)
  expect(body.roles).toMatchObject({ name: 'Deployer', description: 'Turns flags on', type: 'custom' })
  expect(await permissionsOf(body.roles.id)).toEqual([
    'UPDATE_FEATURE',
    'UPDATE_FEATURE_ENVIRONMENT development',
  ])
  expect(await last()).toMatchObject({
    type: 'role-created',
    data: {
      name: 'Deployer',
      type: 'custom',
      permissions: [
        { name: 'UPDATE_FEATURE' },
        { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' },
      ],
    },
  })
})

test('a custom role grants exactly its permissions in its project, and changes take effect at once', async () => {
  const { roles } = (await as.admin.get(url)).body
  const { id } = roles.find(({ name }: { name: string }) => name === 'Deployer')
  await as.admin.post('/api/admin/projects/default/features', { name: 'lamp' })
  await as.admin.put(`/api/admin/projects/default/users/${viewer.id}/roles`, { roles: [id] })
  const flag = '/api/admin/projects/default/features/lamp'
  const turn = (environment: string) => as.viewer.post(`${flag}/environments/${environment}/off`)
  expect((await turn('development')).status).toBe(200)
  expect((await turn('production')).status).toBe(403)
  expect((await as.viewer.delete(flag)).status).toBe(403)
  const permissions = [{ name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' }]
  expect((await as.admin.put(`${url}/${id}`, { name: 'Deployer', permissions })).status).toBe(200)
  expect((await turn('development')).status).toBe(403)
  expect((await turn('production')).status).toBe(200)
})

test('a root role can be assigned by id or by name', async () => {
  const id = await make('Context keeper', {
    type: 'root-custom',
    permissions: [{ name: 'CREATE_CONTEXT_FIELD' }],
  })
  const newAccount = (username: string, rootRole: unknown) =>
    as.admin.post('/api/admin/user-admin', { username, rootRole })
  expect((await newAccount('carl', id)).body).toMatchObject({ rootRole: id })
  expect((await newAccount('cora', 'Context keeper')).body).toMatchObject({ rootRole: id })
  expect((await newAccount('cleo', 'Deployer')).status).toBe(400)
  const account = `/api/admin/user-admin/${viewer.id}`
  expect((await as.admin.put(account, { rootRole: 'Context keeper' })).body).toMatchObject({ rootRole: id })
  expect((await as.viewer.post('/api/admin/context', { name: 'region' })).status).toBe(201)
  expect((await as.viewer.delete('/api/admin/context/region')).status).toBe(403)
  expect((await as.admin.put(account, { rootRole: 3 })).status).toBe(200)
})

test('a project permission of a root role applies in all projects', async () => {
  const id = await make('Keeper of projects', {
    type: 'root-custom',
    permissions: [{ name: 'UPDATE_PROJECT' }],
  })
  for (const project of ['one', 'two'])
    await as.admin.post('/api/admin/projects', { id: project, name: project })
  const rename = (project: string) =>
    as.viewer.put(`/api/admin/projects/${project}`, { name: `New ${project}` })
  expect((await rename('one')).status).toBe(403)
  const account = `/api/admin/user-admin/${viewer.id}`
  expect((await as.admin.put(account, { rootRole: id })).status).toBe(200)
  expect([(await rename('one')).status, (await rename('two')).status]).toEqual([200, 200])
  expect((await as.viewer.delete('/api/admin/projects/one')).status).toBe(403)
  expect((await as.admin.put(account, { rootRole: 3 })).status).toBe(200)
})

test.each([
  ['without a name', { name: ' ' }, 400],
  ['with a taken name', { name: 'Owner' }, 409],
  ['with ADMIN', { name: 'x', type: 'root-custom', permissions: [{ name: 'ADMIN' }] }, 400],
  ['with an unknown permission', { name: 'x', permissions: [{ name: 'FLY' }] }, 400],
  ['with an unknown type', { name: 'x', type: 'root' }, 400],
])('a role is not created %s', async (_what, input, status) => {
  expect((await as.admin.post(url, input)).status).toBe(status)
  expect((await as.viewer.post(`${url}/validate`, input)).status).toBe(400)
})

test('a role can be validated before it is created', async () => {
  expect((await as.viewer.post(`${url}/validate`, { ...deployer, name: 'New' })).status).toBe(200)
  expect((await as.viewer.post(`${url}/validate`, deployer)).status).toBe(400)
})

test('built-in roles cannot be changed, and only administrators can change custom ones', async () => {
  const { status, body } = await as.admin.put(`${url}/4`, { name: 'Boss' })
  expect([status, body.name]).toEqual([403, 'InvalidOperationError'])
  expect((await as.admin.delete(`${url}/6`)).status).toBe(403)
  expect((await as.admin.put(`${url}/12345`, { name: 'x' })).status).toBe(404)
  expect((await as.admin.delete(`${url}/12345`)).status).toBe(404)
  const id = await make('Unchanged')
  expect((await as.editor.post(url, { name: 'x' })).status).toBe(403)
  expect((await as.editor.put(`${url}/${id}`, { name: 'x' })).status).toBe(403)
  expect((await as.editor.delete(`${url}/${id}`)).status).toBe(403)
  expect((await as.admin.put(`${url}/${id}`, { name: 'x', type: 'root-custom' })).status).toBe(400)
  expect((await as.admin.put(`${url}/${id}`, { name: 'Owner' })).status).toBe(409)
})

test('a role that is in use cannot be deleted, and the error counts its holders', async () => {
  const project = await make('Held in projects')
  const root = await make('Held everywhere', { type: 'root-custom' })
  const refused = async (id: number) => {
    const { status, body } = await as.admin.delete(`${url}/${id}`)
    return [status, body.name, body.parameters]
  }
  await as.admin.put(`/api/admin/projects/default/users/${member.id}/roles`, { roles: [5, project] })
  const group = (await as.admin.post('/api/admin/groups', { name: 'Holders', rootRole: root })).body.id
  await as.admin.put(`/api/admin/projects/default/groups/${group}/roles`, { roles: [project] })
  expect(await refused(project)).toEqual([
    400,
    'RoleInUseError',
    { name: 'Held in projects', users: 1, groups: 1 },
  ])
  expect(await refused(root)).toEqual([
    400,
    'RoleInUseError',
    { name: 'Held everywhere', users: 0, groups: 1 },
  ])
})

test('deleted accounts do not keep a role in use', async () => {
  const id = await make('Held once', { type: 'root-custom' })
  const account = await as.admin.post('/api/admin/user-admin', { username: 'past', rootRole: id })
  await as.admin.delete(`/api/admin/user-admin/${account.body.id}`)
  expect((await as.admin.delete(`${url}/${id}`)).status).toBe(200)
})

test('a role cannot be deleted and assigned concurrently', async () => {
  const id = await make('Fleeting', { type: 'root-custom' })
  const [gone, given] = await Promise.all([
    as.admin.delete(`${url}/${id}`),
    as.adminToken.post('/api/admin/user-admin', { username: 'quick', rootRole: id }),
  ])
  expect([
    [200, 400],
    [400, 201],
  ]).toContainEqual([gone.status, given.status])
})

test('creating, changing and deleting a role can be undone', async () => {
  const made = await as.admin.post(url, { ...deployer, name: 'Back' })
  const { id } = made.body.roles
  const changed = await as.admin.put(`${url}/${id}`, { name: 'Forth', permissions: [] })
  expect(await last()).toMatchObject({
    type: 'role-updated',
    data: { name: 'Forth', permissions: [] },
    pre_data: { name: 'Back' },
  })
  expect((await undo(changed.headers)).status).toBe(204)
  expect((await as.admin.get(`${url}/${id}`)).body).toMatchObject({ name: 'Back', objectVersion: 3 })
  expect(await permissionsOf(id)).toHaveLength(2)

  const deleted = await as.admin.delete(`${url}/${id}`)
  expect(await last()).toMatchObject({ type: 'role-deleted', pre_data: { id, name: 'Back' } })
  expect((await undo(deleted.headers)).status).toBe(204)
  expect(await permissionsOf(id)).toHaveLength(2)

  const again = await as.admin.post(url, { name: 'Short' })
  expect((await undo(again.headers)).status).toBe(204)
  expect((await as.admin.get(`${url}/${again.body.roles.id}`)).status).toBe(404)
})
