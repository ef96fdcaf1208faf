import { expect, test } from 'vitest'
import { makeProject, trail } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'
import { system } from '../../../platform/write/actor.ts'
import type { Tx } from '../../../platform/write/write.ts'
import {
  addScimMembers,
  createScimGroup,
  deleteScimGroup,
  removeScimMembers,
  setScimMembers,
  syncGroups,
  updateScimGroup,
} from '../index.ts'

const { app, as, db, actors } = await testApp()
const { member, viewer, owner } = actors
const OWNER = 4
const url = '/api/admin/groups'
const write = <T>(work: (tx: Tx) => Promise<T>) => app.handles.write(system, work)
const user = ({ id }: { id: number }) => ({ user: { id } })
const make = async (name: string, more = {}) => (await as.admin.post(url, { name, ...more })).body
const membersOf = async (id: number): Promise<number[]> =>
  (await as.admin.get(`${url}/${id}`)).body.users.map((one: { user: { id: number } }) => one.user.id)
const types = async (count: number) => (await trail(db, count)).map(({ type }) => type)

test('at sign-in an account joins the groups its provider names and leaves those it no longer names', async () => {
  const pay = await make('Payments', { mappingsSSO: ['team-pay', 'finance'] })
  const search = await make('Search', { mappingsSSO: ['team-search'], users: [user(viewer)] })
  await make('Without names')
  const sync = (names: string[]) => write((tx) => syncGroups(tx, viewer.id, names))

  await sync(['team-pay', 'finance', 'team-search', 'unknown'])
  expect(await membersOf(pay.id)).toEqual([viewer.id])
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'group-user-added',
    data: { id: pay.id, name: 'Payments', userId: viewer.id },
  })
  const before = (await trail(db)).length
  await sync(['finance', 'team-search'])
  expect(await trail(db)).toHaveLength(before)

  await sync(['TEAM-PAY'])
  expect(await membersOf(pay.id)).toEqual([])
  expect(await types(1)).toEqual(['group-user-removed'])
  // The membership was added by hand, so the provider does not remove it.
  expect(await membersOf(search.id)).toEqual([viewer.id])
})

test('SCIM creates, renames, fills and deletes a group', async () => {
  const { id } = await write((tx) => createScimGroup(tx, { name: 'Sales', scimId: 's-1', externalId: 'x' }))
  expect((await as.admin.get(`${url}/${id}`)).body).toMatchObject({ name: 'Sales', scimId: 's-1' })
  await expect(
    write((tx) => createScimGroup(tx, { name: 'sales', scimId: 's-2', externalId: null })),
  ).rejects.toThrow('already has the name')

  await write((tx) => setScimMembers(tx, id, [member.id, viewer.id]))
  await write((tx) => addScimMembers(tx, id, [owner.id, viewer.id]))
  expect(await membersOf(id)).toEqual([viewer.id, owner.id, member.id])
  await write((tx) => removeScimMembers(tx, id, [owner.id]))
  await write((tx) => setScimMembers(tx, id, [member.id]))
  expect(await membersOf(id)).toEqual([member.id])
  expect(await types(5)).toEqual([
    'group-user-added',
    'group-user-added',
    'group-user-added',
    'group-user-removed',
    'group-user-removed',
  ])

  await write((tx) => updateScimGroup(tx, id, { name: 'Sales EU', externalId: null }))
  expect((await trail(db, 1))[0]).toMatchObject({
    type: 'group-updated',
    actor_name: 'system',
    data: { name: 'Sales EU' },
    pre_data: { name: 'Sales' },
  })
  await write((tx) => deleteScimGroup(tx, id))
  expect((await as.admin.get(`${url}/${id}`)).status).toBe(404)
  await expect(write((tx) => deleteScimGroup(tx, id))).rejects.toThrow('does not exist')
})

test('a SCIM group cannot be renamed or get other members by hand, but its other fields can be edited', async () => {
  const group = { name: 'Legal', scimId: 's-3', externalId: null }
  const { id } = await write((tx) => createScimGroup(tx, group))
  await write((tx) => setScimMembers(tx, id, [member.id]))
  expect((await as.admin.put(`${url}/${id}`, { name: 'Law' })).status).toBe(400)
  expect((await as.admin.put(`${url}/${id}`, { name: 'Legal', users: [] })).status).toBe(400)
  const change = { name: 'Legal', description: 'Contracts', rootRole: 2, users: [user(member)] }
  expect((await as.admin.put(`${url}/${id}`, change)).body).toMatchObject({
    description: 'Contracts',
    rootRole: 2,
  })
  const { headers } = await as.admin.delete(`${url}/${id}`)
  expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBe(204)
  expect((await as.admin.get(`${url}/${id}`)).body).toMatchObject({ scimId: 's-3', userCount: 1 })
  await as.admin.put(`${url}/${id}`, { name: 'Legal', mappingsSSO: ['law'] })
  await write((tx) => syncGroups(tx, viewer.id, ['law']))
  expect(await membersOf(id)).toEqual([member.id])
})

test('SCIM groups are not deleted if a project would lose its last owner', async () => {
  await makeProject(db, 'owned')
  const first = await write((tx) => createScimGroup(tx, { name: 'First', scimId: 's-8', externalId: null }))
  const second = await write((tx) => createScimGroup(tx, { name: 'Second', scimId: 's-9', externalId: null }))
  const roles = (id: number) => `/api/admin/projects/owned/groups/${id}/roles`
  for (const { id } of [first, second]) await as.admin.put(roles(id), { roles: [OWNER] })
  const refused = await as.admin.delete(`${url}/scim-groups`)
  expect([refused.status, refused.body.name]).toEqual([409, 'ProjectWithoutOwnerError'])
  expect(refused.body.message).toContain('owned')
  expect((await as.admin.get(`${url}/${first.id}`)).status).toBe(200)

  await as.admin.put(`/api/admin/projects/owned/users/${owner.id}/roles`, { roles: [OWNER] })
  for (const { id } of [first, second]) expect((await as.admin.delete(`${url}/${id}`)).status).toBe(200)
})

test('all SCIM groups are deleted at once, and other groups are kept', async () => {
  expect((await as.admin.delete(`${url}/scim-groups`)).status).toBe(200)
  const names = (await as.admin.get(url)).body.groups.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['Payments', 'Search', 'Without names'])
  expect(await types(2)).toEqual(['group-deleted', 'scim-groups-deleted'])
  const before = (await trail(db)).length
  expect((await as.admin.delete(`${url}/scim-groups`)).status).toBe(200)
  expect(await trail(db)).toHaveLength(before)
})
