import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flagDocument, flagRow, tokenRow } from '../test/rows.ts'
import {
  createReceipts,
  createStore,
  type DocumentRow,
  delivery,
  type FlagDocument,
  type Store,
  type Usage,
} from './index.ts'
import { START } from './marks.ts'

const BACKEND = '*:development.backend'
const SHOP = 'shop:development.backend'
const FRONTEND = '*:development.frontend'

const flag = (name: string, more: Partial<FlagDocument> = {}) =>
  flagDocument(name, {
    strategies: [{ name: 'default', parameters: {}, constraints: [], variants: [], segments: [] }],
    ...more,
  })
/** A flag that is on in development and off elsewhere. */
const onInDevelopment = (doc: FlagDocument, tags: [string, string][] = []) => [
  flagRow('*', { ...doc, enabled: false, strategies: [] }, tags),
  flagRow('development', doc, tags),
]
const token = (secret: string, type: string, projects: string[], expiresAt: string | null = null) =>
  tokenRow(secret, { type, projects, expiresAt })
const regex = () => undefined

let store: Store
let revision: number
const reported: Usage[] = []
const sink = { add: async (usage: Usage) => void reported.push(usage) }

const publish = (rows: DocumentRow[], project = 'default', environment = 'development') => {
  revision += 1
  store.apply({
    revision,
    epoch: '1',
    hash: START.hash,
    complete: false,
    rows,
    heads: [{ environment, project, revision, hash: START.hash }],
  })
}
const app = async () => {
  const server = Fastify()
  await server.register(async (scope) =>
    delivery(scope, {
      store,
      usage: sink,
      registrations: { add: async () => {}, seen: () => {} },
      impact: { add: async () => {} },
      edges: { add: async () => {} },
      bulks: { add: async () => {} },
      outcomes: { add: async () => {} },
      receipts: createReceipts(store),
      sample: { offer: () => {} },
      version: '1.0.0',
    }),
  )
  return server
}
const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await (await app()).inject({ url, headers: { authorization: BACKEND, ...headers } })
  return { ...response, status: response.statusCode, headers: response.headers, text: response.body }
}
const features = async (url = '/api/client/features', headers: Record<string, string> = {}) =>
  JSON.parse((await get(url, { 'unleash-client-spec': '5.2.0', ...headers })).text)

// Tokens are refused only while the flags are fresh; a busy machine could take longer than that for a test.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

beforeEach(() => {
  revision = 0
  reported.length = 0
  store = createStore({ regex }, { origins: [], enabled: true })
  store.apply({ revision: 0, epoch: '1', hash: START.hash, complete: true, rows: [], heads: [] })
  publish([
    token(BACKEND, 'backend', ['*']),
    token(SHOP, 'client', ['shop']),
    token(FRONTEND, 'frontend', ['*']),
  ])
  publish([...onInDevelopment(flag('alpha')), ...onInDevelopment(flag('beta'), [['team', 'blue']])])
  publish(onInDevelopment(flag('cart', { project: 'shop' })), 'shop')
})

test('a backend token gets its flags sorted by name, and the resolved query', async () => {
  const body = await features()
  expect(body.features.map((one: FlagDocument) => one.name)).toEqual(['alpha', 'beta', 'cart'])
  expect(body.query).toEqual({ environment: 'development', inlineSegmentConstraints: false })
  expect(body.meta.revisionId).toBe(3)
  const shop = await features('/api/client/features', { authorization: SHOP })
  expect(shop.features.map((one: FlagDocument) => one.name)).toEqual(['cart'])
  expect(shop.query.project).toEqual(['shop'])
})

test('filters only narrow the result, and keep the parents that a child needs', async () => {
  publish(
    onInDevelopment(flag('child', { dependencies: [{ feature: 'alpha', enabled: true, variants: [] }] })),
  )
  const names = async (query: string, headers = {}) =>
    (await features(`/api/client/features?${query}`, headers)).features.map((one: FlagDocument) => one.name)
  expect(await names('namePrefix=be')).toEqual(['beta'])
  expect(await names('namePrefix=child')).toEqual(['alpha', 'child'])
  expect(await names('namePrefix=b_ta')).toEqual([])
  expect(await names('tag=team:blue')).toEqual(['beta'])
  expect(await names('project=shop')).toEqual(['cart'])
  expect(await names('project=default', { authorization: SHOP })).toEqual(['cart'])
  expect((await get('/api/client/features?tag=blue')).status).toBe(400)
})

test('no shared cache keeps what a token gets', async () => {
  for (const path of ['/api/client/features', '/api/client/features/alpha', '/api/client/delta']) {
    const { statusCode, headers } = await get(path)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-cache'])
    expect(headers.vary).toContain('Authorization')
  }
})

test('an unchanged view returns 304 for every form of If-None-Match', async () => {
  const { etag } = (await get('/api/client/features')).headers
  for (const form of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const again = await get('/api/client/features', {
      'if-none-match': String(form),
      'cache-control': 'no-cache',
    })
    expect([again.status, again.headers.etag]).toEqual([304, etag])
  }
  expect((await get('/api/client/features', { 'if-none-match': '"other"' })).status).toBe(200)
})

