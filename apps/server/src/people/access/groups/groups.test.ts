import { expect, test } from 'vitest'
import { makeProject, trail } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, db, actors } = await testApp()
const { owner, member, viewer } = actors
const [EDITOR, OWNER, MEMBER] = [2, 4, 5]
const url = '/api/admin/groups'
const user = ({ id }: { id: number }) => ({ user: { id } })
const memberIds = (group: { users: { user: { id: number } }[] }) => group.users.map((one) => one.user.id)
const last = async () => (await trail(db, 1))[0]
const make = async (name: string, more = {}) => (await as.admin.post(url, { name, ...more })).body

test('a group is created with members, a root role and SSO mappings', async () => {
  const { status, body, headers } = await as.admin.post(url, {
    name: ' Payments ',
    description: 'Checkout and billing',
    mappingsSSO: ['team-pay', ' team-pay', 'team-bill', ''],
    rootRole: EDITOR,
    users: [user(member), user(viewer)],
  })
  expect(status).toBe(201)
  expect(headers.location).toBe(`groups/${body.id}`)
  expect(body).toMatchObject({
    name: 'Payments',
    description: 'Checkout and billing',
    mappingsSSO: ['team-pay', 'team-bill'],
    rootRole: EDITOR,
    userCount: 2,
    projects: [],
    scimId: null,
    createdBy: 'ada@example.com',
  })
  expect(memberIds(body)).toEqual([viewer.id, member.id])
  expect(await last()).toMatchObject({
    type: 'group-created',
    data: { name: 'Payments', rootRole: EDITOR, users: [viewer.id, member.id] },
  })
})

test('every account can list groups, but only sees names and emails of their members', async () => {
  const { body } = await as.viewer.get(url)
  expect(body.groups).toHaveLength(1)
  const [group] = body.groups
  expect(Object.keys(group.users[0].user).sort()).toEqual(['email', 'id', 'name', 'username'])
  expect((await as.viewer.get(`${url}/${group.id}`)).body).toMatchObject({ name: 'Payments' })
  expect((await as.viewer.get(`${url}/12345`)).status).toBe(404)
  expect((await as.viewer.get(`${url}/x`)).status).toBe(400)
  expect((await as.anonymous.get(url)).status).toBe(401)
  const { groups } = (await as.viewer.get('/api/admin/user-admin/access')).body
  expect(groups).toMatchObject([{ id: group.id, name: 'Payments', userCount: 2 }])
})

test('the root role of a group takes effect at once for its members', async () => {
  const [group] = (await as.admin.get(url)).body.groups
  const segment = { name: 'made by a member', constraints: [] }
  expect((await as.viewer.post('/api/admin/segments', segment)).status).toBe(201)
  const { name } = group
  expect((await as.admin.put(`${url}/${group.id}`, { name, users: [user(member)] })).status).toBe(200)
  expect((await as.viewer.post('/api/admin/segments', { ...segment, name: 'b' })).status).toBe(403)
  expect((await as.member.post('/api/admin/segments', { ...segment, name: 'b' })).status).toBe(201)
  expect((await as.admin.put(`${url}/${group.id}`, { name, rootRole: null })).status).toBe(200)
  expect((await as.member.post('/api/admin/segments', { ...segment, name: 'c' })).status).toBe(403)
  expect((await as.member.get('/api/admin/user/profile')).body.groups).toMatchObject([{ name: 'Payments' }])
})

test('an update leaves fields that are not sent unchanged', async () => {
  const group = await make('Search', { description: 'x', mappingsSSO: ['s'], users: [user(owner)] })
  const { body } = await as.admin.put(`${url}/${group.id}`, { name: 'Search and find' })
  expect(body).toMatchObject({
    name: 'Search and find',
    description: 'x',
    mappingsSSO: ['s'],
    userCount: 1,
    objectVersion: 2,
  })
  expect(await last()).toMatchObject({
    type: 'group-updated',
    data: { name: 'Search and find', users: [owner.id] },
    pre_data: { name: 'Search', users: [owner.id] },
  })
  const stale = await as.admin.put(
    `${url}/${group.id}`,
    { name: 'Other' },
    { headers: { 'if-match': 'W/"1"' } },
  )
  expect(stale.status).toBe(412)
})

