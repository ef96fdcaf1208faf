import { expect, test } from 'vitest'
import { makeProject, trail } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, db, actors } = await testApp()
const { owner, member, viewer, editor } = actors
const [OWNER, MEMBER, READER] = [4, 5, 6]
const project = '/api/admin/projects/shop'
const url = `${project}/access`
const user = ({ id }: { id: number }) => ({ user: { id } })
const makeGroup = async (name: string, users: { id: number }[]): Promise<number> =>
  (await as.admin.post('/api/admin/groups', { name, users: users.map(user) })).body.id
const rolesUrl = (group: number) => `${project}/groups/${group}/roles`
const last = async () => (await trail(db, 1))[0]
const groupsOf = async () =>
  (await as.admin.get(url)).body.groups.map((group: { id: number; roles: number[] }) => [
    group.id,
    group.roles,
  ])

await makeProject(db, 'shop')
await db
  .insertInto('project_members')
  .values({ project: 'shop', user_id: owner.id, role_id: OWNER })
  .execute()
const payments = await makeGroup('Payments', [member, viewer])
const audit = await makeGroup('Audit', [editor])

test('an owner assigns roles to people and groups in one request', async () => {
  const { status, headers } = await as.owner.post(url, {
    roles: [MEMBER],
    users: [editor.id],
    groups: [payments],
  })
  expect(status).toBe(200)
  expect(await groupsOf()).toEqual([[payments, [MEMBER]]])
  expect(await last()).toMatchObject({
    type: 'project-access-added',
    data: { roles: [{ roleId: MEMBER, users: [editor.id], groups: [payments] }] },
  })
  expect((await as.owner.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBe(204)
  expect(await groupsOf()).toEqual([])
  await as.owner.post(url, { roles: [MEMBER], users: [], groups: [payments] })
})

test('members of a group have exactly the permissions of its role', async () => {
  const { body } = await as.owner.get(url)
  expect(body.groups[0]).toMatchObject({ name: 'Payments', roleId: MEMBER })
  expect(body.groups[0].users.map((one: { user: { id: number } }) => one.user.id)).toEqual([
    viewer.id,
    member.id,
  ])
  expect((await as.viewer.post(`${project}/features`, { name: 'by-a-group' })).status).toBe(201)
  expect((await as.viewer.get(url)).status).toBe(403)
})

test('an account that is a member through a group is counted once and sees its roles', async () => {
  await as.owner.post(url, { roles: [READER], users: [viewer.id], groups: [audit] })
  expect((await as.admin.get(`${project}/overview`)).body.members).toBe(4)
  expect((await as.admin.get(`${project}/status`)).body.resources.members).toBe(4)
  const { projects } = (await as.admin.get('/api/admin/projects')).body
  expect(projects.find(({ id }: { id: string }) => id === 'shop').memberCount).toBe(4)
  const mine = await as.viewer.get('/api/admin/user/roles?projectId=shop')
  expect(mine.body.roles.map(({ id }: { id: number }) => id)).toEqual([MEMBER, READER])
  expect((await as.editor.get('/api/admin/user/profile')).body.projects).toEqual(['shop'])
  const use = (await as.admin.get('/api/admin/projects/roles/6/access')).body.projects
  expect(use).toEqual([
    { project: 'shop', role: READER, userCount: 1, serviceAccountCount: 0, groupCount: 1 },
  ])
})

test('setting the roles of a group replaces all of them', async () => {
  const { status, headers } = await as.owner.put(rolesUrl(payments), { roles: [READER, MEMBER, READER] })
  expect(status).toBe(200)
  expect(await last()).toMatchObject({
    type: 'project-access-group-roles-updated',
    data: { groupId: payments, roles: [MEMBER, READER] },
    pre_data: { groupId: payments, roles: [MEMBER] },
  })
  expect((await as.owner.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBe(204)
  expect(await groupsOf()).toEqual([
    [audit, [READER]],
    [payments, [MEMBER]],
  ])
  expect((await as.owner.put(rolesUrl(payments), { roles: [] })).status).toBe(400)
  expect((await as.owner.put(rolesUrl(12345), { roles: [READER] })).status).toBe(404)
  expect((await as.viewer.put(rolesUrl(payments), { roles: [READER] })).status).toBe(403)
})

test('a group can be removed from a project', async () => {
  const { status, headers } = await as.owner.delete(rolesUrl(audit))
  expect(status).toBe(200)
  expect(await last()).toMatchObject({
    type: 'project-access-group-roles-deleted',
    pre_data: { groupId: audit, roles: [READER] },
  })
  expect((await as.owner.delete(rolesUrl(audit))).status).toBe(404)
  expect((await as.viewer.delete(rolesUrl(payments))).status).toBe(403)
  expect((await as.owner.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBe(204)
})

test('members of an owner group act as owners, and the last person who is an owner can leave', async () => {
  expect((await as.owner.put(rolesUrl(payments), { roles: [OWNER] })).status).toBe(200)
  const { projects } = (await as.admin.get('/api/admin/projects')).body
  expect(projects.find(({ id }: { id: string }) => id === 'shop').owners).toEqual([
    { ownerType: 'user', name: 'olga', email: 'olga@example.com' },
    { ownerType: 'group', name: 'Payments' },
  ])
  // An owner through a group can assign any role.
  expect((await as.viewer.put(rolesUrl(audit), { roles: [OWNER, READER] })).status).toBe(200)
  expect((await as.viewer.put(rolesUrl(audit), { roles: [READER] })).status).toBe(200)
  expect((await as.viewer.delete(`${project}/users/${owner.id}/roles`)).status).toBe(200)
  const { status, body } = await as.viewer.delete(rolesUrl(payments))
  expect([status, body.name]).toEqual([409, 'ProjectWithoutOwnerError'])
})

test('a member who is not an owner can assign roles held through a group, but no others', async () => {
  await db
    .insertInto('role_permissions')
    .values({ role_id: READER, permission: 'PROJECT_USER_ACCESS_WRITE' })
    .execute()
  await db.updateTable('users').set({ root_role: 3 }).where('id', '=', editor.id).execute()
  const give = (role: number) => as.editor.put(`${project}/users/${owner.id}/roles`, { roles: [role] })
  expect((await give(READER)).status).toBe(200)
  expect((await give(MEMBER)).status).toBe(403)
})

test('the whole member list can be replaced, including groups, and the change undone', async () => {
  const before = await groupsOf()
  const roles = [
    { id: OWNER, groups: [audit, audit] },
    { id: MEMBER, users: [member.id] },
  ]
  const { status, headers } = await as.admin.put(url, { roles })
  expect(status).toBe(200)
  expect(await groupsOf()).toEqual([[audit, [OWNER]]])
  expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBe(204)
  expect(await groupsOf()).toEqual(before)
})