test('a change in one project or environment does not change the ETags of others', async () => {
  const tagOf = async (authorization: string) =>
    (await get('/api/client/features', { authorization })).headers.etag
  const [all, shop] = [await tagOf(BACKEND), await tagOf(SHOP)]
  publish([flagRow('development', flag('alpha', { stale: true }))])
  expect(await tagOf(SHOP)).toBe(shop)
  const changed = await tagOf(BACKEND)
  expect(changed).not.toBe(all)
  publish([flagRow('production', flag('alpha'))], 'default', 'production')
  expect(await tagOf(BACKEND)).toBe(changed)
})

test('old SDKs get segments inlined into the rules; new ones get ids, and only the segments in use', async () => {
  const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }]
  publish([
    { kind: 'segment', environment: 'development', name: '1', doc: { id: 1, name: 'seven', constraints } },
    {
      kind: 'segment',
      environment: 'development',
      name: '2',
      doc: { id: 2, name: 'unused', constraints: [] },
    },
    ...onInDevelopment(
      flag('alpha', {
        strategies: [{ name: 'default', parameters: {}, constraints: [], variants: [], segments: [1] }],
      }),
    ),
  ])
  const modern = await features()
  expect(modern.segments).toEqual([{ id: 1, name: 'seven', constraints }])
  expect(modern.features[0].strategies[0].segments).toEqual([1])
  const old = JSON.parse((await get('/api/client/features', { 'unleash-client-spec': '4.1.0' })).text)
  expect(old.segments).toBeUndefined()
  expect(old.features[0].strategies[0]).toEqual({
    name: 'default',
    parameters: {},
    constraints,
    variants: [],
  })
  expect(old.query.inlineSegmentConstraints).toBe(true)
  // The response for a single flag has no list of segments.
  const alone = JSON.parse((await get('/api/client/features/alpha')).text)
  expect(alone.strategies).toEqual(old.features[0].strategies)
  expect((await get('/api/client/features', { 'unleash-client-spec': 'v5' })).status).toBe(400)
})

test('large bodies are compressed for clients that accept it', async () => {
  publish(Array.from({ length: 50 }, (_, n) => onInDevelopment(flag(`many-${n}`))).flat())
  const server = await app()
  const ask = (encoding: string) =>
    server.inject({
      url: '/api/client/features',
      headers: { authorization: BACKEND, 'accept-encoding': encoding },
    })
  const [plain, zipped, again] = [await ask('identity'), await ask('gzip, deflate'), await ask('gzip')]
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  expect(again.rawPayload.equals(zipped.rawPayload)).toBe(true)
  expect((await ask('gzip;q=0')).headers['content-encoding']).toBeUndefined()
  expect((await ask('br, zstd')).headers['content-encoding']).toBe('zstd')
})

test('a single flag can be read by name, within the scope of the token', async () => {
  expect(JSON.parse((await get('/api/client/features/alpha')).text)).toMatchObject({
    name: 'alpha',
    enabled: true,
  })
  expect((await get('/api/client/features/alpha', { authorization: SHOP })).status).toBe(404)
  const unknown = await get('/api/client/features/__proto__')
  expect([unknown.status, JSON.parse(unknown.text).details]).toEqual([404, [{ message: expect.any(String) }]])
})

test('a request gets 401 with an invalid token, 403 with the wrong kind, and 503 before the first load', async () => {
  publish([
    token('*:development.old', 'backend', ['*'], '2020-01-01T00:00:00.000Z'),
    token('lost', 'backend', []),
  ])
  const status = async (authorization: string) =>
    (await get('/api/client/features', { authorization })).status
  expect(await status('')).toBe(401)
  expect(await status('*:development.unknown')).toBe(401)
  expect(await status('*:development.old')).toBe(401)
  expect(await status(FRONTEND)).toBe(403)
  expect(await status('user:abc')).toBe(403)
  expect(await status(`Bearer ${BACKEND}`)).toBe(200)
  expect((await features('/api/client/features', { authorization: 'lost' })).features).toEqual([])
  store = createStore({ regex }, { origins: [], enabled: true })
  expect(await status(BACKEND)).toBe(503)
})

