import { hash } from 'node:crypto'
import { get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DocumentRow, FlagDocument, RuleDocument } from '../documents.ts'
import type { Usage } from '../ports.ts'
import { createStore, type Store } from '../store.ts'
import { createStreams } from '../streams.ts'
import { ofrepApi } from './api.ts'

const BACKEND = '*:development.backend'
const SHOP = 'shop:development.backend'
const FRONTEND = '*:development.frontend'

const rule = (more: Partial<RuleDocument> = {}): RuleDocument => ({
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'default', groupId: 'group' },
  constraints: [],
  variants: [],
  segments: [],
  ...more,
})
const flag = (name: string, more: Partial<FlagDocument> = {}): FlagDocument => ({
  name,
  type: 'release',
  project: 'default',
  stale: false,
  description: null,
  impressionData: false,
  enabled: true,
  strategies: [rule()],
  variants: [],
  dependencies: [],
  ...more,
})
const rows = (doc: FlagDocument): DocumentRow[] =>
  ['*', 'development'].map((environment) => ({
    kind: 'flag',
    environment,
    name: doc.name,
    doc,
    meta: { tags: [], rules: [] },
  }))
const token = (secret: string, type: string, projects: string[]): DocumentRow => ({
  kind: 'token',
  environment: 'development',
  name: hash('sha256', secret, 'hex'),
  doc: { type, environment: 'development', projects, name: 'test', expiresAt: null },
})
const one = (name: string, payload?: { type: string; value: string }) => [
  { name, weight: 1000, ...(payload ? { payload } : {}) },
]
const half = rule({ parameters: { rollout: '50', stickiness: 'default', groupId: 'group' } })
const gold = rule({ constraints: [{ contextName: 'plan', operator: 'IN', values: ['gold'] }] })

let store: Store
let revision: number
let server: FastifyInstance
const reported: Usage[] = []
const offered: unknown[] = []
let away = false
let attempts = 0

const publish = (docs: DocumentRow[], project = 'default') => {
  revision += 1
  const heads = [{ environment: 'development', project, revision }]
  store.apply({ revision, epoch: 1, complete: false, rows: docs, heads })
}
const start = async (ticketKey = 'shared') => {
  const app = Fastify()
  const streams = createStreams(app, store)
  const usage = {
    add: async (counts: Usage) => {
      attempts += 1
      if (away) throw new Error('away')
      reported.push(counts)
    },
  }
  const sample = { offer: (_: string, context: unknown) => void offered.push(context) }
  await app.register(
    async (scope) => ofrepApi(scope, { store, usage, sample, streams, ticketKey: Buffer.from(ticketKey) }),
    { prefix: '/flags/ofrep/v1' },
  )
  return app
}

type Ask = { context?: unknown; token?: string; headers?: Record<string, string>; query?: string }
const post = async (path: string, { context = {}, token = BACKEND, headers = {}, query = '' }: Ask = {}) => {
  const response = await server.inject({
    method: 'POST',
    url: `/flags/ofrep/v1/evaluate/flags${path}${query}`,
    headers: { authorization: token, ...headers },
    payload: { context } as object,
  })
  const body = response.body === '' ? undefined : response.json()
  return { status: response.statusCode, body, headers: response.headers }
}
const evaluate = (key: string, context: object = {}, token = BACKEND) => post(`/${key}`, { context, token })

beforeEach(async () => {
  revision = 0
  away = false
  reported.length = 0
  offered.length = 0
  store = createStore({ regex: () => undefined }, { origins: [], enabled: true })
  store.apply({ revision: 0, epoch: 1, complete: true, rows: [], heads: [] })
  publish([
    token(BACKEND, 'backend', ['*']),
    token(SHOP, 'client', ['shop']),
    token(FRONTEND, 'frontend', ['*']),
    token('*:*.admin', 'admin', ['*']),
  ])
  publish(rows(flag('plain')))
  server = await start()
})
afterEach(() => server.close())

