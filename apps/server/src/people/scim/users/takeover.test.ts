import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { accountsOf, person, provider } from '../../../../test/scim.ts'

const kit = await testApp()
const { as, db, actors } = kit
const idp = await provider(kit)
const users = '/scim/Users'
const { eventsAfter, newest, accountOf, create } = accountsOf(kit, idp)

test('an existing account is taken over and keeps its rights', async () => {
  const before = await newest()
  const { status, body } = await idp.post(users, person('edith@example.com', { displayName: 'Edith Clarke' }))
  expect(status).toBe(201)
  expect(await accountOf('edith@example.com')).toMatchObject({
    id: actors.editor.id,
    name: 'Edith Clarke',
    username: 'edith',
    root_role: 2,
    scim_id: body.id,
  })
  expect(await eventsAfter(before)).toMatchObject([
    { type: 'user-updated', data: { name: 'Edith Clarke' }, pre_data: { name: 'edith' } },
    { type: 'user-updated', data: { id: actors.editor.id, managedByScim: true } },
  ])
})

test('administrators and service accounts cannot be taken over', async () => {
  await db
    .insertInto('users')
    .values({ username: 'robot', name: 'robot', root_role: 3, is_service: true })
    .execute()
  for (const [userName, word] of [
    ['ada@example.com', 'administrator'],
    ['ada', 'administrator'],
    ['robot', 'service account'],
  ] as const) {
    const { status, body } = await idp.post(users, person(userName, { emails: [] }))
    expect(status).toBe(409)
    expect(body.detail).toContain(word)
  }
  expect(await accountOf('ada@example.com')).toMatchObject({
    id: actors.admin.id,
    scim_id: null,
    root_role: 1,
  })
})

test('an account that is an administrator through a group cannot be taken over', async () => {
  const { id } = await db
    .insertInto('groups')
    .values({ name: 'Chiefs', root_role: 1, created_by: 'tests' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('group_members')
    .values({ group_id: id, user_id: actors.viewer.id, created_by: 'tests' })
    .execute()
  expect((await idp.post(users, person('vera@example.com'))).status).toBe(409)
})

const newRole = async (name: string, ...permissions: string[]): Promise<number> =>
  (
    await as.admin.post('/api/admin/roles', {
      name,
      type: 'root-custom',
      permissions: permissions.map((permission) => ({ name: permission })),
    })
  ).body.roles.id
const newUser = async (username: string, root_role: number) =>
  (
    await db
      .insertInto('users')
      .values({ username, email: `${username}@example.com`, root_role })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const newGroup = async (root_role: number, user_id: number) => {
  const { id: group_id } = await db
    .insertInto('groups')
    .values({ name: `group of ${user_id}`, root_role, created_by: 'tests' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('group_members').values({ group_id, user_id, created_by: 'tests' }).execute()
}

test('an account with a custom role equivalent to Admin cannot be taken over', async () => {
  const powerful = await newRole('Security', 'UPDATE_AUTH_CONFIGURATION')
  const harmless = await newRole('Tagger', 'CREATE_TAG_TYPE')
  await newUser('sam', powerful)
  await newGroup(powerful, await newUser('sven', harmless))
  await newUser('tina', harmless)
  expect((await idp.post(users, person('sam@example.com'))).status).toBe(409)
  expect((await idp.post(users, person('sven@example.com'))).status).toBe(409)
  expect((await idp.post(users, person('tina@example.com'))).status).toBe(201)
})

test('SCIM cannot rename an account that a role or a non-SCIM group makes equivalent to Admin', async () => {
  const powerful = await newRole('Security officer', 'UPDATE_AUTH_CONFIGURATION')
  for (const [name, grant] of [
    [
      'role',
      (id: number) => db.updateTable('users').set({ root_role: powerful }).where('id', '=', id).execute(),
    ],
    ['group', (id: number) => newGroup(powerful, id)],
  ] as const) {
    const { id } = await create(`by-${name}@example.com`)
    await grant((await accountOf(`by-${name}@example.com`))?.id ?? 0)
    expect((await idp.put(`${users}/${id}`, person(`thief-by-${name}@example.com`))).status).toBe(409)
    expect(
      (await idp.put(`${users}/${id}`, person(`by-${name}@example.com`, { displayName: 'New' }))).status,
    ).toBe(200)
  }
})

test('SCIM can rename an administrator whose role comes from a SCIM group', async () => {
  const { id } = await create('lead@example.com')
  const group = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Leads',
    members: [{ value: id }],
  }
  await idp.post('/scim/Groups', group)
  await db.updateTable('groups').set({ root_role: 1 }).where('name', '=', 'Leads').execute()
  expect((await idp.put(`${users}/${id}`, person('leader@example.com'))).status).toBe(200)
})

test('a user name and an email address of two different accounts are a conflict', async () => {
  const both = person('max', { emails: [{ value: 'olga@example.com' }] })
  expect((await idp.post(users, both)).status).toBe(409)
})

test('SCIM cannot rename an account promoted to administrator, or delete the last administrator', async () => {
  const { id } = await create('chief@example.com')
  const userId = (await accountOf('chief@example.com'))?.id ?? 0
  await db.updateTable('users').set({ root_role: 1 }).where('id', '=', userId).execute()
  expect((await idp.put(`${users}/${id}`, person('thief@example.com'))).status).toBe(409)
  expect(
    (await idp.put(`${users}/${id}`, person('chief@example.com', { displayName: 'Chief' }))).status,
  ).toBe(200)

  await db.updateTable('users').set({ root_role: 2 }).where('id', '=', actors.admin.id).execute()
  expect((await idp.delete(`${users}/${id}`)).status).toBe(403)
  await db.updateTable('users').set({ root_role: 1 }).where('id', '=', actors.admin.id).execute()
  expect((await idp.delete(`${users}/${id}`)).status).toBe(204)
})

test('SCIM cannot give an account the user name or email address of another account', async () => {
  const { id } = await create('walter@example.com')
  const emails = [{ value: 'walter@example.com' }]
  expect((await idp.put(`${users}/${id}`, person('ADA@example.com', { emails }))).status).toBe(409)
  await db.insertInto('users').values({ username: 'olga@intranet', root_role: 3 }).execute()
  expect(
    (await idp.put(`${users}/${id}`, person('walter', { emails: [{ value: 'Olga@intranet' }] }))).status,
  ).toBe(409)
})