test('the frontend API returns the flags that are on for the context, by GET and POST, with CORS', async () => {
  const constraints = [{ contextName: 'plan', operator: 'IN', values: ['gold'] }]
  publish(
    onInDevelopment(
      flag('gold', {
        strategies: [{ name: 'default', parameters: {}, constraints, variants: [], segments: [] }],
      }),
    ),
  )
  const server = await app()
  const headers = { authorization: FRONTEND, origin: 'https://shop.example' }
  const names = (body: string) => JSON.parse(body).toggles.map((toggle: { name: string }) => toggle.name)
  const byQuery = await server.inject({
    url: '/api/frontend?userId=1&properties[plan]=gold&plan=silver',
    headers,
  })
  expect(names(byQuery.body)).toEqual(['alpha', 'beta', 'cart', 'gold'])
  expect(byQuery.headers['access-control-allow-origin']).toBe('*')
  expect(byQuery.headers['access-control-allow-credentials']).toBeUndefined()
  const again = await server.inject({
    url: '/api/frontend?userId=1&properties[plan]=gold',
    headers: { ...headers, 'if-none-match': String(byQuery.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
  const post = (payload: object) => server.inject({ method: 'POST', url: '/api/frontend', headers, payload })
  expect(names((await post({ context: { plan: 'gold' } })).body)).toContain('gold')
  expect(names((await post({ properties: { plan: 'gold' } })).body)).toContain('gold')
  expect(names((await post({})).body)).not.toContain('gold')
  expect((await post({ context: null })).statusCode).toBe(400)
  const preflight = await server.inject({
    method: 'OPTIONS',
    url: '/api/frontend/client/metrics',
    headers: { origin: 'https://shop.example', 'access-control-request-headers': 'authorization' },
  })
  expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
    204,
    'authorization',
  ])
})

test('unlisted origins get no CORS headers, and a disabled frontend API is not found', async () => {
  const setting = (doc: { origins: string[]; enabled: boolean }): DocumentRow => ({
    kind: 'setting',
    environment: '*',
    name: 'frontend',
    doc,
  })
  publish([setting({ origins: ['https://a.example'], enabled: true })])
  const server = await app()
  const from = (origin: string) =>
    server.inject({ url: '/api/frontend', headers: { authorization: FRONTEND, origin } })
  expect((await from('https://a.example')).headers['access-control-allow-origin']).toBe('https://a.example')
  expect((await from('https://b.example')).headers['access-control-allow-origin']).toBeUndefined()
  publish([setting({ origins: [], enabled: false })])
  expect((await from('https://a.example')).statusCode).toBe(404)
})

test('a child that depends on its parent being off is on while the parent is off', async () => {
  publish([
    flagRow('*', flag('parent', { enabled: false })),
    ...onInDevelopment(
      flag('child', { dependencies: [{ feature: 'parent', enabled: false, variants: [] }] }),
    ),
  ])
  const answer = await (await app()).inject({ url: '/api/frontend', headers: { authorization: FRONTEND } })
  expect(answer.body).toContain('"child"')
})

test('counts are attributed to the environment of the token, and empty reports are accepted', async () => {
  const server = await app()
  const post = (payload: object, url = '/api/client/metrics', authorization = BACKEND) =>
    server.inject({ method: 'POST', url, headers: { authorization }, payload })
  const bucket = {
    start: '2026-01-01T10:00:00.000Z',
    stop: '2026-01-01T10:01:00.000Z',
    toggles: { alpha: { yes: 2, no: 1, variants: { blue: 2 } }, idle: { yes: 0, no: 0 } },
  }
  expect((await post({ appName: 'shop', environment: 'production', bucket })).statusCode).toBe(202)
  expect(reported).toMatchObject([
    {
      app: 'shop',
      environment: 'development',
      counts: [{ flag: 'alpha', yes: 2, no: 1, variants: [['blue', 2]] }],
    },
  ])
  expect((await post({ appName: 'shop' })).statusCode).toBe(202)
  expect((await post({ bucket })).statusCode).toBe(400)
  expect(
    (await post({ appName: 'shop', bucket: { ...bucket, toggles: { alpha: { yes: -1 } } } })).statusCode,
  ).toBe(400)
  expect((await post({ appName: 'web', bucket }, '/api/frontend/client/metrics', FRONTEND)).body).toBe('OK')
})

test('the validate endpoint returns the valid tokens only', async () => {
  const server = await app()
  const { tokens } = (
    await server.inject({
      method: 'POST',
      url: '/edge/validate',
      payload: { tokens: [BACKEND, SHOP, 'no:such.token'] },
    })
  ).json()
  expect(tokens).toEqual([
    { token: BACKEND, type: 'client', projects: ['*'], environment: 'development' },
    { token: SHOP, type: 'client', projects: ['shop'], environment: 'development' },
  ])
})

test('the ETag of an evaluation depends only on the flags that are on', async () => {
  const ask = async (user: string) => {
    const { headers, text } = await get(`/api/frontend?userId=${user}`, { authorization: FRONTEND })
    return {
      etag: String(headers.etag),
      names: JSON.parse(text).toggles.map(({ name }: FlagDocument) => name),
    }
  }
  const only = (name: string, userId: string) =>
    flag(name, {
      strategies: [
        {
          name: 'default',
          parameters: {},
          constraints: [{ contextName: 'userId', operator: 'IN', values: [userId] }],
          variants: [],
          segments: [],
        },
      ],
    })
  publish(['7', '8'].flatMap((user) => onInDevelopment(only(`ünë-${user}`, user))))
  const [seven, again, eight, nobody] = [await ask('7'), await ask('7'), await ask('8'), await ask('9')]
  const always = ['alpha', 'beta', 'cart']
  expect(seven.names).toEqual([...always, 'ünë-7'])
  expect(eight.names).toEqual([...always, 'ünë-8'])
  expect(nobody.names).toEqual(always)
  expect(again.etag).toBe(seven.etag)
  expect(new Set([seven.etag, eight.etag, nobody.etag]).size).toBe(3)
})
