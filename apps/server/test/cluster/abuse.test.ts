import { Agent, request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createFlag, expectStatus, PROJECT } from './changes.ts'
import { makePostgres } from './postgres.ts'
import { ADMIN_TOKEN, BACKEND_TOKEN, FRONTEND_TOKEN, startServer } from './server.ts'

// Attacks with everything that is publicly reachable, with a frontend token from a web page or without credentials.
// Other users must not be affected. Each attacker has its own IP address: all of 127.0.0.0/8 is local.

const postgres = await makePostgres()
const server = await startServer(postgres.url, { SIMPLE_LOGIN_LIMIT_PER_MINUTE: '10' })
const database = openDatabase({ url: postgres.url, poolSize: 2 })
const agents: Agent[] = []
afterAll(async () => {
  for (const agent of agents) agent.destroy()
  await server.stop()
  await database.close()
  await postgres.remove()
})

const { port } = new URL(server.url)
type Sent = { method?: string; path: string; token?: string; body?: unknown; raw?: string; headers?: object }

/** An attacker with its own IP address who can send many concurrent requests. */
function stranger(localAddress: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 50, localAddress })
  agents.push(agent)
  return ({ method = 'POST', path, token, body, raw, headers = {} }: Sent): Promise<number> =>
    new Promise((resolve) => {
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const sending = request(
        {
          host: '127.0.0.1',
          port,
          path,
          method,
          agent,
          localAddress,
          headers: {
            ...(token ? { authorization: token } : {}),
            ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0))
        },
      )
      sending.on('error', () => resolve(0))
      sending.end(payload)
    })
}
const count = async (query: string): Promise<number> =>
  Number((await database.pool.query(`select count(*) as count from ${query}`)).rows[0].count)
const statuses = (all: readonly number[]) => new Set(all)
const flood = (times: number, send: (index: number) => Promise<number>) =>
  Promise.all(Array.from({ length: times }, (_, index) => send(index)))

const bucket = (toggles: object) => {
  const now = new Date().toISOString()
  return { start: now, stop: now, toggles }
}
const metrics = (appName: string, toggles: object) => ({ appName, bucket: bucket(toggles) })
const register = (appName: string, instanceId = 'browser') => ({
  appName,
  instanceId,
  interval: 10,
  started: new Date().toISOString(),
  strategies: ['default'],
})

await expectStatus(createFlag(server, 'checkout'), 201)
await expectStatus(server.call('POST', `${PROJECT}/features/checkout/environments/development/on`), 200)
const counted = async (app: string): Promise<number> =>
  Number(
    (
      await database.pool.query(
        `select coalesce(sum(yes), 0) as yes from usage_counts where app = $1 and flag = 'checkout' and variant = ''`,
        [app],
      )
    ).rows[0].yes,
  )

/** Requests of other users during and after an attack. */
async function expectNobodyNotices() {
  const sdk = { authorization: BACKEND_TOKEN }
  const features = await server.call('GET', '/api/client/features', undefined, sdk)
  expect([features.status, features.body.features.length]).toEqual([200, 1])
  const before = await counted('shop')
  await expectStatus(
    server.call('POST', '/api/client/metrics', metrics('shop', { checkout: { yes: 3, no: 1 } }), sdk),
    202,
  )
  expect(await counted('shop')).toBe(before + 3)
  const browser = await server.call('GET', '/api/frontend?userId=7', undefined, {
    authorization: FRONTEND_TOKEN,
  })
  expect(browser.body.toggles).toHaveLength(1)
  await expectStatus(server.call('POST', `${PROJECT}/features/checkout/environments/development/on`), 200)
  await expect.poll(async () => (await server.call('GET', '/ready')).body.health).toBe('GOOD')
}

test('counts that would overflow are refused without affecting others', async () => {
  const send = stranger('127.0.1.1')
  const posts = [2 ** 63 - 1_024, 1e300, 1e21, -1, 1.5e15].map((yes) =>
    send({
      path: '/api/frontend/client/metrics',
      token: FRONTEND_TOKEN,
      body: metrics('shop', { checkout: { yes } }),
    }),
  )
  expect(statuses(await Promise.all(posts))).toEqual(new Set([400]))
  await expectNobodyNotices()
})

test('evaluation counts are limited per IP address, and the responses stay the same', async () => {
  const send = stranger('127.0.1.2')
  const post = () =>
    send({
      path: '/api/frontend/client/metrics',
      token: FRONTEND_TOKEN,
      body: metrics('loud', { checkout: { yes: 90_000_000, no: 0 } }),
    })
  expect(statuses(await flood(50, post))).toEqual(new Set([200]))
  expect(await counted('loud')).toBeLessThanOrEqual(2 * 100_000)
  await expectNobodyNotices()
})

