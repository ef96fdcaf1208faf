import { expect, test } from 'vitest'
import { makeProject } from '../../../../test/fixtures.ts'
import { type Client, testApp } from '../../../../test/kit.ts'

const { as, db, actors } = await testApp()
const { admin, editor, viewer, owner, member } = actors
const home = '/api/admin/projects/default'
const MEMBER = 5

type Listed = { id: number; name: string }
const idsOf = (list: Listed[]) => list.map(({ id }) => id).sort((a, b) => a - b)
const reviewers = async (environment: string, who: Client = as.viewer, project = home) =>
  idsOf((await who.get(`${project}/change-requests/available-reviewers/${environment}`)).body.reviewers)
const accountsIn = (environment: string, who: Client = as.owner) =>
  who.get(`${home}/change-requests/config/${environment}/accounts`)

async function makeRole(name: string, permissions: { name: string; environment?: string }[]) {
  const { status, body } = await as.admin.post('/api/admin/roles', { name, type: 'custom', permissions })
  expect(status).toBe(200)
  return body.roles.id as number
}
const approve = await makeRole('Reviewer', [{ name: 'APPROVE_CHANGE_REQUEST', environment: 'production' }])
const skip = await makeRole('On call', [{ name: 'SKIP_CHANGE_REQUEST', environment: 'production' }])
const give = (user: number, roles: number[], project = home) =>
  as.admin.put(`${project}/users/${user}/roles`, { roles })

test('administrators can approve everywhere, and other accounts where a role allows it', async () => {
  expect(await reviewers('production')).toEqual([admin.id])
  await give(member.id, [MEMBER, approve])
  expect(await reviewers('production')).toEqual([admin.id, member.id])
  expect(await reviewers('development')).toEqual([admin.id])
})

test('a reviewer is returned as the wire format has it', async () => {
  const { body } = await as.viewer.get(`${home}/change-requests/available-reviewers/production`)
  expect(body.reviewers[0]).toEqual({
    id: admin.id,
    name: 'ada',
    username: 'ada',
    email: 'ada@example.com',
    imageUrl: expect.stringMatching(/^\/avatar\/[0-9a-f]{64}$/),
  })
})

test('a role counts only in its project, and once if an account has it directly and through a group', async () => {
  await makeProject(db, 'shop')
  const shop = '/api/admin/projects/shop'
  const group = await as.admin.post('/api/admin/groups', {
    name: 'Risk',
    users: [{ user: { id: viewer.id } }, { user: { id: owner.id } }],
  })
  await as.admin.put(`${shop}/groups/${group.body.id}/roles`, { roles: [approve] })
  await give(viewer.id, [approve], shop)
  expect(await reviewers('production', as.viewer, shop)).toEqual([admin.id, viewer.id, owner.id])
  expect(await reviewers('production')).toEqual([admin.id, member.id])
})

test('service accounts can apply and skip, but they are not reviewers', async () => {
  const robot = { name: 'Robot', username: 'robot', rootRole: 1 }
  const { id } = (await as.admin.post('/api/admin/service-account', robot)).body
  await give(editor.id, [skip])
  expect(await reviewers('production')).not.toContain(id)
  const { body } = await accountsIn('production')
  expect(body.totals).toEqual({ approve: 2, apply: 2, skip: 3 })
  expect(idsOf(body.approve)).toEqual([admin.id, member.id])
  expect(idsOf(body.apply)).toEqual([admin.id, id])
  expect(idsOf(body.skip)).toEqual([admin.id, editor.id, id])
  await as.admin.delete(`/api/admin/service-account/${id}`)
  expect((await accountsIn('production')).body.totals).toEqual({ approve: 2, apply: 1, skip: 2 })
})

test('the lists agree with the permissions of each account', async () => {
  for (const environment of ['development', 'production']) {
    const { body } = await accountsIn(environment)
    const lists: Record<string, Listed[]> = {
      APPROVE_CHANGE_REQUEST: body.approve,
      APPLY_CHANGE_REQUEST: body.apply,
      SKIP_CHANGE_REQUEST: body.skip,
    }
    for (const { id } of [admin, editor, viewer, owner, member]) {
      const place = `project=default&environment=${environment}`
      const held = await as.admin.get(`/api/admin/user-admin/${id}/permissions?${place}`)
      const holds: { name: string; hasPermission: boolean }[] = held.body.overview.environment
      for (const [permission, list] of Object.entries(lists))
        expect(idsOf(list).includes(id), `${permission} of ${id} in ${environment}`).toBe(
          holds.find(({ name }) => name === permission)?.hasPermission,
        )
    }
  }
})

test('accounts are listed by name, without email addresses unless there is no other name', async () => {
  const { id } = await db
    .insertInto('users')
    .values({ email: 'zoe@example.com', root_role: 3 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await give(id, [approve])
  const { body } = await accountsIn('production')
  expect(body.approve.map(({ name }: Listed) => name)).toEqual(['ada', 'max', 'zoe@example.com'])
  expect(JSON.stringify(body)).not.toContain('ada@example.com')
  expect(JSON.stringify(body)).not.toContain('max@example.com')
})

test('at most 50 accounts are listed, and all are counted', async () => {
  const people = Array.from({ length: 60 }, (_, index) => ({ username: `p${index}`, root_role: 1 }))
  const made = await db.insertInto('users').values(people).returning('id').execute()
  const { body } = await accountsIn('development')
  expect(body.apply).toHaveLength(50)
  expect(body.totals).toEqual({ approve: 61, apply: 61, skip: 61 })
  expect(await reviewers('development')).toHaveLength(61)
  const ids = made.map((one) => one.id)
  await db.updateTable('users').set({ deleted_at: new Date() }).where('id', 'in', ids).execute()
  expect(await reviewers('development')).toEqual([admin.id])
})

test('an account that cannot see a private project is not listed there', async () => {
  await makeProject(db, 'secret', { mode: 'private' })
  const secret = '/api/admin/projects/secret'
  // A root role cannot be given these permissions through the API, but the database can hold them.
  const role = await as.admin.post('/api/admin/roles', { name: 'Root', type: 'root-custom', permissions: [] })
  const role_id = role.body.roles.id
  await db
    .insertInto('role_permissions')
    .values({ role_id, permission: 'APPROVE_CHANGE_REQUEST', environment: '*' })
    .execute()
  await as.admin.put(`/api/admin/user-admin/${viewer.id}`, { rootRole: role_id })
  expect(await reviewers('production', as.admin, secret)).toEqual([admin.id])
  expect((await as.viewer.get(`${secret}/change-requests/available-reviewers/production`)).status).toBe(404)
  expect(await reviewers('development', as.admin)).toEqual([admin.id, viewer.id])
})

test('an unknown project or environment is not found, and the lists need a permission', async () => {
  for (const path of ['available-reviewers/nowhere', 'config/nowhere/accounts'])
    expect((await as.admin.get(`${home}/change-requests/${path}`)).status).toBe(404)
  for (const path of ['available-reviewers/production', 'config/production/accounts'])
    expect((await as.admin.get(`/api/admin/projects/gone/change-requests/${path}`)).status).toBe(404)
  expect((await accountsIn('production', as.member)).status).toBe(403)
  const reader = await makeRole('Reads rules', [{ name: 'PROJECT_CHANGE_REQUEST_READ' }])
  await give(member.id, [MEMBER, reader])
  expect((await accountsIn('production', as.member)).status).toBe(200)
})
