import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { createFlag, expectStatus, PROJECT } from '../../server/test/cluster/changes.ts'
import { makePostgres } from '../../server/test/cluster/postgres.ts'
import { BACKEND_TOKEN, startServer } from '../../server/test/cluster/server.ts'
import { type EdgeProcess, startEdge } from './process.ts'

const postgres = await makePostgres()
const database = openDatabase({ url: postgres.url, poolSize: 2 })
let server = await startServer(postgres.url)
const settings = { TOKENS: BACKEND_TOKEN, COMPARISON_SECONDS: '0.1' }
for (const flag of ['checkout', 'search']) await expectStatus(createFlag(server, flag), 201)
const edge = await startEdge({ ...settings, UPSTREAM_URL: server.url })
await edge.ready()
const behind = await startEdge({
  ...settings,
  UPSTREAM_URL: edge.url,
  UPSTREAM_MODE: 'polling',
  POLL_SECONDS: '0.1',
})
await behind.ready()

afterAll(async () => {
  await behind.stop()
  await edge.stop()
  await server.stop()
  await database.close()
  await postgres.remove()
})
const soon = { interval: 20 }
type Features = { features: { name: string; description: string | null }[] }
const digestOf = async (url: string) =>
  (await fetch(`${url}/api/client/digest`, { headers: { authorization: BACKEND_TOKEN } })).json()
const description = async (from: EdgeProcess) => {
  const { features } = (await (await from.get('/api/client/features', BACKEND_TOKEN)).json()) as Features
  return features.find(({ name }) => name === 'checkout')?.description
}
const measures = async (from: EdgeProcess) => (await from.get('/internal-backstage/metrics', '')).text()
/** Changes a document directly in the database, without a revision. */
const changeDescription = async (text: string) => {
  const rows = await database.db
    .selectFrom('published')
    .select(['environment', 'doc'])
    .where('kind', '=', 'flag')
    .where('name', '=', 'checkout')
    .where('until_revision', 'is', null)
    .execute()
  for (const { environment, doc } of rows)
    await database.db
      .updateTable('published')
      .set({ doc: JSON.stringify({ ...(doc as object), description: text }) })
      .where('kind', '=', 'flag')
      .where('name', '=', 'checkout')
      .where('environment', '=', environment)
      .where('until_revision', 'is', null)
      .execute()
}
const FAULT = 'the served flags differ from upstream'

test('servers and edges that serve the same flags have the same digest', async () => {
  const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'], inverted: true }]
  const { id } = (await server.call('POST', '/api/admin/segments', { name: 'staff', constraints })).body
  const rule = {
    name: 'flexibleRollout',
    parameters: { rollout: '50', stickiness: 'default', groupId: 'checkout' },
    constraints,
    segments: [id],
    variants: [
      {
        name: 'a',
        weight: 1000,
        weightType: 'variable',
        stickiness: 'default',
        payload: { type: 'json', value: '{}' },
      },
    ],
  }
  const path = `${PROJECT}/features/checkout/environments/development/strategies`
  await expectStatus(server.call('POST', path, rule), 200)
  await expectStatus(
    server.call('POST', `${PROJECT}/features/search/dependencies`, { feature: 'checkout' }),
    200,
  )
  const own = await digestOf(server.url)
  expect(own).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
  for (const one of [edge, behind]) await expect.poll(() => digestOf(one.url), soon).toEqual(own)
  await expect
    .poll(() => measures(edge), soon)
    .toContain('flagstaff_edge_differs{environment="development"} 0')
  expect(edge.log() + behind.log()).not.toContain(FAULT)
})

test('a difference at the same mark is detected, logged and repaired, through two edges', async () => {
  const port = new URL(server.url).port
  const before = await edge.get('/api/client/features', BACKEND_TOKEN)
  await before.body?.cancel()
  await server.stop()
  await changeDescription('mended')
  server = await startServer(postgres.url, { PORT: port })
  await expect.poll(() => description(edge), soon).toBe('mended')
  await expect.poll(edge.log, soon).toContain(FAULT)
  const etag = before.headers.get('etag') ?? ''
  expect((await edge.get('/api/client/features', BACKEND_TOKEN, { 'if-none-match': etag })).status).toBe(200)
  await expect.poll(() => description(behind), soon).toBe('mended')
  for (const one of [edge, behind])
    await expect
      .poll(() => measures(one), soon)
      .toContain('flagstaff_edge_differs{environment="development"} 0')
  await expectStatus(createFlag(server, 'afterwards'), 201)
  const names = async () => (await behind.get('/api/client/features', BACKEND_TOKEN)).text()
  await expect.poll(names, soon).toContain('afterwards')
})
