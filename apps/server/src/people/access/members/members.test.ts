import { expect, test } from 'vitest'
import { makeProject, trail } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, db, actors } = await testApp()
const { owner, member, viewer, editor } = actors
const [OWNER, MEMBER, READER] = [4, 5, 6]
const url = '/api/admin/projects/shop/access'
const rolesUrl = (id: number) => `/api/admin/projects/shop/users/${id}/roles`
const access = async () =>
  (await as.admin.get(url)).body.users.map(({ id, roles }: { id: number; roles: number[] }) => [id, roles])

await makeProject(db, 'shop')
await db
  .insertInto('project_members')
  .values({ project: 'shop', user_id: owner.id, role_id: OWNER })
  .execute()

test('an owner assigns roles to several people in one request', async () => {
  const grant = { roles: [MEMBER, READER], users: [member.id, viewer.id], groups: [] }
  expect((await as.owner.post(url, grant)).status).toBe(200)
  expect(await access()).toEqual([
    [viewer.id, [MEMBER, READER]],
    [owner.id, [OWNER]],
    [member.id, [MEMBER, READER]],
  ])
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'project-access-added',
    project: 'shop',
    data: { roles: [{ roleId: MEMBER, users: [viewer.id, member.id] }, { roleId: READER }] },
  })
  expect((await as.owner.post(url, grant)).status).toBe(200)
  expect(await trail(db)).toHaveLength(1)
})

test('the access list contains people and the available roles', async () => {
  const { body } = await as.owner.get(url)
  expect(body.groups).toEqual([])
  expect(body.roles.map(({ name }: { name: string }) => name)).toEqual(['Owner', 'Member', 'Reader'])
  expect(body.users[0]).toMatchObject({ name: 'vera', email: 'vera@example.com', roleId: MEMBER })
  expect((await as.member.get(url)).status).toBe(403)
  expect((await as.admin.get('/api/admin/projects/nowhere/access')).status).toBe(404)
})

test.each([
  ['no role', { roles: [], users: [viewer.id], groups: [] }, 400],
  ['a root role', { roles: [1], users: [viewer.id], groups: [] }, 404],
  ['an unknown role', { roles: [999_999_999_999], users: [viewer.id], groups: [] }, 404],
  ['an unknown person', { roles: [MEMBER], users: [999_999_999_999], groups: [] }, 404],
  ['an unknown group', { roles: [MEMBER], users: [], groups: [999_999_999_999] }, 404],
])('granting access fails for %s', async (_what, grant, status) => {
  expect((await as.owner.post(url, grant)).status).toBe(status)
})

test('a member who is not an owner can only assign the roles they hold', async () => {
  await db
    .insertInto('role_permissions')
    .values({ role_id: READER, permission: 'PROJECT_USER_ACCESS_WRITE' })
    .execute()
  const { status, body } = await as.member.post(url, { roles: [OWNER], users: [member.id], groups: [] })
  expect([status, body.name]).toEqual([403, 'ForbiddenError'])
  expect((await as.member.put(rolesUrl(member.id), { roles: [OWNER] })).status).toBe(403)
  expect((await as.member.post(url, { roles: [MEMBER], users: [editor.id], groups: [] })).status).toBe(200)
  expect((await as.viewer.delete(rolesUrl(editor.id))).status).toBe(200)
  await db.deleteFrom('role_permissions').where('role_id', '=', READER).execute()
  expect((await as.member.post(url, { roles: [MEMBER], users: [editor.id], groups: [] })).status).toBe(403)
})

test('setting the roles of a person replaces all of them', async () => {
  expect((await as.owner.put(rolesUrl(member.id), { roles: [READER] })).status).toBe(200)
  expect((await as.owner.put(rolesUrl(member.id), { roles: [] })).status).toBe(400)
  expect((await as.owner.put(rolesUrl(12345), { roles: [READER] })).status).toBe(404)
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'project-access-user-roles-updated',
    data: { userId: member.id, roles: [READER] },
    pre_data: { userId: member.id, roles: [MEMBER, READER] },
  })
})

test('a person can be removed from a project', async () => {
  expect((await as.owner.delete(rolesUrl(member.id))).status).toBe(200)
  expect((await as.owner.delete(rolesUrl(member.id))).status).toBe(404)
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'project-access-user-roles-deleted',
    pre_data: { userId: member.id, roles: [READER] },
  })
})

test('the last owner of a project cannot be removed', async () => {
  for (const answer of [
    await as.owner.delete(rolesUrl(owner.id)),
    await as.owner.put(rolesUrl(owner.id), { roles: [MEMBER] }),
    await as.owner.put(url, { roles: [{ id: MEMBER, users: [owner.id] }] }),
  ]) {
    expect([answer.status, answer.body.name]).toEqual([409, 'ProjectWithoutOwnerError'])
  }
  const other = `/api/admin/projects/default/users/${owner.id}/roles`
  expect((await as.admin.delete(other)).status).toBe(200)
})

test('one owner is left if two owners remove each other concurrently', async () => {
  await as.admin.put(rolesUrl(editor.id), { roles: [OWNER] })
  const answers = await Promise.all([
    as.admin.delete(rolesUrl(owner.id)),
    as.adminToken.delete(rolesUrl(editor.id)),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('the whole member list can be replaced', async () => {
  const roles = [
    { id: OWNER, users: [owner.id] },
    { id: MEMBER, users: [member.id, member.id], groups: [] },
  ]
  expect((await as.admin.put(url, { roles })).status).toBe(200)
  expect(await access()).toEqual([
    [owner.id, [OWNER]],
    [member.id, [MEMBER]],
  ])
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'project-access-updated',
    data: {
      roles: [
        { roleId: OWNER, users: [owner.id] },
        { roleId: MEMBER, users: [member.id] },
      ],
    },
  })
  expect((await as.admin.put(url, { roles: [{ users: [1] }] })).status).toBe(400)
  expect((await as.viewer.put(url, { roles })).status).toBe(403)
})

test('a role lists the projects it is used in, limited to those the caller can see', async () => {
  await makeProject(db, 'secret', { mode: 'private' })
  await db
    .insertInto('project_members')
    .values({ project: 'secret', user_id: editor.id, role_id: MEMBER })
    .execute()
  const use = '/api/admin/projects/roles/5/access'
  expect((await as.viewer.get(use)).body.projects).toEqual([
    { project: 'default', role: 5, userCount: 1, serviceAccountCount: 0, groupCount: 0 },
    { project: 'shop', role: 5, userCount: 1, serviceAccountCount: 0, groupCount: 0 },
  ])
  expect((await as.admin.get(use)).body.projects).toHaveLength(3)
  expect((await as.admin.get('/api/admin/projects/roles/12345/access')).status).toBe(404)
})