test('a plain flag has a boolean value, on and off, with what is known about it', async () => {
  const metadata = {
    project: 'default',
    environment: 'development',
    type: 'release',
    stale: false,
    impressionData: false,
  }
  expect((await evaluate('plain')).body).toEqual({
    key: 'plain',
    reason: 'STATIC',
    value: true,
    variant: 'on',
    metadata,
  })
  publish(rows(flag('plain', { enabled: false })))
  expect((await evaluate('plain')).body).toMatchObject({ reason: 'DISABLED', value: false, variant: 'off' })
  expect((await evaluate('plain', {}, FRONTEND)).body).toEqual({
    key: 'plain',
    reason: 'DISABLED',
    value: false,
    variant: 'off',
  })
})

test.each<[string, { type: string; value: string } | undefined, unknown]>([
  ['text', { type: 'string', value: 'hello' }, { value: 'hello' }],
  ['a list in text', { type: 'csv', value: 'a,b' }, { value: 'a,b' }],
  ['a number', { type: 'number', value: '1.5' }, { value: 1.5 }],
  ['no number', { type: 'number', value: 'many' }, { value: 'many', metadata: { payload: 'not a number' } }],
  ['an object', { type: 'json', value: '{"a":[1]}' }, { value: { a: [1] } }],
  [
    'JSON that is no object',
    { type: 'json', value: '[1]' },
    { value: '[1]', metadata: { payload: 'JSON as text' } },
  ],
  ['nothing', undefined, { value: 'blue' }],
])('a variant with %s as payload has its value', async (_, payload, expected) => {
  publish(rows(flag('colour', { variants: one('blue', payload) })))
  const { body } = await evaluate('colour', {}, FRONTEND)
  expect(body).toEqual({ key: 'colour', reason: 'STATIC', variant: 'blue', ...(expected as object) })
})

test('a flag with variants that is off leaves the value to the code', async () => {
  publish(rows(flag('colour', { enabled: false, variants: one('blue') })))
  expect((await evaluate('colour', {}, FRONTEND)).body).toEqual({ key: 'colour', reason: 'DISABLED' })
  publish(rows(flag('colour', { strategies: [gold], variants: one('blue') })))
  expect((await evaluate('colour', {}, FRONTEND)).body).toEqual({
    key: 'colour',
    reason: 'UNKNOWN',
    metadata: { reason: 'no rule matched' },
  })
  publish(rows(flag('colour', { strategies: [{ ...gold, variants: one('blue') }, rule()] })))
  expect((await evaluate('colour')).body.value).toBeUndefined()
  expect((await evaluate('colour', { plan: 'gold' })).body.value).toBe('blue')
})

test('the reason says how it was decided', async () => {
  const reason = async (more: Partial<FlagDocument>, context: object = { targetingKey: '7' }) => {
    publish(rows(flag('why', more)))
    const { reason, value } = (await evaluate('why', context)).body
    return [reason, value]
  }
  expect(await reason({ strategies: [gold] })).toEqual(['TARGETING_MATCH', false])
  expect(await reason({ strategies: [gold] }, { plan: 'gold' })).toEqual(['TARGETING_MATCH', true])
  expect(await reason({ strategies: [{ ...half, parameters: { rollout: '99' } }] })).toEqual(['SPLIT', true])
  const dependencies = [{ feature: 'missing', enabled: true, variants: [] }]
  expect(await reason({ dependencies })).toEqual(['DISABLED', false])
  const variants = ['a', 'b'].map((name) => ({ name, weight: 500 }))
  expect((await reason({ variants }))[0]).toBe('SPLIT')
})

