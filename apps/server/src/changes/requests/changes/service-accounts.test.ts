import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as, client } = await testApp()
const home = '/api/admin/projects/default'
const requests = `${home}/change-requests`
const { body: account } = await as.admin.post('/api/admin/service-account', {
  name: 'Assistant',
  username: 'assistant',
  rootRole: 2,
})
const { body: token } = await as.admin.post(`/api/admin/service-account/${account.id}/token`, {
  description: 'tests',
  expiresAt: '2099-01-01T00:00:00Z',
})
const assistant = client({ authorization: token.secret })
let count = 0
async function propose(environment: string) {
  const name = `assisted-${++count}`
  await as.admin.post(`${home}/features`, { name })
  const changes = [{ action: 'updateEnabled', feature: name, payload: { enabled: true } }]
  return (await assistant.post(`${home}/environments/${environment}/change-requests`, changes)).body.id
}
await as.admin.put(`${home}/environments/production/change-requests/config`, { changeRequestsEnabled: true })

test('a draft of a service account is visible to members, who can send it to review', async () => {
  const id = await propose('production')
  expect((await as.viewer.get(`${requests}/${id}`)).body).toMatchObject({ state: 'Draft' })
  const listed = (await as.member.get(requests)).body as { id: number }[]
  expect(listed.map((one) => one.id)).toContain(id)
  const found = await as.viewer.get(`/api/admin/search/features?query=assisted-${count}`)
  expect(JSON.stringify(found.body.features)).toContain(`"changeRequestIds":[${id}]`)
  const sent = await as.member.put(`${requests}/${id}/state`, { state: 'In review' })
  expect(sent.body).toMatchObject({ state: 'In review' })
  expect((await as.admin.put(`${requests}/${id}/state`, { state: 'Approved' })).status).toBe(200)
  await assistant.put(`${requests}/${id}/state`, { state: 'Cancelled' })
})

test('only the account itself edits or discards it', async () => {
  const id = await propose('production')
  expect((await as.member.delete(`${requests}/${id}`)).status).toBe(403)
  expect((await as.member.put(`${requests}/${id}/title`, { title: 'Mine' })).status).toBe(403)
  expect((await assistant.delete(`${requests}/${id}`)).status).toBe(200)
})

test('where nothing is protected, the person who sends it needs the permissions', async () => {
  const id = await propose('development')
  const refused = await as.viewer.put(`${requests}/${id}/state`, { state: 'In review' })
  expect(refused.status).toBe(403)
  const sent = await as.member.put(`${requests}/${id}/state`, { state: 'In review' })
  expect(sent.body).toMatchObject({ state: 'Approved' })
})

test('a draft of a person stays private', async () => {
  await as.admin.post(`${home}/features`, { name: 'private-draft' })
  const on = `${home}/features/private-draft/environments/production/on`
  const { body } = await as.owner.post(on, undefined, { headers: { prefer: 'propose' } })
  expect((await as.admin.get(`${requests}/${body.id}`)).status).toBe(404)
})
