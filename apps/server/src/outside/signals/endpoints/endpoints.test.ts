import { expect, test } from 'vitest'
import { trail } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, db } = await testApp()
const path = '/api/admin/signal-endpoints'
const missing = `${path}/999999`

test('an endpoint has an address, a state and tokens', async () => {
  const made = await as.admin.post(path, { name: 'grafana', description: ' Alerts ' })
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'grafana', description: 'Alerts', enabled: true, tokens: [] },
  })
  expect(made.body.url).toMatch(/\/api\/signal-endpoint\/grafana$/)
  const token = await as.admin.post(`${path}/${made.body.id}/tokens`, { name: 'first' })
  expect(token).toMatchObject({ status: 201, body: { name: 'first', signalEndpointId: made.body.id } })
  expect(token.body.token).toMatch(/^signal:v2_/)
  const { signalEndpoints } = (await as.admin.get(path)).body
  expect(signalEndpoints).toMatchObject([{ name: 'grafana', tokens: [{ name: 'first' }] }])
  expect(JSON.stringify(signalEndpoints)).not.toContain(token.body.token)
})

test('names are unique and fit into a URL', async () => {
  expect((await as.admin.post(path, { name: 'grafana' })).status).toBe(409)
  expect((await as.admin.post(path, { name: 'a b' })).status).toBe(400)
  const { body } = await as.admin.post(path, { name: 'sentry' })
  expect((await as.admin.put(`${path}/${body.id}`, { name: 'grafana' })).status).toBe(409)
  const [grafana] = (await as.admin.get(path)).body.signalEndpoints
  const tokens = `${path}/${grafana.id}/tokens`
  expect((await as.admin.post(tokens, { name: 'first' })).status).toBe(409)
  const { body: second } = await as.admin.post(tokens, { name: 'second' })
  expect((await as.admin.put(`${tokens}/${second.id}`, { name: 'first' })).status).toBe(409)
  expect((await as.admin.put(`${tokens}/${second.id}`, { name: 'next' })).body).toMatchObject({
    name: 'next',
  })
  expect((await as.admin.put(`${path}/${body.id}/tokens/${second.id}`, { name: 'x' })).status).toBe(404)
})

test('every change is recorded, without secrets', async () => {
  const { body } = await as.admin.post(path, { name: 'logged' })
  const { body: token } = await as.admin.post(`${path}/${body.id}/tokens`, { name: 'one' })
  await as.admin.put(`${path}/${body.id}/tokens/${token.id}`, { name: 'two' })
  await as.admin.post(`${path}/${body.id}/off`)
  await as.admin.post(`${path}/${body.id}/off`)
  await as.admin.delete(`${path}/${body.id}/tokens/${token.id}`)
  await as.admin.delete(`${path}/${body.id}`)
  const events = (await trail(db)).slice(-6)
  expect(events.map(({ type }) => type)).toEqual([
    'signal-endpoint-created',
    'signal-endpoint-token-created',
    'signal-endpoint-token-updated',
    'signal-endpoint-updated',
    'signal-endpoint-token-deleted',
    'signal-endpoint-deleted',
  ])
  expect(JSON.stringify(events)).not.toContain(token.token)
})

test('turning off can be undone', async () => {
  const { body } = await as.admin.post(path, { name: 'undone' })
  const { headers } = await as.admin.post(`${path}/${body.id}/off`)
  expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`)).status).toBeLessThan(300)
  const { signalEndpoints } = (await as.admin.get(path)).body
  expect(signalEndpoints.at(-1)).toMatchObject({ name: 'undone', enabled: true })
})

test('there can be five endpoints with five tokens each', async () => {
  const { signalEndpoints } = (await as.admin.get(path)).body
  for (let count = signalEndpoints.length; count < 5; count++)
    expect((await as.admin.post(path, { name: `more-${count}` })).status).toBe(201)
  expect((await as.admin.post(path, { name: 'sixth' })).body.code).toBe('limitReached')
  const tokens = `${path}/${(await as.admin.get(path)).body.signalEndpoints.at(-1).id}/tokens`
  for (let count = 0; count < 5; count++)
    expect((await as.admin.post(tokens, { name: `token-${count}` })).status).toBe(201)
  expect((await as.admin.post(tokens, { name: 'sixth' })).body.code).toBe('limitReached')
})

test('only administrators manage endpoints', async () => {
  for (const caller of [as.editor, as.owner, as.viewer]) {
    expect((await caller.get(path)).status).toBe(403)
    expect((await caller.post(path, { name: 'x' })).status).toBe(403)
    expect((await caller.get('/api/admin/signals')).body).toEqual({ signals: [], total: 0 })
  }
})

test('a missing endpoint answers 404', async () => {
  expect((await as.admin.put(missing, { name: 'x' })).status).toBe(404)
  expect((await as.admin.delete(missing)).status).toBe(404)
  expect((await as.admin.post(`${missing}/on`)).status).toBe(404)
  expect((await as.admin.get(`${missing}/signals`)).status).toBe(404)
  expect((await as.admin.get(`${missing}/tokens`)).status).toBe(404)
  expect((await as.admin.post(`${missing}/tokens`, { name: 'x' })).status).toBe(404)
})
