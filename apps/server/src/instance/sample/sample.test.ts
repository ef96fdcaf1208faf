import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { openSample } from './reservoir.ts'

const { app, as } = await testApp()
const path = '/api/admin/evaluation-sample'
const sample = openSample(app.handles.note)
const setting = { enabled: true, share: 1, properties: ['country', 'appName'] }
const context = {
  userId: 'u1',
  remoteAddress: '10.0.0.1',
  appName: 'web',
  properties: { country: 'NO', email: 'a@example.com' },
}
let revision = 0
const learn = () => sample.refresh(++revision)

test('contexts are not sampled unless an administrator allows it', async () => {
  expect((await as.admin.get(path)).body).toEqual({
    enabled: false,
    share: 0,
    properties: [],
    environments: [],
  })
  await learn()
  sample.offer('development', context)
  await sample.flush()
  expect((await as.admin.get(`${path}/development`)).body).toEqual({ contexts: [] })
})

test('only allowed context fields are sampled', async () => {
  expect((await as.admin.put(path, setting)).status).toBe(204)
  await learn()
  sample.offer('development', context)
  sample.offer('development', { ...context, properties: { country: { nested: true } } })
  await sample.flush()
  const { contexts } = (await as.admin.get(`${path}/development`)).body
  expect(contexts.map((one: { context: object }) => one.context)).toEqual([
    { appName: 'web', properties: {} },
    { appName: 'web', properties: { country: 'NO' } },
  ])
  expect((await as.admin.get(path)).body.environments).toEqual([
    { name: 'development', contexts: 2, newestAt: expect.any(String) },
  ])
})

test('the reservoir is bounded and samples evenly', async () => {
  for (let index = 0; index < 5_000; index++)
    sample.offer('development', { appName: 'web', properties: { country: String(index) } })
  await sample.flush()
  const { contexts } = (await as.admin.get(`${path}/development`)).body
  expect(contexts).toHaveLength(1_000)
  const late = contexts.filter(
    (one: { context: typeof context }) => Number(one.context.properties.country) >= 2_500,
  )
  expect(late.length).toBeGreaterThan(350)
  expect(late.length).toBeLessThan(650)
})

test('changing the setting deletes samples collected under the old one, also in memory', async () => {
  sample.offer('development', context)
  expect((await as.admin.put(path, { ...setting, enabled: false })).status).toBe(204)
  await learn()
  await sample.flush()
  expect((await as.admin.get(path)).body.environments).toEqual([])
})

test('every evaluation by the frontend API is offered for sampling', async () => {
  await as.admin.put(path, setting)
  const count = async () => {
    await as.frontendToken.get('/api/frontend?properties[country]=SE')
    await as.frontendToken.post('/api/frontend', { context: { properties: { country: 'DK' } } })
    await app.sample.flush()
    return (await as.admin.get(path)).body.environments[0]?.contexts ?? 0
  }
  // Each process reloads the setting within a second.
  await expect.poll(count, { interval: 50 }).toBeGreaterThan(0)
  const { contexts } = (await as.admin.get(`${path}/development`)).body
  const countries = contexts.map((one: { context: typeof context }) => one.context.properties.country)
  expect(new Set(countries)).toEqual(new Set(['SE', 'DK']))
})

test('only administrators can read and configure sampling', async () => {
  expect((await as.editor.get(path)).status).toBe(403)
  expect((await as.editor.put(path, setting)).status).toBe(403)
  expect((await as.editor.get(`${path}/development`)).status).toBe(403)
  expect((await as.admin.put(path, { ...setting, share: 2 })).status).toBe(400)
})
