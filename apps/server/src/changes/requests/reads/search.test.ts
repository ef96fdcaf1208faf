import { expect, test } from 'vitest'
import { type Client, testApp } from '../../../../test/kit.ts'

const { actors, app, as, db } = await testApp()
// Reviewers get emails, which are queued.
await app.startWork()
const home = '/api/admin/projects/default'
const requests = `${home}/change-requests`
const search = '/api/admin/search/change-requests'
const propose = { headers: { prefer: 'propose' } }
const move = (who: Client, id: number, state: string) => who.put(`${requests}/${id}/state`, { state })
const titlesFor = async (who: Client, query = '') => {
  const { body, status } = await who.get(`${search}${query}`)
  expect(status).toBe(200)
  expect(body.total).toBeGreaterThanOrEqual(body.changeRequests.length)
  return body.changeRequests.map(({ title }: { title: string }) => title)
}
const open = async (who: Client, title: string) => {
  await as.admin.post(`${home}/features`, { name: title })
  const { body } = await who.post(`${home}/features/${title}/environments/production/on`, undefined, propose)
  await who.put(`${requests}/${body.id}/title`, { title })
  return body.id as number
}
await as.admin.put(`${home}/environments/production/change-requests/config`, { changeRequestsEnabled: true })

test('the search shows requests of others, but not their drafts', async () => {
  const sent = await open(as.owner, 'sent')
  await move(as.owner, sent, 'In review')
  await open(as.member, 'draft')
  expect(await titlesFor(as.member)).toEqual(['draft', 'sent'])
  expect(await titlesFor(as.member, '?sortOrder=asc')).toEqual(['sent', 'draft'])
  expect(await titlesFor(as.admin)).toEqual(['sent'])
  const { body } = await as.admin.get(`${search}?limit=1`)
  expect(body).toMatchObject({
    total: 1,
    changeRequests: [{ state: 'In review', features: ['sent'], segments: [], given: 0, needed: 1 }],
  })
  expect((await as.member.get(`${search}?limit=1&offset=1`)).body).toMatchObject({
    total: 2,
    changeRequests: [{ title: 'sent' }],
  })
})

test('the search filters by author, reviewer, state and project', async () => {
  expect(await titlesFor(as.member, `?createdBy=IS:${actors.member.id}`)).toEqual(['draft'])
  expect(await titlesFor(as.member, `?createdBy=IS_ANY_OF:${actors.member.id},${actors.owner.id}`)).toEqual([
    'draft',
    'sent',
  ])
  const [sent] = (await as.admin.get(search)).body.changeRequests
  const asked = `?requestedApproverId=IS:${actors.admin.id}`
  expect(await titlesFor(as.member, asked)).toEqual([])
  await as.owner.put(`${requests}/${sent.id}/approvers`, { reviewers: [actors.admin.id] })
  expect(await titlesFor(as.member, asked)).toEqual(['sent'])
  expect(await titlesFor(as.member, '?state=IS:open')).toEqual(['draft', 'sent'])
  expect(await titlesFor(as.member, '?state=IS:Draft')).toEqual(['draft'])
  expect(await titlesFor(as.member, '?state=IS:closed')).toEqual([])
  expect(await titlesFor(as.member, '?project=IS:default')).toEqual(['draft', 'sent'])
  expect(await titlesFor(as.member, '?project=IS:other')).toEqual([])
  expect((await as.member.get(`${search}?state=IS:nosuch`)).status).toBe(400)
  expect((await as.member.get(`${search}?createdBy=7`)).status).toBe(400)
})

test('requests that wait for the caller are counted and listed in all projects', async () => {
  const actionable = async (who: Client) =>
    (await who.get('/api/admin/change-requests/actionable')).body.total
  expect(await titlesFor(as.admin, '?actionable=IS:true')).toEqual(['sent'])
  expect(await titlesFor(as.member, '?actionable=IS:true')).toEqual([])
  expect([await actionable(as.admin), await actionable(as.owner)]).toEqual([1, 0])
  const [{ id }] = (await as.admin.get(search)).body.changeRequests
  await move(as.admin, id, 'Approved')
  expect((await as.admin.get(search)).body.changeRequests).toMatchObject([{ given: 1, needed: 1 }])
  expect([await actionable(as.admin), await actionable(as.owner)]).toEqual([1, 1])
  await move(as.owner, id, 'Applied')
  expect([await actionable(as.admin), await actionable(as.owner)]).toEqual([0, 0])
  expect(await titlesFor(as.admin, '?state=IS:closed')).toEqual(['sent'])
})

test('the asked reviewers are listed for those who see the request', async () => {
  const id = await open(as.owner, 'asking')
  await as.owner.put(`${requests}/${id}/approvers`, { reviewers: [actors.admin.id] })
  const { body } = await as.owner.get(`${requests}/${id}/approvers`)
  expect(body).toMatchObject({ reviewers: [{ id: actors.admin.id }] })
  expect((await as.member.get(`${requests}/${id}/approvers`)).status).toBe(404)
})

test('requests of a project that the caller does not see are not found', async () => {
  await as.admin.post('/api/admin/projects', { id: 'secret', name: 'Secret', mode: 'private' })
  await db.updateTable('change_requests').set({ project: 'secret' }).execute()
  expect(await titlesFor(as.member)).toEqual([])
  expect(await titlesFor(as.member, '?project=IS:secret')).toEqual([])
  expect((await as.admin.get(search)).body.total).toBeGreaterThan(0)
})