test('a targeting key is asked for only where it decides', async () => {
  publish([
    ...rows(flag('half', { strategies: [half] })),
    ...rows(flag('either', { strategies: [half, gold] })),
  ])
  const missing = await evaluate('half')
  expect([missing.status, missing.body]).toEqual([
    400,
    { key: 'half', errorCode: 'TARGETING_KEY_MISSING', errorDetails: expect.any(String) },
  ])
  expect((await evaluate('half', { targetingKey: '7' })).status).toBe(200)
  expect((await evaluate('half', { sessionId: '7' })).status).toBe(200)
  expect((await evaluate('either', { plan: 'gold' })).body.value).toBe(true)
  expect((await evaluate('plain')).body.value).toBe(true)
  const { flags } = (await post('')).body
  expect(flags.map((one: { key: string; errorCode?: string }) => [one.key, one.errorCode])).toEqual([
    ['either', 'TARGETING_KEY_MISSING'],
    ['half', 'TARGETING_KEY_MISSING'],
    ['plain', undefined],
  ])
})

test('the context is read as OpenFeature writes it', async () => {
  const on = async (contextName: string, values: string[], context: object, token = BACKEND) => {
    publish(
      rows(flag('ctx', { strategies: [rule({ constraints: [{ contextName, operator: 'IN', values }] })] })),
    )
    return (await evaluate('ctx', context, token)).body.value
  }
  expect(await on('userId', ['7'], { targetingKey: '7' })).toBe(true)
  expect(await on('userId', ['7'], { targetingKey: '8', userId: 7 })).toBe(true)
  expect(await on('age', ['42'], { age: 42 })).toBe(true)
  expect(await on('cart', ['{"items":[1,2]}'], { cart: { items: [1, 2] } })).toBe(true)
  expect(await on('environment', ['development'], {})).toBe(true)
  expect(await on('remoteAddress', ['127.0.0.1'], {}, FRONTEND)).toBe(true)
  expect(await on('remoteAddress', ['127.0.0.1'], {})).toBe(false)
  expect(await on('constructor', ['x'], JSON.parse('{"__proto__": {"constructor": "x"}}'))).toBe(false)
  const past = [{ contextName: 'currentTime', operator: 'DATE_BEFORE', value: '2000-01-01T00:00:00Z' }]
  publish(rows(flag('past', { strategies: [rule({ constraints: past })] })))
  const then = { currentTime: '1999-01-01T00:00:00Z' }
  expect((await evaluate('past', then)).body.value).toBe(true)
  expect((await evaluate('past', then, FRONTEND)).body.value).toBe(false)
  expect(offered.length).toBeGreaterThan(8)
})

test('errors are in the words of the protocol', async () => {
  const raw = (payload: string, path = '/plain', type = 'application/json') =>
    server.inject({
      method: 'POST',
      url: `/flags/ofrep/v1/evaluate/flags${path}`,
      headers: { authorization: BACKEND, 'content-type': type },
      payload,
    })
  const code = async (payload: string, path?: string) => {
    const response = await raw(payload, path)
    return [response.statusCode, response.json().errorCode, response.json().key]
  }
  expect(await code('{')).toEqual([400, 'PARSE_ERROR', 'plain'])
  expect(await code('{', '')).toEqual([400, 'PARSE_ERROR', undefined])
  for (const body of [
    '{}',
    '[]',
    'null',
    '{"context":null}',
    '{"context":[]}',
    '{"context":{"targetingKey":{}}}',
  ])
    expect(await code(body)).toEqual([400, 'INVALID_CONTEXT', 'plain'])
  expect(await code(`{"context":{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`)).toEqual([
    400,
    'INVALID_CONTEXT',
    'plain',
  ])
  expect(await code(`{"context":{"long":"${'x'.repeat(70_000)}"}}`)).toEqual([413, 'GENERAL', 'plain'])
  expect((await raw('{"context":{}}', '/plain', 'text/plain')).statusCode).toBe(200)
  for (const key of ['unknown', '__proto__'])
    expect(await code('{"context":{}}', `/${key}`)).toEqual([404, 'FLAG_NOT_FOUND', key])
})