test('a saturated count stays at its maximum, and further reports are accepted', async () => {
  const sdk = { authorization: BACKEND_TOKEN }
  const post = () =>
    server.call(
      'POST',
      '/api/client/metrics',
      metrics('full', { checkout: { yes: 1_000_000_000_000, no: 0 } }),
      sdk,
    )
  await expectStatus(post(), 202)
  const fill = `update usage_hours set yes = 9007199254740990 where app = 'full'`
  await expect.poll(async () => (await database.pool.query(fill)).rowCount).toBe(1)
  await expectStatus(post(), 202)
  await expect.poll(() => counted('full')).toBe(9007199254740991)
})

test('thousands of application names from a frontend token create few applications and one event', async () => {
  const send = stranger('127.0.1.3')
  await expectStatus(
    server.call('POST', '/api/client/register', register('shop', 'pod-1'), { authorization: BACKEND_TOKEN }),
    202,
  )
  const sent = await flood(3_000, (index) =>
    send({
      path: index % 2 ? '/api/frontend/client/metrics' : '/api/frontend/client/register',
      token: FRONTEND_TOKEN,
      body:
        index % 2
          ? metrics(`flood-${index}`, { checkout: { yes: 1 } })
          : register(`flood-${index}`, `i-${index}`),
    }),
  )
  expect(statuses(sent)).toEqual(new Set([200]))
  await expect.poll(() => count(`applications where name = 'other'`)).toBe(1)
  expect(await count('applications')).toBeLessThan(150)
  expect(await count('instances')).toBeLessThan(1_500)
  expect(await count(`(select distinct app from usage_counts) a`)).toBeLessThan(150)
  await expectNobodyNotices()
})

test('the number of unknown flags is limited', async () => {
  const send = stranger('127.0.1.4')
  const toggles = (index: number) =>
    Object.fromEntries(Array.from({ length: 100 }, (_, name) => [`nosuch-${index}-${name}`, { yes: 1 }]))
  const post = (index: number) =>
    send({
      path: '/api/frontend/client/metrics',
      token: FRONTEND_TOKEN,
      body: metrics('shop', toggles(index)),
    })
  expect(statuses(await flood(100, post))).toEqual(new Set([200]))
  expect(await count(`(select distinct flag from usage_counts) f`)).toBeLessThanOrEqual(1_010)
  await expectNobodyNotices()
})

test('made-up impact metrics from frontend tokens leave room for those of backend tokens', async () => {
  const send = stranger('127.0.1.5')
  const sample = (index: number) => ({ labels: { made: `up-${index}` }, value: 1 })
  const body = (index: number) => ({
    appName: 'shop',
    impactMetrics: Array.from({ length: 20 }, (_, name) => ({
      name: `made_up_${index}_${name}`,
      help: '',
      type: 'counter',
      samples: Array.from({ length: 20 }, (_, at) => sample(at)),
    })),
  })
  const sent = await flood(40, (index) =>
    send({ path: '/api/frontend/client/metrics', token: FRONTEND_TOKEN, body: body(index) }),
  )
  expect(statuses(sent)).toEqual(new Set([200]))
  const series = await count('impact_series')
  expect(series).toBeLessThanOrEqual(5_000)
  const own = {
    ...body(1),
    impactMetrics: [{ name: 'orders', help: '', type: 'counter', samples: [sample(0)] }],
  }
  await expectStatus(server.call('POST', '/api/client/metrics', own, { authorization: BACKEND_TOKEN }), 202)
  expect(await count(`impact_series where metric = 'orders'`)).toBe(1)
})

test('streams are limited per IP address; other addresses and backend tokens are not affected', async () => {
  const open: { destroy(): void }[] = []
  const stream = (localAddress: string, path: string, token: string) =>
    new Promise<number>((resolve) => {
      const sending = request(
        { host: '127.0.0.1', port, path, localAddress, headers: { authorization: token }, agent: false },
        (response) => {
          open.push(sending)
          resolve(response.statusCode ?? 0)
        },
      )
      sending.on('error', () => resolve(0))
      sending.end()
    })
  const ofrep = '/ofrep/v1/stream'
  const greedy: number[] = []
  for (let round = 0; round < 8; round++)
    greedy.push(...(await flood(100, () => stream('127.0.1.6', ofrep, FRONTEND_TOKEN))))
  expect(greedy.filter((status) => status === 200)).toHaveLength(500)
  expect(statuses(greedy)).toEqual(new Set([200, 429]))
  expect(await stream('127.0.1.7', ofrep, FRONTEND_TOKEN)).toBe(200)
  expect(await stream('127.0.1.6', '/api/client/streaming', BACKEND_TOKEN)).toBe(200)
  await expectNobodyNotices()
  for (const one of open) one.destroy()
})

