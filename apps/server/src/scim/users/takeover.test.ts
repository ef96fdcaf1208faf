import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { accountsOf, person, provider } from '../../../test/scim.ts'

const kit = await testApp()
const { db, actors } = kit
const idp = await provider(kit)
const users = '/scim/Users'
const { eventsAfter, newest, accountOf, create } = accountsOf(kit, idp)

test('an account that was here before is taken over with its rights', async () => {
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

test('administrators and service accounts are never taken over', async () => {
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

test('somebody who is an administrator through a group is not taken over either', async () => {
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

test('a name and an address of two different accounts are a conflict', async () => {
  const both = person('max', { emails: [{ value: 'olga@example.com' }] })
  expect((await idp.post(users, both)).status).toBe(409)
})

test('an account that was made an administrator by hand keeps its name, and the last one stays', async () => {
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
