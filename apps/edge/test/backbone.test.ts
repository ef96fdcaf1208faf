import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { openRegions } from '../../../packages/backbone/test/servers.ts'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { createFlag, expectStatus, PROJECT } from '../../server/test/cluster/changes.ts'
import { makePostgres } from '../../server/test/cluster/postgres.ts'
import { ADMIN_TOKEN, BACKEND_TOKEN, FRONTEND_TOKEN, startServer } from '../../server/test/cluster/server.ts'
import { countedYes, report } from './counts.ts'
import { feature, startFakeUpstream } from './fake-upstream.ts'
import { type EdgeProcess, startEdge } from './process.ts'

// Two regions: servers, PostgreSQL and the hub in one, a leaf with a mirror and the nodes in the other.
const regions = await openRegions()
const { wire, hub, west } = regions
hub.start()
west.start()
const backbone = { BACKBONE_KEY: 'a key of the test, long enough for all', BACKBONE_INSTANCE: 'shop' }
const postgres = await makePostgres()
const database = openDatabase({ url: postgres.url, poolSize: 2 })
const servers = [
  await startServer(postgres.url, { ...backbone, BACKBONE_URL: hub.url }),
  await startServer(postgres.url, { ...backbone, BACKBONE_URL: hub.url }),
]
const [server, second] = servers
if (!server || !second) throw new Error('no server')
const folder = await mkdtemp(join(tmpdir(), 'node-'))
const nodes: EdgeProcess[] = []
const NOBODY = 'http://127.0.0.1:9'

async function startNode(env: Record<string, string> = {}): Promise<EdgeProcess> {
  const node = await startEdge({
    ...backbone,
    BACKBONE_URL: west.url,
    BACKBONE_HUB: 'hub',
    UPSTREAM_URL: NOBODY,
    TOKENS: BACKEND_TOKEN,
    FORWARD_SECONDS: '0.2',
    ...env,
  })
  nodes.push(node)
  return node
}

afterAll(async () => {
  second.thaw()
  postgres.thaw()
  await Promise.all([...nodes, ...servers].map((one) => one.stop()))
  await database.close()
  await postgres.remove()
  await rm(folder, { recursive: true })
  regions.remove()
})

const soon = { interval: 20 }
const set = (flag: string, state: 'on' | 'off') =>
  expectStatus(server.call('POST', `${PROJECT}/features/${flag}/environments/development/${state}`), 200)
const bodyOf = async (from: EdgeProcess, token = BACKEND_TOKEN) => {
  const answer = await from.get('/api/client/features', token)
  return {
    status: answer.status,
    body: (await answer.json()) as { features: { name: string; enabled: boolean }[] },
  }
}
const isOn = async (from: EdgeProcess, flag: string) =>
  (await bodyOf(from)).body.features?.find(({ name }) => name === flag)?.enabled
const served = async (token = BACKEND_TOKEN) =>
  (
    await server.call('GET', '/api/client/features', undefined, {
      authorization: token,
      'unleash-client-spec': '5.2.0',
    })
  ).body

const node = await startNode()

test('a node serves what its server serves, and never asks it', async () => {
  await node.ready()
  await expectStatus(createFlag(server, 'checkout'), 201)
  await set('checkout', 'on')
  await expect.poll(() => isOn(node, 'checkout'), soon).toBe(true)
  expect((await bodyOf(node)).body).toEqual(await served())
  await set('checkout', 'off')
  await expect.poll(() => isOn(node, 'checkout'), soon).toBe(false)
  const frontend = await node.get('/api/frontend', FRONTEND_TOKEN)
  expect(frontend.status).toBe(200)
})

test('tokens come with the flags, and their end too', async () => {
  const create = () =>
    server.call(
      'POST',
      '/api/admin/api-tokens',
      { tokenName: 'phone', type: 'backend', environment: 'development', projects: ['*'] },
      { authorization: ADMIN_TOKEN },
    )
  const { body } = await create()
  await expect.poll(async () => (await bodyOf(node, body.secret)).status, soon).toBe(200)
  await server.call('DELETE', `/api/admin/api-tokens/${body.secret}`, undefined, {
    authorization: ADMIN_TOKEN,
  })
  await expect.poll(async () => (await bodyOf(node, body.secret)).status, soon).toBe(401)
})

