import { expect, test } from 'vitest'
import { makeProject } from '../../../test/fixtures.ts'
import { type Client, testApp } from '../../../test/kit.ts'

const { as, db, actors } = await testApp()
const home = '/api/admin/projects/default'
const ownerOf = async (flag: string, project = 'default') =>
  (await as.admin.get(`/api/admin/projects/${project}/features/${flag}`)).body.owner
const setOwner = (who: Client, flag: string, owner: unknown) =>
  who.put(`${home}/features/${flag}/owner`, { owner })
const user = (id: number) => ({ type: 'user', id })
const { id: group } = (
  await as.admin.post('/api/admin/groups', {
    name: 'Checkout team',
    users: [{ user: { id: actors.member.id } }],
  })
).body
const found = async (owner: string) =>
  (await as.viewer.get(`/api/admin/search/features?sortBy=name&owner=${owner}`)).body.features.map(
    ({ name }: { name: string }) => name,
  )

test('people own the flags that they create, tokens do not', async () => {
  await as.editor.post(`${home}/features`, { name: 'mine' })
  await as.adminToken.post(`${home}/features`, { name: 'made-by-token' })
  expect(await ownerOf('mine')).toEqual({ ...user(actors.editor.id), name: 'edith' })
  expect(await ownerOf('made-by-token')).toBeNull()
})

test('a group can own a flag, and the change can be undone', async () => {
  const changed = await setOwner(as.editor, 'mine', { type: 'group', id: group })
  expect(changed.status).toBe(204)
  expect(await ownerOf('mine')).toEqual({ type: 'group', id: group, name: 'Checkout team' })
  const { body } = await as.admin.get('/api/admin/search/events?feature=IS:mine&limit=1')
  expect(body.events[0]).toMatchObject({
    type: 'feature-owner-updated',
    data: { owner: { type: 'group', name: 'Checkout team' } },
    preData: { owner: { type: 'user', name: 'edith' } },
  })
  const undone = await as.editor.post(`/api/admin/undo/${changed.headers['x-undo']}`)
  expect(undone.status).toBeLessThan(300)
  expect(await ownerOf('mine')).toMatchObject(user(actors.editor.id))
})

test('setting the same owner again records no event', async () => {
  const count = async () =>
    (await as.admin.get('/api/admin/search/events?feature=IS:mine')).body.total as number
  const before = await count()
  await setOwner(as.editor, 'mine', user(actors.editor.id))
  expect(await count()).toBe(before)
})

test('viewers cannot set an owner; unknown owners and service accounts are refused', async () => {
  expect((await setOwner(as.viewer, 'mine', null)).status).toBe(403)
  const robot = await as.admin.post('/api/admin/service-account', {
    name: 'robot',
    username: 'robot',
    rootRole: 1,
  })
  for (const owner of [
    user(999_999),
    user(robot.body.id),
    { type: 'group', id: 999_999 },
    { type: 'x', id: 1 },
  ])
    expect((await setOwner(as.admin, 'mine', owner)).status).toBe(400)
})

test('a clone has the owner of its source', async () => {
  await setOwner(as.admin, 'mine', { type: 'group', id: group })
  await as.admin.post(`${home}/features/mine/clone`, { name: 'copy' })
  expect(await ownerOf('copy')).toMatchObject({ type: 'group', id: group })
})

test('flags are found by owner, by several owners and without one', async () => {
  await as.admin.post(`${home}/features`, { name: 'of-ada' })
  expect(await found(`IS:group:${group}`)).toEqual(['copy', 'mine'])
  expect(await found('IS:none')).toEqual(['made-by-token'])
  expect(await found(`IS_ANY_OF:none,user:${actors.admin.id}`)).toEqual(['made-by-token', 'of-ada'])
  expect(await found(`IS_NONE_OF:none,group:${group}`)).toEqual(['of-ada'])
  expect((await as.viewer.get('/api/admin/search/features?owner=IS:nobody')).status).toBe(400)
})

test('flags of a deleted account or group have no owner', async () => {
  await as.owner.post(`${home}/features`, { name: 'left-behind' })
  await as.admin.delete(`/api/admin/user-admin/${actors.owner.id}`)
  await as.admin.delete(`/api/admin/groups/${group}`)
  expect(await ownerOf('left-behind')).toBeNull()
  expect(await ownerOf('copy')).toBeNull()
  expect(await found('IS:none')).toEqual(['copy', 'left-behind', 'made-by-token', 'mine'])
  expect(await found(`IS:user:${actors.owner.id}`)).toEqual([])
})

test('who cannot see a private project cannot own its flags, and the refusal is that of an unknown account', async () => {
  await makeProject(db, 'hidden', { mode: 'private' })
  const features = '/api/admin/projects/hidden/features'
  await as.admin.post(features, { name: 'canary-flag' })
  const [outsider, unknown] = [
    await as.admin.put(`${features}/canary-flag/owner`, { owner: user(actors.viewer.id) }),
    await as.admin.put(`${features}/canary-flag/owner`, { owner: user(999_999) }),
  ]
  expect([outsider.status, outsider.body.message]).toEqual([400, unknown.body.message])
  const people = await as.admin.get('/api/admin/projects/hidden/people')
  expect(people.body.users.map(({ name }: { name: string }) => name)).toEqual(['ada', 'edith'])
  expect((await as.viewer.get('/api/admin/projects/hidden/people')).status).toBe(404)
  const owners = async (who: Client) =>
    (await who.get('/api/admin/flag-owners')).body.owners.map(({ name }: { name: string }) => name)
  await db.updateTable('flags').set({ owner_user_id: null }).where('project', '=', 'default').execute()
  expect(await owners(as.admin)).toEqual(['ada'])
  expect(await owners(as.viewer)).toEqual([])
})

test('people of a project are found by name, user name and email address', async () => {
  const names = async (q: string) =>
    (await as.viewer.get(`${home}/people?q=${q}`)).body.users.map(({ handle }: { handle: string }) => handle)
  expect(await names('ed')).toEqual(['edith'])
  expect(await names('VERA@')).toEqual(['vera'])
  expect(await names('nobody')).toEqual([])
})