test('either kind of token is let in, in either header, within its projects', async () => {
  const status = async (headers: Record<string, string>) =>
    (
      await server.inject({
        method: 'POST',
        url: '/flags/ofrep/v1/evaluate/flags/plain',
        headers,
        payload: { context: {} },
      })
    ).statusCode
  for (const secret of [BACKEND, FRONTEND]) {
    expect(await status({ authorization: secret })).toBe(200)
    expect(await status({ authorization: `Bearer ${secret}` })).toBe(200)
    expect(await status({ 'x-api-key': secret })).toBe(200)
  }
  expect(await status({})).toBe(401)
  expect(await status({ 'x-api-key': 'unknown' })).toBe(401)
  expect(await status({ authorization: '*:*.admin' })).toBe(403)
  expect((await evaluate('plain', {}, SHOP)).status).toBe(404)
  publish(rows(flag('cart', { project: 'shop' })), 'shop')
  expect((await post('', { token: SHOP })).body.flags).toMatchObject([{ key: 'cart' }])
  publish([{ kind: 'setting', environment: '*', name: 'frontend', doc: { origins: [], enabled: false } }])
  expect([await status({ authorization: FRONTEND }), await status({ authorization: BACKEND })]).toEqual([
    403, 200,
  ])
})

test('browsers of allowed origins may call', async () => {
  const origins = ['https://a.example']
  publish([{ kind: 'setting', environment: '*', name: 'frontend', doc: { origins, enabled: true } }])
  const from = async (origin: string) =>
    (await post('', { token: FRONTEND, headers: { origin } })).headers['access-control-allow-origin']
  expect([await from('https://a.example'), await from('https://b.example')]).toEqual([origins[0], undefined])
  const preflight = await server.inject({
    method: 'OPTIONS',
    url: '/flags/ofrep/v1/evaluate/flags',
    headers: { origin: 'https://a.example', 'access-control-request-headers': 'authorization,if-none-match' },
  })
  expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
    204,
    'authorization,if-none-match',
  ])
  const refused = await post('', { token: 'no', headers: { origin: 'https://a.example' } })
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, origins[0]])
})

test('the same configuration and context have the same tag, and other ones another', async () => {
  publish(rows(flag('half', { strategies: [half] })))
  const tagOf = async (context: object) => (await post('', { context, token: FRONTEND })).headers.etag
  const etag = String(await tagOf({}))
  expect(await tagOf({})).toBe(etag)
  expect((await post('', { token: FRONTEND, headers: { 'if-none-match': etag } })).status).toBe(304)
  expect(await tagOf({ targetingKey: '7' })).not.toBe(etag)
  publish(rows(flag('plain', { enabled: false })))
  expect(await tagOf({})).not.toBe(etag)
})

test('a configuration that is named is waited for, but not for ever', async () => {
  const slow = post('', { query: `?flagConfigEtag=1-${revision + 1}` })
  publish(rows(flag('plain', { enabled: false })))
  expect((await slow).body.flags).toMatchObject([{ value: false }])
  for (const query of [
    '?flagConfigEtag=1-1',
    '?flagConfigEtag=2-99',
    '?flagConfigEtag=x',
    '?flagConfigLastModified=1',
  ])
    expect((await post('', { query })).status).toBe(200)
  const started = performance.now()
  expect((await post('', { query: '?flagConfigEtag=1-999999' })).status).toBe(200)
  expect(performance.now() - started).toBeLessThan(3_000)
})

test('single evaluations are counted together, bulk ones are not, and nothing is lost while the database is away', async () => {
  publish(rows(flag('colour', { variants: one('blue') })))
  await Promise.all([evaluate('plain'), evaluate('plain'), evaluate('colour', { appName: 'shop' })])
  await post('')
  await evaluate('unknown')
  away = true
  attempts = 0
  await expect.poll(() => attempts, { timeout: 3_000 }).toBeGreaterThan(0)
  away = false
  await server.close()
  expect(reported).toMatchObject([
    { app: 'ofrep', environment: 'development', counts: [{ flag: 'plain', yes: 2, no: 0 }] },
    { app: 'shop', counts: [{ flag: 'colour', yes: 1, variants: [['blue', 1]] }] },
  ])
})