test.each([
  ['without a name', { name: ' ' }, 400],
  ['with too long a name', { name: 'x'.repeat(101) }, 400],
  ['with a name that is taken', { name: 'PAYMENTS' }, 409],
  ['with a project role as root role', { name: 'New', rootRole: OWNER }, 400],
  ['with an unknown root role', { name: 'New', rootRole: 4711.5 }, 400],
  ['with an unknown member', { name: 'New', users: [{ user: { id: 12345 } }] }, 400],
])('a group is not created %s', async (_what, input, status) => {
  expect((await as.admin.post(url, input)).status).toBe(status)
  expect((await as.admin.put(`${url}/${(await make(`for ${_what}`)).id}`, input)).status).toBe(status)
})

test('only administrators can change groups', async () => {
  const [group] = (await as.admin.get(url)).body.groups
  expect((await as.editor.post(url, { name: 'Mine', rootRole: 1 })).status).toBe(403)
  expect((await as.editor.put(`${url}/${group.id}`, { name: 'Mine' })).status).toBe(403)
  expect((await as.editor.delete(`${url}/${group.id}`)).status).toBe(403)
  expect((await as.editor.delete(`${url}/scim-groups`)).status).toBe(403)
  expect((await as.admin.put(`${url}/12345`, { name: 'x' })).status).toBe(404)
  expect((await as.admin.delete(`${url}/12345`)).status).toBe(404)
})

test('undoing the deletion of a group restores its members and roles', async () => {
  await makeProject(db, 'shop')
  const group = await make('Shop people', { mappingsSSO: ['shop'], users: [user(member)] })
  const roles = `/api/admin/projects/shop/groups/${group.id}/roles`
  expect((await as.admin.put(roles, { roles: [MEMBER] })).status).toBe(200)
  const { status, headers } = await as.admin.delete(`${url}/${group.id}`)
  expect(status).toBe(200)
  expect(await last()).toMatchObject({ type: 'group-deleted', pre_data: { name: 'Shop people' } })
  expect((await as.admin.get('/api/admin/projects/shop/access')).body.groups).toEqual([])

  expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBe(204)
  const { body } = await as.admin.get(`${url}/${group.id}`)
  expect(body).toMatchObject({ name: 'Shop people', mappingsSSO: ['shop'], projects: ['shop'] })
  expect(memberIds(body)).toEqual([member.id])
})

test('an undo reverts all fields and members of a group update', async () => {
  const group = await make('Before', { users: [user(member)] })
  const change = { name: 'After', description: 'new', users: [user(viewer)] }
  const { headers } = await as.admin.put(`${url}/${group.id}`, change)
  expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBe(204)
  const { body } = await as.admin.get(`${url}/${group.id}`)
  expect(body).toMatchObject({ name: 'Before', description: null })
  expect(memberIds(body)).toEqual([member.id])
})

test('the last owner group of a project cannot be deleted, even if the other owner leaves concurrently', async () => {
  await makeProject(db, 'owned')
  const group = await make('Owners')
  const groupRoles = `/api/admin/projects/owned/groups/${group.id}/roles`
  const userRoles = `/api/admin/projects/owned/users/${owner.id}/roles`
  await as.admin.put(groupRoles, { roles: [OWNER] })
  const refused = await as.admin.delete(`${url}/${group.id}`)
  expect([refused.status, refused.body.name]).toEqual([409, 'ProjectWithoutOwnerError'])
  expect(refused.body.message).toContain('owned')

  await as.admin.put(userRoles, { roles: [OWNER] })
  const answers = await Promise.all([as.admin.delete(`${url}/${group.id}`), as.adminToken.delete(userRoles)])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const left = await db.selectFrom('project_groups').selectAll().where('project', '=', 'owned').execute()
  const people = await db.selectFrom('project_members').selectAll().where('project', '=', 'owned').execute()
  expect(left.length + people.length).toBe(1)
})

test('a deleted account is removed from its groups', async () => {
  const { body } = await as.admin.post('/api/admin/user-admin', { username: 'gone', rootRole: 3 })
  const group = await make('With somebody', { users: [user(body)] })
  expect((await as.admin.delete(`/api/admin/user-admin/${body.id}`)).status).toBe(200)
  expect((await as.admin.get(`${url}/${group.id}`)).body).toMatchObject({ users: [], userCount: 0 })
})
