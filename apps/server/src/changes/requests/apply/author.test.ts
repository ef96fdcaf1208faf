import { expect, test } from 'vitest'
import { storePersonalToken } from '../../../../test/credentials.ts'
import { testApp } from '../../../../test/kit.ts'

const { actors, as, client, db } = await testApp()
const home = '/api/admin/projects/default'

test('the permissions of an author end with the account', async () => {
  const author = await db
    .insertInto('users')
    .values({ username: 'bob', name: 'bob', root_role: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storePersonalToken(db, 'user:bob-secret', author.id)
  const bob = client({ authorization: 'user:bob-secret' })
  const permissions = [{ name: 'APPLY_CHANGE_REQUEST', environment: 'development' }]
  const role = { name: 'Applier', description: '', type: 'custom', permissions }
  const { body: made } = await as.admin.post('/api/admin/roles', role)
  const member = { roles: [made.roles.id], users: [actors.viewer.id], groups: [] }
  expect((await as.admin.post(`${home}/access`, member)).status).toBeLessThan(300)

  await as.admin.post(`${home}/features`, { name: 'orphaned' })
  const on = `${home}/features/orphaned/environments/development/on`
  const { body } = await bob.post(on, undefined, { headers: { prefer: 'propose' } })
  const state = `${home}/change-requests/${body.id}/state`
  expect((await bob.put(state, { state: 'In review' })).body.state).toBe('Approved')
  expect((await as.admin.delete(`/api/admin/user-admin/${author.id}`)).status).toBe(200)
  const refused = await as.viewer.put(state, { state: 'Applied' })
  expect([refused.status, refused.body.code]).toEqual([403, 'noPermission'])
})