test('counts and reports of a node go through NATS, so its servers need no address', async () => {
  expect((await report(node, 'tablet', 5)).status).toBe(202)
  await expect.poll(() => countedYes(database, 'tablet')).toBe(5)
  const known = async () =>
    (await server.call('GET', '/api/admin/edges', undefined, { authorization: ADMIN_TOKEN })).body.edges
  await expect.poll(async () => (await known()).length).toBe(1)
})

test('the second server publishes when the first is killed', async () => {
  await server.kill()
  await expectStatus(
    second.call('POST', `${PROJECT}/features/checkout/environments/development/on`, undefined, {
      authorization: ADMIN_TOKEN,
    }),
    200,
  )
  await expect.poll(() => isOn(node, 'checkout'), soon).toBe(true)
})

test('with servers, database and hub away, a node starts from the mirror, and again from its disk', async () => {
  await regions.mirrored()
  second.freeze()
  postgres.freeze()
  wire.cut(true)
  const late = await startNode({ DATA_FOLDER: folder })
  await late.ready()
  expect(await isOn(late, 'checkout')).toBe(true)
  await expect.poll(() => late.log()).toContain('flags come through the backbone')
  await new Promise((done) => setTimeout(done, 3_000))
  await late.stop()
  await west.kill()
  const again = await startNode({ DATA_FOLDER: folder })
  await again.ready()
  expect(await isOn(again, 'checkout')).toBe(true)
  west.start()
  wire.cut(false)
  postgres.thaw()
  second.thaw()
})

test('without NATS a node follows its server over HTTP, and its counts arrive either way', async () => {
  const other = await startNode({ UPSTREAM_URL: second.url })
  await other.ready()
  const turn = (state: 'on' | 'off') =>
    expectStatus(
      second.call('POST', `${PROJECT}/features/checkout/environments/development/${state}`, undefined, {
        authorization: ADMIN_TOKEN,
      }),
      200,
    )
  expect((await report(other, 'phone', 3)).status).toBe(202)
  await west.kill()
  await turn('off')
  await expect.poll(() => isOn(other, 'checkout')).toBe(false)
  expect(other.log()).toContain('following upstream over HTTP')
  expect((await report(other, 'phone', 4)).status).toBe(202)
  west.start()
  await expect.poll(() => other.log()).toContain('the backbone is used again')
  await turn('on')
  for (const one of [node, other]) await expect.poll(() => isOn(one, 'checkout')).toBe(true)
  await expect.poll(() => countedYes(database, 'phone')).toBe(7)
})

test('a node compares what it serves with upstream, which has the truth', async () => {
  const upstream = await startFakeUpstream()
  const newest = '99999-abcdef12'
  upstream.intercepts((path, response) => {
    if (path === '/api/client/digest')
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ state: newest, digest: 'a'.repeat(64) }))
    else if (path.startsWith('/api/client/features'))
      response
        .writeHead(200, { 'content-type': 'application/json', etag: `"q:${newest}:1"` })
        .end(JSON.stringify({ version: 2, features: [feature('only-upstream')] }))
    else return false
    return true
  })
  try {
    const other = await startNode({
      UPSTREAM_URL: upstream.url,
      UPSTREAM_MODE: 'polling',
      COMPARISON_SECONDS: '0.3',
    })
    await other.ready()
    await expect.poll(() => isOn(other, 'only-upstream'), soon).toBe(true)
    expect(other.log()).toContain('the served flags differ from upstream')
    // The backbone has less than upstream has shown, so the node does not return to it.
    expect(await isOn(other, 'checkout')).not.toBe(true)
  } finally {
    upstream.close()
  }
})

/** The modules of NATS that a start without a backbone loads. */
async function loadedBy(main: string, env: Record<string, string>): Promise<string[]> {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ resolve(name, context, next) {
      if (name.startsWith('@nats-io/') || name === '@flagstaff/backbone') loaded.add(name)
      return next(name, context)
    } })
    await import(${JSON.stringify(main)})
    console.log(JSON.stringify([...loaded]))
    process.exit()`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=source', '--input-type=module', '--eval', script],
    { env: { PATH: process.env.PATH, ...env } },
  )
  return JSON.parse(stdout)
}

test('without BACKBONE_URL, nothing of the backbone is loaded', async () => {
  const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
  expect(await loadedBy(source('server/src/app.ts'), { DATABASE_URL: 'postgres://nowhere' })).toEqual([])
  expect(await loadedBy(source('edge/src/edge.ts'), {})).toEqual([])
})
