import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { system } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'
import { endAccount, findByEmail, provisionUser, renameUser, replaceScimId, restoreAccount } from './index.ts'

const { app, as, db, actors } = await testApp()
const users = '/api/admin/user-admin'
const change = <T>(work: (tx: Tx) => Promise<T>) => app.handles.write(system, work)
const lastEvent = () =>
  db.selectFrom('events').selectAll().orderBy('revision', 'desc').limit(1).executeTakeFirst()
const switchScim = async (enabled: boolean) => {
  await db.deleteFrom('settings').where('name', '=', 'scim').execute()
  await db
    .insertInto('settings')
    .values({ name: 'scim', value: JSON.stringify({ enabled }) })
    .execute()
}
let grace = 0

test('an identity provider creates an account, and its email address is then taken', async () => {
  const make = () => change((tx) => provisionUser(tx, { email: 'grace@navy', name: 'Grace', rootRole: 3 }))
  const user = await make()
  expect(user).toMatchObject({ email: 'grace@navy', rootRole: 3 })
  grace = user?.id ?? 0
  expect(await lastEvent()).toMatchObject({ type: 'user-created', data: { id: grace } })
  expect(await make()).toBeUndefined()
  expect(await findByEmail(app.handles.read, 'GRACE@navy')).toMatchObject({ id: grace })
  expect(await findByEmail(app.handles.read, 'nobody@navy')).toBeUndefined()
})

test('an identity provider can rename an account, but not to a taken name or address', async () => {
  const renamed = await change((tx) => renameUser(tx, grace, { username: 'hopper', email: 'hopper@navy' }))
  expect(renamed).toMatchObject({ username: 'hopper', email: 'hopper@navy', name: 'Grace' })
  expect(await lastEvent()).toMatchObject({ type: 'user-updated', pre_data: { email: 'grace@navy' } })
  expect(await change((tx) => renameUser(tx, grace, { email: 'ADA@example.com' }))).toBeUndefined()
  expect(await change((tx) => renameUser(tx, grace, { username: 'Ada' }))).toBeUndefined()
})

test('accounts managed by SCIM cannot be edited while SCIM is on', async () => {
  await change((tx) => replaceScimId(tx, grace, { scimId: 'scim-1', externalId: null }))
  await switchScim(true)
  const refused = await as.admin.put(`${users}/${grace}`, { name: 'x' })
  expect(refused).toMatchObject({ status: 403, body: { name: 'ForbiddenError' } })
  expect((await as.admin.put(`${users}/${actors.viewer.id}`, { name: 'Vera' })).status).toBe(200)
  await switchScim(false)
  expect((await as.admin.put(`${users}/${grace}`, { name: 'Grace H.' })).status).toBe(200)
})

test('a deactivated account has no rights, sessions or tokens, and is restored as a viewer', async () => {
  const { id } = actors.owner
  expect((await as.owner.get('/api/admin/user')).status).toBe(200)
  await db.insertInto('groups').values({ name: 'team', created_by: 'tests' }).execute()
  const { id: group } = await db.selectFrom('groups').select('id').executeTakeFirstOrThrow()
  await db.insertInto('group_members').values({ group_id: group, user_id: id, created_by: 'tests' }).execute()
  await change((tx) => endAccount(tx, id))
  expect(await lastEvent()).toMatchObject({ type: 'user-deleted', pre_data: { username: 'olga' } })
  expect((await as.owner.get('/api/admin/user')).status).toBe(401)
  for (const table of ['project_members', 'group_members', 'personal_tokens'] as const) {
    expect(await db.selectFrom(table).selectAll().where('user_id', '=', id).execute()).toEqual([])
  }
  expect(await change((tx) => restoreAccount(tx, id))).toMatchObject({ id, username: 'olga', rootRole: 3 })
  expect((await as.admin.get(`${users}/${id}`)).status).toBe(200)
  expect(await change((tx) => restoreAccount(tx, id))).toBeUndefined()
})

test('a deactivated account cannot be restored if its email address is taken', async () => {
  const { id } = actors.member
  await change((tx) => endAccount(tx, id))
  await change((tx) => provisionUser(tx, { email: 'MAX@example.com', rootRole: 3 }))
  expect(await change((tx) => restoreAccount(tx, id))).toBeUndefined()
})

test('an identity provider cannot deactivate the last administrator', async () => {
  await expect(change((tx) => endAccount(tx, actors.admin.id))).rejects.toThrow('last administrator')
})

test('an administrator can delete all SCIM accounts at once, unless their own is one of them', async () => {
  expect((await as.editor.delete(`${users}/scim-users`)).status).toBe(403)
  await change((tx) => replaceScimId(tx, actors.admin.id, { scimId: 'scim-2', externalId: null }))
  expect((await as.admin.delete(`${users}/scim-users`)).body.message).toContain('Your own account')
  await change((tx) => replaceScimId(tx, actors.admin.id, { scimId: null, externalId: null }))
  expect((await as.admin.delete(`${users}/scim-users`)).status).toBe(200)
  expect(await lastEvent()).toMatchObject({ type: 'scim-users-deleted', pre_data: { ids: [grace] } })
  expect((await as.admin.get(`${users}/${grace}`)).status).toBe(404)
})