type Message = { id?: string; data: { type: string; etag: string; lastModified: number } }
const open = async (path: string, headers: Record<string, string> = {}) => {
  const { port } = server.server.address() as AddressInfo
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    httpGet(`http://127.0.0.1:${port}${path}`, { headers, agent: false }, resolve).once('error', reject),
  )
  let text = ''
  let ended = false
  response.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  response.once('close', () => {
    ended = true
  })
  const messages = (): Message[] =>
    [...text.matchAll(/^(?:event: message\n)?id: (\d+)\ndata: (.*)$/gm)].map(([, id = '', data = '']) => ({
      id,
      data: JSON.parse(data),
    }))
  return { response, messages, ended: () => ended, close: () => response.destroy() }
}
const streamOf = async (token: string): Promise<string> =>
  (await post('', { token })).body.eventStreams[0].endpoint.requestUri

test('a change is told over the stream that the answer names, to those it concerns', async () => {
  await server.listen({ port: 0, host: '127.0.0.1' })
  const uri = await streamOf(FRONTEND)
  expect(uri).toMatch(/^\/flags\/ofrep\/v1\/stream\?ticket=[\w-]+&since=2$/)
  expect(uri).toBe(await streamOf(FRONTEND))
  const all = await open(uri, { origin: 'https://a.example' })
  const shop = await open(await streamOf(SHOP))
  expect([all.response.statusCode, all.response.headers['content-type']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ])
  expect(all.response.headers['access-control-allow-origin']).toBe('*')
  publish(rows(flag('plain', { enabled: false })))
  publish(rows(flag('cart', { project: 'shop' })), 'shop')
  await expect.poll(() => all.messages().map(({ id }) => id)).toEqual(['3', '4'])
  await expect.poll(() => shop.messages().map(({ id }) => id)).toEqual(['4'])
  expect(all.messages()[0]?.data).toEqual({
    type: 'refetchEvaluation',
    etag: '1-3',
    lastModified: expect.any(Number),
  })
  // What changed between the answer and the stream, or while the connection was away, is told at once.
  const late = await open(uri)
  await expect.poll(() => late.messages().map(({ id }) => id)).toEqual(['4'])
  const back = await open(uri, { 'last-event-id': '4' })
  publish(rows(flag('plain')))
  await expect.poll(() => back.messages().map(({ id }) => id)).toEqual(['5'])
})

test('a ticket opens the stream of its token only, and ends with it', async () => {
  await server.listen({ port: 0, host: '127.0.0.1' })
  const uri = await streamOf(FRONTEND)
  expect(uri).not.toContain('development.frontend')
  expect(uri).not.toContain(hash('sha256', FRONTEND, 'hex'))
  const status = async (path: string, headers = {}) => {
    const { response, close } = await open(path, headers)
    close()
    return response.statusCode
  }
  const path = '/flags/ofrep/v1/stream'
  expect(await status(path)).toBe(401)
  expect(await status(path, { authorization: BACKEND })).toBe(200)
  for (const ticket of ['', 'x', 'A'.repeat(86)]) expect(await status(`${path}?ticket=${ticket}`)).toBe(401)
  const second = await start()
  const address = await second.listen({ port: 0, host: '127.0.0.1' })
  const abroad = await fetch(`${address}${uri}`)
  expect(abroad.status).toBe(200)
  await abroad.body?.cancel()
  await second.close()
  const other = await start('another secret')
  const sealed = await other.inject({
    method: 'POST',
    url: '/flags/ofrep/v1/evaluate/flags',
    headers: { authorization: FRONTEND },
    payload: { context: {} },
  })
  await other.close()
  expect(await status(sealed.json().eventStreams[0].endpoint.requestUri)).toBe(401)
  const stream = await open(uri)
  publish([{ kind: 'token', environment: 'development', name: hash('sha256', FRONTEND, 'hex'), doc: null }])
  await expect.poll(stream.ended).toBe(true)
  expect(await status(uri)).toBe(401)
})
