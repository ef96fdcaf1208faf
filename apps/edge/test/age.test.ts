import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFlag, expectStatus } from '../../server/test/cluster/changes.ts'
import { makePostgres } from '../../server/test/cluster/postgres.ts'
import { BACKEND_TOKEN, startServer } from '../../server/test/cluster/server.ts'
import { type EdgeProcess, startEdge } from './process.ts'

const MOST_AGE_SECONDS = 3
const postgres = await makePostgres()
const server = await startServer(postgres.url)
await expectStatus(createFlag(server, 'checkout'), 201)
const folder = await mkdtemp(join(tmpdir(), 'age-'))
const settings = {
  UPSTREAM_URL: server.url,
  TOKENS: BACKEND_TOKEN,
  DATA_FOLDER: folder,
  MOST_AGE_SECONDS: String(MOST_AGE_SECONDS),
  UPSTREAM_MODE: 'polling',
  POLL_SECONDS: '0.2',
}
const edges: EdgeProcess[] = []
const start = async () => {
  const edge = await startEdge(settings)
  edges.push(edge)
  return edge
}

afterAll(async () => {
  await Promise.all([...edges, server].map((one) => one.stop()))
  await postgres.remove()
  await rm(folder, { recursive: true })
})

type Ready = { environments: { ageSeconds: number }[] }

test('an edge that starts from its disk says how old its flags are, and is not ready if they are too old', async () => {
  const edge = await start()
  await edge.ready()
  await server.stop()
  await edge.stop()
  const stoppedAt = Date.now()
  await expect.poll(() => Date.now() - stoppedAt).toBeGreaterThan(MOST_AGE_SECONDS * 1_000)
  const again = await start()
  const ready = () => fetch(`${again.url}/internal-backstage/ready`)
  await expect.poll(() => ready().then(({ status }) => status, String), { interval: 10 }).toBe(503)
  const least = (Date.now() - stoppedAt) / 1_000 - 1
  const { environments } = (await (await ready()).json()) as Ready
  expect(environments[0]?.ageSeconds).toBeGreaterThan(least)
  expect((await again.get('/api/client/features', BACKEND_TOKEN)).status).toBe(200)
  const measures = await (await again.get('/internal-backstage/metrics', '')).text()
  const lag = Number(/upstream_lag_seconds\{[^}]*\} ([\d.]+)/.exec(measures)?.[1])
  expect(lag).toBeGreaterThan(least)
})
