import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flagDocument, flagRow, tokenRow } from '../../test/rows.ts'
import { createFront, createReceipts, createStore, type DocumentRow, delivery, type Store } from '../index.ts'
import { START } from '../marks.ts'

const BACKEND = '*:development.backend'
const PATH = '/base/api/client/features'

const flag = (name: string) =>
  flagRow('*', flagDocument(name, { description: 'long enough to be worth compressing '.repeat(40) }))

const forGold = (name: string) =>
  flagRow(
    '*',
    flagDocument(name, {
      strategies: [
        {
          name: 'default',
          parameters: {},
          constraints: [{ contextName: 'plan', operator: 'IN', values: ['gold'] }],
          variants: [],
          segments: [],
        },
      ],
    }),
  )

const forHalf = (name: string) =>
  flagRow(
    '*',
    flagDocument(name, {
      strategies: [
        {
          name: 'flexibleRollout',
          parameters: { rollout: '50', stickiness: 'default', groupId: name },
          constraints: [],
          variants: [],
          segments: [],
        },
      ],
    }),
  )

let store: Store
let receipts: ReturnType<typeof createReceipts>
let server: Awaited<ReturnType<typeof start>>
let revision = 0
/** Requests that reached Fastify. */
let routed: string[] = []
/** Requests that reached another listener of the server. */
let heard: string[] = []
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const publish = (...rows: DocumentRow[]) => {
  revision += 1
  const heads = [{ environment: 'development', project: 'default', revision, hash: START.hash }]
  store.apply({ revision, epoch: '1', hash: START.hash, complete: false, rows, heads })
}
const start = async (cdnSeconds = 0) => {
  const front = createFront()
  const app = Fastify({ serverFactory: front.serverFactory, keepAliveTimeout: 4_000, requestTimeout: 5_000 })
  app.server.on('request', ({ url }) => void heard.push(url ?? ''))
  app.addHook('onRequest', async ({ url }) => void routed.push(url))
  const sinks = {
    usage: { add: async () => {} },
    bulks: { add: async () => {} },
    outcomes: { add: async () => {} },
    registrations: { add: async () => {}, seen: () => {} },
    impact: { add: async () => {} },
    edges: { add: async () => {} },
    sample: { offer: () => {} },
  }
  await app.register(
    async (scope) =>
      delivery(scope, {
        store,
        receipts,
        version: '1.0.0',
        cdnSeconds,
        direct: { front, ownAddresses: true },
        ...sinks,
      }),
    { prefix: '/base' },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}
const ask = async (path: string, headers: Record<string, string> = {}, through = agent) => {
  const { port } = server.server.address() as AddressInfo
  const all = { authorization: BACKEND, ...headers }
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get({ port, host: '127.0.0.1', path, headers: all, agent: through }, resolve).once('error', reject),
  )
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const { date, ...rest } = response.headers
  return { status: response.statusCode, headers: rest, body: Buffer.concat(chunks) }
}

beforeEach(async () => {
  store = createStore({ regex: () => undefined }, { origins: ['*'], enabled: true })
  receipts = createReceipts(store)
  publish(tokenRow(BACKEND), flag('checkout'))
  server = await start()
  routed = []
  heard = []
})
afterEach(() => server.close())

test.each([
  ['nothing special', {}],
  ['gzip', { 'accept-encoding': 'gzip' }],
  ['an SDK that knows segments', { 'unleash-client-spec': '5.2.0', 'accept-encoding': 'br' }],
  ['another tag', { 'if-none-match': '"other"' }],
  ['the tag of now', { 'if-none-match': '*' }],
])('the fast path and the route give the same response: %s', async (_title, headers) => {
  const viaRoute = await ask(`${PATH}?`, headers)
  expect(routed).toEqual([`${PATH}?`])
  expect(await ask(PATH, headers)).toEqual(viaRoute)
  expect(routed).toHaveLength(1)
})

const FRONTEND = '*:development.frontend'
const EVALUATE = '/base/api/frontend'
test.each([
  ['nothing special', '?userId=7', {}],
  ['properties, escapes, and the same name twice', '?userId=a%20b&properties[plan]=gold&plan=x&plan=y', {}],
  ['an origin', '?userId=7', { origin: 'https://shop.example' }],
  ['another origin', '?userId=7', { origin: 'https://else.example' }],
  ['the tag of now', '?userId=7', { 'if-none-match': '*' }],
  ['nobody', '?', {}],
])('the fast path and the route evaluate the same: %s', async (_title, query, headers) => {
  const frontend = { origins: ['https://shop.example'], enabled: true }
  publish(tokenRow(FRONTEND, { type: 'frontend' }), forGold('gold-only'), {
    kind: 'setting',
    environment: '*',
    name: 'frontend',
    doc: frontend,
  })
  const asked = { authorization: FRONTEND, ...headers }
  const viaRoute = await ask(`${EVALUATE}/${query}`, asked)
  expect(routed).toHaveLength(1)
  const direct = await ask(`${EVALUATE}${query}`, asked)
  expect(routed).toHaveLength(1)
  expect(direct).toEqual(viaRoute)
  if (query.includes('gold')) expect(direct.body.toString()).toContain('gold-only')
})

