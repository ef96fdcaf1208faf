import { expect, test } from 'vitest'
import { makeFlag, makeProject, makeSegment } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

// A private project is invisible to accounts that are not members, directly or through a group.

const { as, db, actors } = await testApp()
const { viewer, member } = actors
const [VIEWER, MEMBER, READER] = [3, 5, 6]
await makeProject(db, 'secret', { mode: 'private' })
await makeFlag(db, 'hidden-flag', { project: 'secret', environments: { development: {} } })
await makeSegment(db, 'hidden segment', 'secret')
await as.admin.post('/api/admin/projects/secret/features', { name: 'second-flag' })

const group = (await as.admin.post('/api/admin/groups', { name: 'Insiders' })).body.id
const inside = (users: { id: number }[]) =>
  as.admin.put(`/api/admin/groups/${group}`, {
    name: 'Insiders',
    users: users.map(({ id }) => ({ user: { id } })),
  })
const giveGroup = (roles: number[]) =>
  as.admin.put(`/api/admin/projects/secret/groups/${group}/roles`, { roles })

const single = [
  '/projects/secret/overview',
  '/projects/secret/status',
  '/projects/secret/features',
  '/projects/secret/features/hidden-flag',
  '/projects/secret/health-report',
  '/projects/secret/flag-creators',
  '/user/roles?projectId=secret',
]
const lists = [
  '/projects',
  '/search/features?query=hidden',
  '/segments',
  '/search/events',
  `/groups/${group}`,
]

async function looks(as: { get(url: string): Promise<{ status: number; body: unknown }> }) {
  const statuses = new Set<number>()
  for (const path of single) statuses.add((await as.get(`/api/admin${path}`)).status)
  const mentions: string[] = []
  for (const path of lists) {
    const { body } = await as.get(`/api/admin${path}`)
    if (/secret|hidden|second-flag/.test(JSON.stringify(body))) mentions.push(path)
  }
  return { statuses: [...statuses], mentions }
}

const nothing = { statuses: [404], mentions: [] as string[] }
const everything = { statuses: [200], mentions: lists }

test('a private project is invisible to accounts that are not members', async () => {
  await giveGroup([READER])
  expect(await looks(as.viewer)).toEqual(nothing)
  expect(await looks(as.member)).toEqual(nothing)
  const write = await as.viewer.post('/api/admin/projects/secret/features', { name: 'mine' })
  expect(write.status).toBe(404)
  expect((await as.viewer.post('/api/admin/projects/secret/access', {})).status).toBe(404)
})

test('an account sees a private project through its group, with the permissions of the group role', async () => {
  await inside([viewer])
  expect(await looks(as.viewer)).toEqual(everything)
  expect(await looks(as.member)).toEqual(nothing)
  const create = () => as.viewer.post('/api/admin/projects/secret/features', { name: 'mine' })
  expect((await create()).status).toBe(403)
  await giveGroup([MEMBER])
  expect((await create()).status).toBe(201)
})

test('an account that leaves the group no longer sees the private project', async () => {
  await inside([member])
  expect(await looks(as.viewer)).toEqual(nothing)
  expect(await looks(as.member)).toEqual(everything)
  await as.admin.delete(`/api/admin/projects/secret/groups/${group}/roles`)
  expect(await looks(as.member)).toEqual(nothing)
})

test('members of a group with the Editor role see private projects, those with a custom root role do not', async () => {
  await as.admin.put(`/api/admin/groups/${group}`, { name: 'Insiders', rootRole: 2 })
  expect((await as.member.get('/api/admin/projects/secret/overview')).status).toBe(200)
  const role = await as.admin.post('/api/admin/roles', {
    name: 'Builder',
    type: 'root-custom',
    permissions: [{ name: 'CREATE_PROJECT' }],
  })
  await as.admin.put(`/api/admin/groups/${group}`, { name: 'Insiders', rootRole: role.body.roles.id })
  expect((await as.member.get('/api/admin/projects/secret/overview')).status).toBe(404)
  await as.admin.put(`/api/admin/groups/${group}`, { name: 'Insiders', rootRole: VIEWER })
})

test('a protected project is visible to every account, but only members can change it', async () => {
  await makeProject(db, 'guarded', { mode: 'protected' })
  expect((await as.viewer.get('/api/admin/projects/guarded/overview')).status).toBe(200)
  const create = () => as.viewer.post('/api/admin/projects/guarded/features', { name: 'guarded-flag' })
  expect((await create()).status).toBe(403)
  await as.admin.put(`/api/admin/projects/guarded/groups/${group}/roles`, { roles: [MEMBER] })
  await inside([viewer])
  expect((await create()).status).toBe(201)
})
