import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { as } = await testApp()
const home = '/api/admin/projects/default'
const watch = `${home}/features/seen/watch`
await as.admin.post(`${home}/features`, { name: 'seen' })
const eventTypes = async () =>
  ((await as.admin.get('/api/admin/search/events?feature=IS:seen')).body.events as { type: string }[]).map(
    ({ type }) => type,
  )
const isWatching = async () => (await as.viewer.get(`${home}/features/seen`)).body.watching

test('a viewer can watch a flag and stop; only changes record an event', async () => {
  for (let n = 0; n < 2; n++) expect((await as.viewer.post(watch)).status).toBe(204)
  expect(await isWatching()).toBe(true)
  expect((await as.admin.get(`${home}/features/seen`)).body.watching).toBe(false)
  for (let n = 0; n < 2; n++) expect((await as.viewer.delete(watch)).status).toBe(204)
  expect(await isWatching()).toBe(false)
  expect(await eventTypes()).toEqual(['feature-unwatched', 'feature-watched', 'feature-created'])
})

test('watching needs an account and an existing flag; only unwatching works for an archived one', async () => {
  expect((await as.adminToken.post(watch)).status).toBe(403)
  expect((await as.viewer.post(`${home}/features/unknown/watch`)).status).toBe(404)
  await as.viewer.post(watch)
  await as.admin.delete(`${home}/features/seen`)
  expect((await as.viewer.post(watch)).status).toBe(400)
  expect((await as.viewer.delete(watch)).status).toBe(204)
})