test('failed sign-ins from one IP address do not keep others from signing in', async () => {
  const send = stranger('127.0.1.8')
  const login = (username: string, password: string) => ({ username, password })
  const guesses = await flood(300, (index) =>
    send({
      path: '/auth/simple/login',
      body: login(index % 2 ? 'admin' : `nobody-${index}`, `guess-${index}`),
    }),
  )
  expect(statuses(guesses).has(200)).toBe(false)
  const honest = stranger('127.0.1.9')
  expect(await honest({ path: '/auth/simple/login', body: login('admin', 'Correct-horse-7') })).toBe(200)
  await expectNobodyNotices()
})

test('a flood of unknown tokens on any route does not affect other users', async () => {
  const send = stranger('127.0.1.10')
  const paths: [method: string, path: string][] = [
    ['GET', '/api/client/features'],
    ['GET', '/api/client/delta'],
    ['GET', '/api/client/streaming'],
    ['GET', '/api/frontend'],
    ['POST', '/ofrep/v1/evaluate/flags'],
    ['GET', '/api/admin/projects'],
    ['GET', '/scim/Users'],
  ]
  const sent = await flood(700, (index) => {
    const [method = 'GET', path = '/'] = paths[index % paths.length] ?? []
    return send({
      method,
      path,
      token: `*:development.guess-${index}`,
      ...(method === 'POST' ? { body: {} } : {}),
    })
  })
  expect(statuses(sent).difference(new Set([401, 403, 404, 503]))).toEqual(new Set())
  const tokens = (index: number) =>
    Array.from({ length: 1_000 }, (_, at) => `*:development.edge-${index}-${at}`)
  const validated = await flood(40, (index) =>
    send({ path: '/edge/validate', body: { tokens: tokens(index) } }),
  )
  expect(statuses(validated).difference(new Set([200, 429, 503]))).toEqual(new Set())
  expect(validated).toContain(429)
  expect(await stranger('127.0.1.11')({ path: '/edge/validate', body: { tokens: [BACKEND_TOKEN] } })).toBe(
    200,
  )
  await expectNobodyNotices()
})

test('bodies that are too large, too deep or malformed are refused', async () => {
  const send = stranger('127.0.1.12')
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const large = JSON.stringify({ appName: 'x'.repeat(20_000_000) })
  const posts = [
    '/api/frontend/client/metrics',
    '/api/frontend/client/register',
    '/api/frontend',
    '/ofrep/v1/evaluate/flags',
    '/ofrep/v1/evaluate/flags/checkout',
    '/edge/validate',
    '/auth/simple/login',
  ]
  for (const path of posts)
    for (const raw of [deep, large, '{', '', 'null', '{"__proto__":{"a":1}}']) {
      const status = await send({ path, token: FRONTEND_TOKEN, raw })
      // The server can close the connection while the client is still sending.
      expect([path, raw.slice(0, 20), status >= 500]).toEqual([path, raw.slice(0, 20), false])
    }
  await expectNobodyNotices()
})

test('requests without credentials read and change nothing', async () => {
  const send = stranger('127.0.1.13')
  const { body: document } = await server.call('GET', '/docs/openapi.json', undefined, {
    authorization: ADMIN_TOKEN,
  })
  const paths = Object.entries(document.paths as Record<string, Record<string, object>>)
  const answers: [string, number][] = []
  for (const [path, methods] of paths)
    for (const method of Object.keys(methods)) {
      const url = path.replace(/\{[^}]+\}/g, 'default')
      if (/streaming|\/live|ofrep\/v1\/stream/.test(url)) continue
      for (const token of [undefined, FRONTEND_TOKEN]) {
        const sent = { method: method.toUpperCase(), path: url, ...(method === 'get' ? {} : { body: {} }) }
        answers.push([`${method} ${url}`, await send({ ...sent, ...(token ? { token } : {}) })])
      }
    }
  expect(answers.length).toBeGreaterThan(500)
  expect(answers.filter(([, status]) => status >= 500 && status !== 503)).toEqual([])
  const events = await count(`events where type not in ('application-created')`)
  await expectNobodyNotices()
  // Turning on a flag that is on records no event, so any new event comes from the attacker.
  expect(await count(`events where type not in ('application-created')`)).toBe(events)
})