test('users who ask at the same time each get their own flags', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `half-${index}`)
  publish(tokenRow(FRONTEND, { type: 'frontend' }), ...names.map(forHalf))
  const users = Array.from({ length: 60 }, (_, index) => `user-${index}`)
  const many = new Agent({ keepAlive: true, maxSockets: 8 })
  const each = (path: string) =>
    Promise.all(users.map((user) => ask(`${path}?userId=${user}`, { authorization: FRONTEND }, many)))
  const viaRoute = await each(`${EVALUATE}/`)
  routed = []
  for (let round = 0; round < 3; round++) {
    const direct = await each(EVALUATE)
    expect(direct.map(({ body }) => body.toString())).toEqual(viaRoute.map(({ body }) => body.toString()))
  }
  expect(routed).toEqual([])
  many.destroy()
})

test('evaluations that are refused are left to the route', async () => {
  for (const authorization of [BACKEND, '*:development.unknown'])
    expect((await ask(`${EVALUATE}?userId=7`, { authorization })).status).toBeGreaterThanOrEqual(401)
  expect(routed).toHaveLength(2)
})

test('a change is visible at once, and the previous ETag no longer matches', async () => {
  const { etag = '' } = (await ask(PATH)).headers
  expect((await ask(PATH, { 'if-none-match': etag })).status).toBe(304)
  publish(flag('search'))
  const { status, body } = await ask(PATH, { 'if-none-match': etag })
  expect(status).toBe(200)
  expect(body.toString()).toContain('"search"')
})

test('a token that is deleted, expires or changes its type is refused on its open connection', async () => {
  for (const doc of [null, { expiresAt: '2020-01-01T00:00:00Z' }, { type: 'frontend' }]) {
    publish(tokenRow(BACKEND))
    expect((await ask(PATH)).status).toBe(200)
    publish(tokenRow(BACKEND, doc))
    expect((await ask(PATH)).status).toBe(doc?.type ? 403 : 401)
  }
})

test('two tokens on one connection are not mixed up', async () => {
  const other = 'shop:development.backend'
  publish(tokenRow(other, { projects: ['shop'] }))
  expect((await ask(PATH)).body.toString()).toContain('"checkout"')
  expect((await ask(PATH, { authorization: other })).body.toString()).not.toContain('"checkout"')
  expect((await ask(PATH, { authorization: 'nonsense' })).status).toBe(401)
  expect((await ask(PATH)).body.toString()).toContain('"checkout"')
})

test('a request on the fast path is recorded as a receipt', async () => {
  await ask(PATH, { 'unleash-appname': 'shop', 'unleash-instanceid': 'shop-1' })
  expect(receipts.read('development').named).toMatchObject([{ app: 'shop', instance: 'shop-1', revision }])
})

test('other listeners of the server see every request, and the configured timeouts apply', async () => {
  await ask(PATH)
  await ask(`${PATH}?`)
  expect(routed).toEqual([`${PATH}?`])
  expect(heard).toEqual([PATH, `${PATH}?`])
  expect(server.server).toMatchObject({ keepAliveTimeout: 4_000, requestTimeout: 5_000, timeout: 0 })
})

test('with a setting, a CDN keeps one response for each token, also on the way through Fastify', async () => {
  await server.close()
  server = await start(30)
  const control = 'public, max-age=0, s-maxage=30, stale-while-revalidate=30, stale-if-error=86400'
  const caching = { 'cache-control': control, vary: 'Accept-Encoding, Authorization, Unleash-Client-Spec' }
  const direct = await ask(PATH)
  const filtered = await ask(`${PATH}?namePrefix=a`)
  for (const { headers } of [direct, filtered]) expect(headers).toMatchObject(caching)
  for (const [path, { headers }] of [
    [PATH, direct],
    [`${PATH}?namePrefix=a`, filtered],
  ] as const) {
    const again = await ask(path, { 'if-none-match': String(headers.etag) })
    expect(again.status).toBe(304)
    expect(again.headers).toMatchObject(caching)
  }
})

test('without it, no shared cache keeps the flags of a token, on either way', async () => {
  const caching = {
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding, Authorization, Unleash-Client-Spec',
  }
  for (const path of [PATH, `${PATH}?namePrefix=a`]) {
    const { headers } = await ask(path)
    expect(headers).toMatchObject(caching)
    const again = await ask(path, { 'if-none-match': String(headers.etag) })
    expect(again).toMatchObject({ status: 304, headers: caching })
  }
})
