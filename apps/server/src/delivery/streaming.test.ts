import { afterAll, expect, test, vi } from 'vitest'
import { makeProject } from '../../test/fixtures.ts'
import { testApp } from '../../test/kit.ts'
import { patiently } from '../../test/patience.ts'
import { listen, openStream, type Stream } from '../../test/stream.ts'

const { app, as, db } = await testApp()
const address = await listen(app.http)
await makeProject(db, 'shop')
await as.admin.post('/api/admin/projects/shop/features', { name: 'checkout' })
await as.admin.post('/api/admin/projects/default/features', { name: 'ranking' })

const open: Stream[] = []
afterAll(() => {
  for (const stream of open) stream.close()
})
const soon = { interval: 10 }
const makeToken = async (projects: string[]): Promise<string> => {
  const input = { tokenName: `for ${projects}`, type: 'backend', environment: 'development', projects }
  const { secret } = (await as.admin.post('/api/admin/api-tokens', input)).body
  await vi.waitUntil(() => app.delivery.store.token(secret), patiently)
  return secret
}
const follow = async (token: string, last?: string) => {
  const stream = await openStream(`${address}/api/client/streaming`, {
    authorization: token,
    'unleash-client-spec': '5.2.0',
    ...(last === undefined ? {} : { 'last-event-id': last }),
  })
  open.push(stream)
  return stream
}
type Event = { type: string; feature?: { name: string }; segment?: { name: string }; featureName?: string }
const told = ({ messages }: Stream) =>
  messages
    .slice(1)
    .flatMap(({ data }) => data.events as Event[])
    .map(
      ({ type, feature, segment, featureName }) => `${type} ${feature?.name ?? segment?.name ?? featureName}`,
    )

const all = await makeToken(['*'])
const shop = await makeToken(['shop'])
const rules = '/api/admin/projects/shop/features/checkout/environments/development/strategies'
const rule = { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId: 'x' } }

test('the first message contains everything the token can access', async () => {
  const stream = await follow(shop)
  expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  const [first] = await stream.until(1)
  expect(first).toMatchObject({ event: 'unleash-connected', data: { events: [{ type: 'hydration' }] } })
  expect(JSON.stringify(first)).toContain('checkout')
  expect(JSON.stringify(first)).not.toContain('ranking')
})

test('a segment is sent before the flag that starts to use it, even if other streams already have it', async () => {
  const segment = await as.admin.post('/api/admin/segments', { name: 'staff', constraints: [] })
  const segments = [segment.body.id]
  await as.admin.post('/api/admin/projects/default/features/ranking/environments/development/strategies', {
    ...rule,
    segments,
  })
  const [everything, some] = [await follow(all), await follow(shop)]
  await Promise.all([everything.until(1), some.until(1)])
  await as.admin.post(rules, { ...rule, segments })
  await expect.poll(() => told(some), soon).toEqual(['segment-updated staff', 'feature-updated checkout'])
  await expect.poll(() => told(everything), soon).toContain('feature-updated checkout')
  await as.admin.put(`/api/admin/segments/${segments[0]}`, {
    name: 'staff',
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
  })
  await some.until(3)
  expect(told(some).slice(2)).toEqual(['segment-updated staff'])
})

test('a change in another project is not sent, and an archived flag is sent as removed', async () => {
  const stream = await follow(shop)
  await stream.until(1)
  await as.admin.post('/api/admin/projects/default/features/ranking/environments/development/on')
  await as.admin.delete('/api/admin/projects/shop/features/checkout')
  await stream.until(2)
  expect(told(stream)).toEqual(['feature-removed checkout'])
})

test('a delta contains the changes since the revision in If-None-Match', async () => {
  const get = (etag?: string) =>
    as.backendToken.get('/api/client/delta', { headers: etag ? { 'if-none-match': etag } : {} })
  const start = await get()
  expect(start.body.events[0].type).toBe('hydration')
  const etag = String(start.headers.etag)
  expect((await get(etag)).status).toBe(304)
  expect((await get(etag.replaceAll('"', ''))).status).toBe(304)
  await as.admin.post('/api/admin/projects/default/features/ranking/environments/development/off')
  await expect.poll(async () => (await get(etag)).status, soon).toBe(200)
  const next = await get(etag)
  expect(next.body.events).toMatchObject([
    { type: 'feature-updated', feature: { name: 'ranking', enabled: false } },
  ])
  expect((await get(String(next.headers.etag))).status).toBe(304)
  expect((await as.frontendToken.get('/api/client/delta')).status).toBe(403)
})

test('deleting a token ends its streams at once, and other streams continue', async () => {
  const [ending, staying] = [await follow(shop), await follow(all)]
  await Promise.all([ending.until(1), staying.until(1)])
  expect((await as.admin.delete(`/api/admin/api-tokens/${shop}`)).status).toBe(200)
  await ending.ended
  await as.admin.post('/api/admin/projects/default/features/ranking/environments/development/on')
  await staying.until(2)
  const refused = await follow(shop)
  expect(refused.status).toBe(401)
  expect((await as.frontendToken.get('/api/client/streaming')).status).toBe(403)
})
