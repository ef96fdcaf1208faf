import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as, db, client, app } = await testApp()
const endpoints = '/api/admin/signal-endpoints'
const { body: endpoint } = await as.admin.post(endpoints, { name: 'grafana' })
const { body: token } = await as.admin.post(`${endpoints}/${endpoint.id}/tokens`, { name: 'first' })
const sender = client({ authorization: `Bearer ${token.token}` })
const path = '/api/signal-endpoint/grafana'
const stored = async () =>
  (await as.admin.get(`${endpoints}/${endpoint.id}/signals`)).body.signalEndpointSignals

/** Another endpoint, which has not been called in the last second. */
const other = async (name: string) => {
  const { body } = await as.admin.post(endpoints, { name })
  const { body: made } = await as.admin.post(`${endpoints}/${body.id}/tokens`, { name: 'first' })
  return { id: body.id as number, secret: made.token as string, url: `/api/signal-endpoint/${name}` }
}
beforeEach(async () => {
  await sql`delete from signals`.execute(db)
  const { signalEndpoints } = (await as.admin.get(endpoints)).body
  for (const { id, name } of signalEndpoints)
    if (name !== 'grafana') await as.admin.delete(`${endpoints}/${id}`)
})

test('a signal is stored with the token that sent it', async () => {
  const { url, id, secret } = await other('stored')
  const payload = { status: 'firing', labels: { a: ['b', 1, null] }, text: 'a\u0000b' }
  expect((await client({ authorization: secret }).post(url, payload)).status).toBe(200)
  const { signalEndpointSignals } = (await as.admin.get(`${endpoints}/${id}/signals`)).body
  expect(signalEndpointSignals).toMatchObject([
    { source: 'signal-endpoint', sourceId: id, tokenName: 'first', payload: { status: 'firing' } },
  ])
})

test('only the digest of a token is stored', async () => {
  const { rows } = await sql<{ all: string }>`select t::text as all from signal_tokens t`.execute(db)
  expect(JSON.stringify(rows)).not.toContain(token.token)
})

test('calls without a valid token learn nothing about endpoints', async () => {
  expect((await as.anonymous.post(path, {})).status).toBe(401)
  expect((await as.anonymous.post('/api/signal-endpoint/unknown', {})).status).toBe(401)
  expect((await client({ authorization: 'signal:v2_x_y' }).post(path, {})).status).toBe(401)
  expect((await as.admin.post(path, {})).status).toBe(401)
  expect((await sender.post('/api/signal-endpoint/unknown', {})).status).toBe(404)
  expect(await stored()).toEqual([])
})

test('an endpoint that is off answers 404', async () => {
  const { url, id, secret } = await other('sleeping')
  await as.admin.post(`${endpoints}/${id}/off`)
  expect((await client({ authorization: secret }).post(url, {})).status).toBe(404)
  await as.admin.post(`${endpoints}/${id}/on`)
  expect((await client({ authorization: secret }).post(url, {})).status).toBe(200)
})

test('a revoked token is refused', async () => {
  const { url, id, secret } = await other('revoked')
  const [{ id: revoked }] = (await as.admin.get(`${endpoints}/${id}/tokens`)).body.signalEndpointTokens
  expect((await as.admin.delete(`${endpoints}/${id}/tokens/${revoked}`)).status).toBe(200)
  expect((await client({ authorization: secret }).post(url, {})).status).toBe(401)
})

test('an empty body is an empty payload, and only objects are accepted', async () => {
  const { url, id, secret } = await other('empty')
  const caller = client({ authorization: secret })
  expect((await caller.post(url, [1])).status).toBe(400)
  const broken = { method: 'POST', url, headers: { authorization: secret } } as const
  const text = (payload: string, type = 'application/json') =>
    app.http.inject({ ...broken, headers: { ...broken.headers, 'content-type': type }, payload })
  expect((await text('{"a":')).statusCode).toBe(400)
  expect((await text('a=b', 'text/plain')).statusCode).toBe(415)
  expect((await caller.post(url)).status).toBe(200)
  const { signalEndpointSignals } = (await as.admin.get(`${endpoints}/${id}/signals`)).body
  expect(signalEndpointSignals).toMatchObject([{ payload: {} }])
})

test('a body above 100 kB is refused', async () => {
  const { url, secret } = await other('large')
  const caller = client({ authorization: secret })
  expect((await caller.post(url, { text: 'x'.repeat(101 * 1024) })).status).toBe(413)
  expect((await caller.post(url, { text: 'x'.repeat(99 * 1024) })).status).toBe(200)
})

test('a repeated key stores nothing, also within the same second', async () => {
  const { url, id, secret } = await other('repeated')
  const keyed = (name: string, key: string) =>
    client({ authorization: secret, [name]: key }).post(url, { key })
  expect((await keyed('idempotency-key', 'one')).status).toBe(200)
  expect((await keyed('idempotency-key', 'one')).status).toBe(200)
  expect((await keyed('webhook-id', 'one')).status).toBe(200)
  expect((await keyed('idempotency-key', 'x'.repeat(201))).status).toBe(400)
  expect((await as.admin.get(`${endpoints}/${id}/signals`)).body.signalEndpointSignals).toHaveLength(1)
})

test('a second call within a second is refused', async () => {
  const { url, id, secret } = await other('hasty')
  const caller = client({ authorization: secret })
  const answers = await Promise.all([caller.post(url, {}), caller.post(url, {}), caller.post(url, {})])
  // On a slow machine a second may pass between them.
  const kept = (await as.admin.get(`${endpoints}/${id}/signals`)).body.signalEndpointSignals.length
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(kept)
  const refused = answers.find(({ status }) => status === 429)
  if (kept < 3) expect(refused?.headers['retry-after']).toBe('1')
})

test('calls to another server count too', async () => {
  const { url, id, secret } = await other('shared')
  await sql`insert into signals (endpoint_id, payload, created_at) values (${id}, '{}', now() + interval '1 minute')`.execute(
    db,
  )
  expect((await client({ authorization: secret }).post(url, {})).status).toBe(429)
})

test('a signature must match the token and the body, and be recent', async () => {
  const { url, secret } = await other('signed')
  const body = { status: 'firing' }
  const webhook = new Webhook(`whsec_${Buffer.from(secret).toString('base64')}`)
  const send = (at: Date, text: string, id: string) =>
    client({
      authorization: secret,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': webhook.sign(id, at, text),
    }).post(url, body)
  const now = new Date()
  expect((await send(now, '{"status":"resolved"}', 'forged')).body.code).toBe('badSignature')
  expect((await send(new Date(now.getTime() - 600_000), JSON.stringify(body), 'old')).status).toBe(401)
  expect((await send(now, JSON.stringify(body), 'good')).status).toBe(200)
})

test('signals are stored in maintenance mode', async () => {
  const { url, secret } = await other('paused')
  await as.admin.post('/api/admin/maintenance', { enabled: true })
  expect((await client({ authorization: secret }).post(url, {})).status).toBe(200)
  await as.admin.post('/api/admin/maintenance', { enabled: false })
})
