import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { patiently } from '../../../test/patience.ts'
import { listen, openStream } from '../../../test/stream.ts'

const { app, as, actors } = await testApp()
const address = await listen(app.http)
const path = '/api/admin/streaming/disconnect-all'
const streams = () => app.delivery.streams().get('development') ?? 0

test('disconnecting all streams closes those that are open, and records who did it', async () => {
  const authorization = actors.backendToken.token ?? ''
  const headers = { authorization, 'unleash-client-spec': '5.2.0' }
  const stream = await openStream(`${address}/api/client/streaming`, headers)
  await expect.poll(streams).toBe(1)
  expect((await as.admin.post(path)).status).toBe(200)
  await expect.poll(streams, patiently).toBe(0)
  stream.close()
  const { body } = await as.admin.get('/api/admin/events?limit=1')
  expect(body.events[0]).toMatchObject({ type: 'setting-updated', data: { name: 'streams' } })
  const next = await openStream(`${address}/api/client/streaming`, headers)
  await expect.poll(streams).toBe(1)
  next.close()
})

test('only administrators disconnect streams', async () => {
  expect((await as.editor.post(path)).status).toBe(403)
})
