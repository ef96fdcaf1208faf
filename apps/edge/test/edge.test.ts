import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Unleash } from 'unleash-client'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { createFlag, expectStatus, PROJECT } from '../../server/test/cluster/changes.ts'
import { makePostgres } from '../../server/test/cluster/postgres.ts'
import { endSdk, startSdk } from '../../server/test/cluster/sdk.ts'
import { BACKEND_TOKEN, FRONTEND_TOKEN, type Server, startServer } from '../../server/test/cluster/server.ts'
import { countedYes, report } from './counts.ts'
import { type EdgeProcess, startEdge } from './process.ts'

const postgres = await makePostgres()
const database = openDatabase({ url: postgres.url, poolSize: 2 })
let server: Server = await startServer(postgres.url)
const serverPort = new URL(server.url).port
const folder = await mkdtemp(join(tmpdir(), 'edge-'))
const settings = {
  UPSTREAM_URL: server.url,
  TOKENS: BACKEND_TOKEN,
  DATA_FOLDER: folder,
  FORWARD_SECONDS: '0.2',
  RECHECK_SECONDS: '0.5',
}
let edge: EdgeProcess = await startEdge(settings)
await edge.ready()
const started: EdgeProcess[] = []
const sdks: Unleash[] = []

afterAll(async () => {
  for (const sdk of sdks) endSdk(sdk)
  await Promise.all([edge.stop(), ...started.map((one) => one.stop())])
  await server.stop()
  await database.close()
  await postgres.remove()
  await rm(folder, { recursive: true })
})

const soon = { interval: 20 }
const set = (flag: string, state: 'on' | 'off') =>
  expectStatus(server.call('POST', `${PROJECT}/features/${flag}/environments/development/${state}`), 200)
const json = async <T>(answer: Promise<Response>): Promise<T> => (await answer).json() as Promise<T>
type Features = {
  features: { name: string; enabled: boolean }[]
  segments: unknown[]
  meta: { revisionId: number }
}
const features = (from: EdgeProcess): Promise<Features> =>
  json(from.get('/api/client/features', BACKEND_TOKEN))
const isOn = async (from: EdgeProcess, flag: string) =>
  (await features(from)).features.find(({ name }) => name === flag)?.enabled

test('an edge serves the same flags as its server, and follows its changes', async () => {
  await expectStatus(createFlag(server, 'checkout'), 201)
  await set('checkout', 'on')
  await expect.poll(() => isOn(edge, 'checkout'), soon).toBe(true)
  const own = (await server.call('GET', '/api/client/features', undefined, {
    authorization: BACKEND_TOKEN,
    'unleash-client-spec': '5.2.0',
  })) as { body: Features }
  const { features: flags, segments, meta } = await features(edge)
  expect({ flags, segments }).toEqual({ flags: own.body.features, segments: own.body.segments })
  expect(meta.revisionId).toBe(own.body.meta.revisionId)
  const answer = await edge.get('/api/client/features', BACKEND_TOKEN)
  const etag = answer.headers.get('etag') ?? ''
  expect((await edge.get('/api/client/features', BACKEND_TOKEN, { 'if-none-match': etag })).status).toBe(304)
})

test('the frontend API and OFREP give the same responses as the server', async () => {
  const { toggles } = await json<{ toggles: unknown[] }>(edge.get('/api/frontend?userId=7', FRONTEND_TOKEN))
  expect(toggles).toMatchObject([{ name: 'checkout', enabled: true }])
  const body = { context: { targetingKey: '7' } }
  const evaluated = await json(edge.post('/ofrep/v1/evaluate/flags/checkout', BACKEND_TOKEN, body))
  expect(evaluated).toMatchObject({ key: 'checkout', value: true })
})

test('an SDK streams from an edge behind an edge', async () => {
  const behind = await startEdge({ UPSTREAM_URL: edge.url, TOKENS: BACKEND_TOKEN })
  started.push(behind)
  await behind.ready()
  const sdk = await startSdk(behind.url, 'streaming')
  sdks.push(sdk)
  for (const state of ['off', 'on'] as const) {
    await set('checkout', state)
    await expect.poll(() => sdk.isEnabled('checkout'), soon).toBe(state === 'on')
  }
  await expectStatus(createFlag(server, 'short-lived'), 201)
  await expect.poll(() => sdk.getFeatureToggleDefinition('short-lived')?.name, soon).toBe('short-lived')
  await expectStatus(server.call('DELETE', `${PROJECT}/features/short-lived`), 202)
  await expect.poll(() => sdk.getFeatureToggleDefinition('short-lived'), soon).toBeUndefined()
})

