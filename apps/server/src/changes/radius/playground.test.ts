import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { as } = await testApp()
const home = '/api/admin/projects/default'
const production = (flag: string) => `${home}/features/${flag}/environments/production`
const propose = { headers: { prefer: 'propose' } }

await as.admin.post(`${home}/features`, { name: 'checkout' })
await as.admin.post(`${home}/features`, { name: 'other' })
const { body: rule } = await as.admin.post(`${production('checkout')}/strategies`, {
  name: 'default',
  constraints: [{ contextName: 'userId', operator: 'IN', values: ['ada'] }],
})
await as.admin.post(`${production('checkout')}/on`)
await as.admin.put(
  `${home}/environments/production/change-requests/config`,
  { changeRequestsEnabled: true },
  { headers: { 'x-change-reason': 'tests' } },
)
const { body: segment } = await as.admin.post('/api/admin/segments', {
  name: 'Staff',
  constraints: [{ contextName: 'userId', operator: 'IN', values: ['bob'] }],
})

const play = (id: number | string, userId: string, who = as.owner) =>
  who.post(`/api/admin/playground/change-request/${id}`, { context: { appName: 'shop', userId } })
type Played = { name: string; environments: Record<string, { isEnabled: boolean; context: object }[]> }
const isOn = (features: Played[], name = 'checkout') =>
  features.find((one) => one.name === name)?.environments.production?.map(({ isEnabled }) => isEnabled)

test('flags are evaluated as if the request were applied, and nothing changes', async () => {
  const { status, body } = await as.owner.put(
    `${production('checkout')}/strategies/${rule.id}`,
    { name: 'default', constraints: [], segments: [segment.id] },
    propose,
  )
  expect(status).toBe(202)
  const played = await play(body.id, 'ada,bob')
  expect(played.status).toBe(200)
  expect(played.body.input).toEqual({
    environments: ['production'],
    projects: ['default'],
    context: { appName: 'shop', userId: 'ada,bob' },
  })
  expect(isOn(played.body.features)).toEqual([false, true])
  expect(isOn(played.body.features, 'other')).toEqual([false, false])
  const { body: now } = await as.admin.post('/api/admin/playground/advanced', {
    environments: ['production'],
    context: { appName: 'shop', userId: 'ada,bob' },
  })
  expect(isOn(now.features)).toEqual([true, false])
})

test('a flag that the request archives is gone, and one that it turns on is on', async () => {
  await as.owner.delete(`${home}/change-requests/1`)
  const { body } = await as.owner.post(`${production('other')}/on`, {}, propose)
  expect(isOn((await play(body.id, 'ada')).body.features, 'other')).toEqual([true])
  await as.owner.delete(`${home}/features/checkout`, propose)
  const { features } = (await play(body.id, 'ada')).body
  expect(features.map(({ name }: Played) => name)).toEqual(['other'])
})

test('only open requests that the caller sees', async () => {
  expect((await play(99, 'ada')).status).toBe(404)
  expect((await play('none', 'ada')).status).toBe(400)
  await as.admin.post('/api/admin/projects', { id: 'hidden', name: 'Hidden', mode: 'private' })
  await as.admin.post('/api/admin/projects/hidden/features', { name: 'secret' })
  await as.admin.put(
    '/api/admin/projects/hidden/environments/production/change-requests/config',
    { changeRequestsEnabled: true },
    { headers: { 'x-change-reason': 'tests' } },
  )
  const on = '/api/admin/projects/hidden/features/secret/environments/production/on'
  const { body } = await as.admin.post(on, {}, propose)
  expect((await play(body.id, 'ada', as.admin)).status).toBe(200)
  expect((await play(body.id, 'ada')).status).toBe(404)
  await as.admin.delete(`/api/admin/projects/hidden/change-requests/${body.id}`)
  expect((await play(body.id, 'ada', as.admin)).status).toBe(404)
})

test('a request of a private project is not found, and its project is not named', async () => {
  const at = '/api/admin/projects/hush-hush'
  await as.admin.post('/api/admin/projects', { id: 'hush-hush', name: 'Quiet', mode: 'private' })
  await as.admin.post(`${at}/features`, { name: 'quiet' })
  const { body } = await as.admin.post(`${at}/features/quiet/environments/production/on`, undefined, propose)
  const refused = await play(body.id, 'ada', as.viewer)
  expect(refused.status).toBe(404)
  expect(JSON.stringify(refused.body)).not.toContain('hush')
})
