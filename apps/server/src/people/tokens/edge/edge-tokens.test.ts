import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { hashOf, signatureOf } from './signature.ts'

const SECRET = randomBytes(32).toString('base64url')
const { app, as, db, client } = await testApp({ EDGE_CLIENT_SECRET: SECRET })
const nobody = client({})

type Change = { secret?: string; timestamp?: string; nonce?: string; hash?: string; client?: string }

/** Signs exactly these bytes. */
const send = (body: string, change: Change = {}) => {
  const { timestamp = new Date().toISOString(), nonce = randomBytes(16).toString('hex') } = change
  const bodyHash = change.hash ?? hashOf(Buffer.from(body))
  const signature = signatureOf(change.secret ?? SECRET, { timestamp, nonce, bodyHash })
  return app.http.inject({
    method: 'POST',
    url: '/edge/issue-token',
    payload: body,
    headers: {
      'content-type': 'application/json',
      authorization: `HMAC ${change.client ?? 'enterprise-edge'}:${signature}`,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'content-sha256': bodyHash,
    },
  })
}
const scopes = (...tokens: { environment: string; projects: string[] }[]) => JSON.stringify({ tokens })
const ALL = scopes({ environment: 'development', projects: ['*'] })
const issue = async (body: string, change?: Change): Promise<string> =>
  (await send(body, change)).json().tokens[0].token
const works = async (token: string) =>
  (await client({ authorization: token }).get('/api/client/features')).status

test('an edge that signs its request gets a token that works', async () => {
  const response = await send(ALL)
  expect(response.statusCode).toBe(200)
  const { tokens } = response.json()
  expect(tokens).toMatchObject([{ type: 'backend', projects: ['*'], environment: 'development' }])
  expect(await works(tokens[0].token)).toBe(200)
  const { body } = await as.admin.get('/api/admin/events?limit=1')
  expect(body.events[0]).toMatchObject({ type: 'api-token-created', createdBy: 'enterprise-edge' })
})

test('the same client and scope get the same token, and others get a different one', async () => {
  const first = await issue(ALL)
  expect(await issue(`{ "tokens": [ {"projects":["*"],"environment":"development"} ] }`)).toBe(first)
  expect(await issue(ALL, { client: 'other-edge' })).not.toBe(first)
  const one = scopes({ environment: 'development', projects: ['default'] })
  expect(await issue(one)).not.toBe(first)
})

test('after the token is deleted, the edge gets one of the next generation', async () => {
  const first = await issue(ALL)
  await as.admin.delete(`/api/admin/api-tokens/${first}`)
  expect(await works(first)).toBe(401)
  const next = await issue(ALL)
  expect(next).not.toBe(first)
  expect(await works(next)).toBe(200)
  expect(await issue(ALL)).toBe(next)
})

test('after the token expired, the edge gets one of the next generation', async () => {
  const first = await issue(ALL)
  await as.admin.put(`/api/admin/api-tokens/${first}`, {
    expiresAt: new Date(Date.now() - 1_000).toISOString(),
  })
  expect(await works(first)).toBe(401)
  const next = await issue(ALL)
  expect(next).not.toBe(first)
  expect(await works(next)).toBe(200)
  expect(await issue(ALL)).toBe(next)
})

test('the database holds no token, and a dump of it is not enough to derive one', async () => {
  const token = await issue(ALL)
  const [secret = ''] = token.split('.').slice(-1)
  const rows = [
    await db.selectFrom('api_tokens').selectAll().execute(),
    await db.selectFrom('edge_grants').selectAll().execute(),
    await db.selectFrom('events').selectAll().execute(),
  ]
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(JSON.stringify(rows)).not.toContain(SECRET)
})

test.each([
  ['another secret', { secret: randomBytes(32).toString('base64url') }],
  ['an old timestamp', { timestamp: new Date(Date.now() - 6 * 60_000).toISOString() }],
  ['a timestamp in the future', { timestamp: new Date(Date.now() + 6 * 60_000).toISOString() }],
  ['a timestamp that is not a time', { timestamp: 'soon' }],
  ['the hash of a different body', { hash: hashOf(Buffer.from('{}')) }],
  ['a short nonce', { nonce: 'x' }],
  ['a client name with spaces', { client: 'enter prise' }],
])('a request with %s is refused', async (_name, change) => {
  const response = await send(ALL, change)
  expect(response.statusCode).toBe(401)
  expect(response.json()).toEqual({ error: expect.any(String) })
})

test('a request is accepted once, and a request with a wrong signature does not use up its nonce', async () => {
  const nonce = randomBytes(16).toString('hex')
  expect((await send(ALL, { nonce, secret: randomBytes(32).toString('base64url') })).statusCode).toBe(401)
  expect((await send(ALL, { nonce })).statusCode).toBe(200)
  expect((await send(ALL, { nonce })).json()).toEqual({ error: 'This request was sent before.' })
})

test('requests without a signature are refused before their body is checked', async () => {
  expect((await nobody.post('/edge/issue-token', {})).status).toBe(401)
})

test('scopes that do not exist are refused', async () => {
  const missing = scopes({ environment: 'nowhere', projects: ['*'] })
  expect((await send(missing)).statusCode).toBe(400)
  expect((await send(scopes({ environment: 'development', projects: ['gone'] }))).statusCode).toBe(400)
  expect((await send('{"tokens":[{"environment":"development","projects":[]}]}')).statusCode).toBe(400)
})

test('the licence of an edge is always valid', async () => {
  const path = '/api/client/edge-licensing/heartbeat?connectionId=01J'
  const { status, body } = await as.backendToken.post(path)
  expect([status, body]).toEqual([202, { edgeLicenseState: 'Valid' }])
  expect((await nobody.post(path)).status).toBe(401)
})