test('the server knows the delivered revision of SDKs and edges, through both edges', async () => {
  const path = `${PROJECT}/features/checkout/environments/development/delivery`
  const delivery = async () => (await server.call('GET', path)).body
  await set('checkout', 'off')
  await expect.poll(delivery, soon).toMatchObject({
    sdks: { delivered: 1, total: 1 },
    edges: { delivered: 2, total: 2 },
    waiting: [],
  })
  const { edges } = (await server.call('GET', '/api/admin/edges')).body
  expect(edges).toHaveLength(2)
  expect(edges.filter(({ parent }: { parent: string | null }) => parent === null)).toHaveLength(1)
  await set('checkout', 'on')
})

test('an edge accepts new tokens of the server, and refuses deleted and unknown ones', async () => {
  expect((await edge.get('/api/client/features', '*:development.nobody-knows')).status).toBe(401)
  const input = { tokenName: 'late', type: 'backend', environment: 'development', projects: ['*'] }
  const { secret } = (await server.call('POST', '/api/admin/api-tokens', input)).body
  await expect.poll(async () => (await edge.get('/api/client/features', secret)).status, soon).toBe(200)
  const production = (
    await server.call('POST', '/api/admin/api-tokens', { ...input, environment: 'production' })
  ).body.secret
  await expect.poll(async () => (await edge.get('/api/client/features', production)).status, soon).toBe(403)
  await expectStatus(server.call('DELETE', `/api/admin/api-tokens/${secret}`), 200)
  await expect.poll(async () => (await edge.get('/api/client/features', secret)).status, soon).toBe(401)
})

test('an edge serves several environments, each to its own tokens', async () => {
  const input = { tokenName: 'live', type: 'backend', environment: 'production', projects: ['*'] }
  const production = (await server.call('POST', '/api/admin/api-tokens', input)).body.secret
  const both = await startEdge({ UPSTREAM_URL: server.url, TOKENS: `${BACKEND_TOKEN},${production}` })
  started.push(both)
  await both.ready()
  const state = async (token: string) =>
    (await json<Features>(both.get('/api/client/features', token))).features.map(({ enabled }) => enabled)
  await expect.poll(() => state(BACKEND_TOKEN), soon).toEqual([true])
  await expect.poll(() => state(production), soon).toEqual([false])
  await both.stop()
})

const counted = (app: string) => countedYes(database, app)

test('counts and registrations are summed and forwarded', async () => {
  const registration = { appName: 'shop', instanceId: 'a', strategies: [], interval: 1, started: new Date() }
  expect((await edge.post('/api/client/register', BACKEND_TOKEN, registration)).status).toBe(202)
  for (let post = 0; post < 10; post++) expect((await report(edge, 'shop', 3)).status).toBe(202)
  await expect.poll(() => counted('shop'), soon).toBe(30)
  const application = () => server.call('GET', '/api/admin/metrics/applications/shop')
  await expect.poll(async () => (await application()).status, soon).toBe(200)
})

const savedRevision = async () => {
  const [, body = '{}'] = (await readFile(join(folder, 'flags.json'), 'utf8')).split('\n')
  return JSON.parse(body).scopes[0].events[0].eventId
}

test('without its server an edge keeps serving, restarts from disk, and loses no counts', async () => {
  await expect.poll(() => isOn(edge, 'checkout'), soon).toBe(true)
  const before = await features(edge)
  // The backup is written shortly after the change.
  await expect.poll(savedRevision, soon).toBe(before.meta.revisionId)
  await server.stop()
  expect(await features(edge)).toEqual(before)
  for (let post = 0; post < 20; post++) expect((await report(edge, 'lonely', 2)).status).toBe(202)
  await edge.kill()
  edge = await startEdge(settings)
  await edge.ready()
  const after = await features(edge)
  expect(after.features).toEqual(before.features)
  expect(after.meta.revisionId).toBe(before.meta.revisionId)
  expect((await report(edge, 'lonely', 2)).status).toBe(202)
  expect((await edge.get('/api/client/features', '*:development.never-seen')).status).toBe(503)
  server = await startServer(postgres.url, { PORT: serverPort })
  await expect.poll(() => counted('lonely'), { interval: 100 }).toBe(42)
  await set('checkout', 'off')
  await expect.poll(() => isOn(edge, 'checkout'), { interval: 50 }).toBe(false)
})

test('a damaged backup is rejected', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'edge-'))
  const first = await startEdge({ ...settings, DATA_FOLDER: copy })
  await first.ready()
  await first.stop()
  expect(await readdir(copy)).toContain('flags.json')
  await appendFile(join(copy, 'flags.json'), ' ')
  const again = await startEdge({ ...settings, DATA_FOLDER: copy, UPSTREAM_URL: 'http://127.0.0.1:9' })
  started.push(again)
  await expect.poll(again.log, soon).toContain('is damaged')
  const status = () => again.get('/api/client/features', BACKEND_TOKEN).then((answer) => answer.status)
  await expect.poll(() => status().catch(String), soon).toBe(503)
  expect((await again.get('/internal-backstage/ready', '')).status).toBe(503)
  await rm(copy, { recursive: true })
})
