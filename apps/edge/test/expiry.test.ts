import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { makePostgres } from '../../server/test/cluster/postgres.ts'
import { BACKEND_TOKEN, startServer } from '../../server/test/cluster/server.ts'
import { digestOf } from '../src/tokens.ts'
import { type EdgeProcess, startEdge } from './process.ts'

const HOUR = 3_600_000
const postgres = await makePostgres()
const server = await startServer(postgres.url)
const folder = await mkdtemp(join(tmpdir(), 'edge-'))
const settings = {
  UPSTREAM_URL: server.url,
  TOKENS: BACKEND_TOKEN,
  DATA_FOLDER: folder,
  RECHECK_SECONDS: '0.2',
}
const preload = fileURLToPath(new URL('../../server/test/cluster/skew.mjs', import.meta.url))
const twoHoursAhead = { NODE_OPTIONS: `--import ${preload}`, CLOCK_SKEW_MS: String(2 * HOUR) }
let edge: EdgeProcess = await startEdge(settings)
await edge.ready()

afterAll(async () => {
  await edge.stop()
  await server.stop()
  await postgres.remove()
  await rm(folder, { recursive: true })
})
const soon = { interval: 20 }
const status = async (token: string) => (await edge.get('/api/client/features', token)).status
const expiresAt = new Date(Date.now() + HOUR).toISOString()
const input = { tokenName: 'guest', type: 'backend', environment: 'development', projects: ['*'], expiresAt }
const { secret } = (await server.call('POST', '/api/admin/api-tokens', input)).body

test('validation returns when a token expires, also through an edge', async () => {
  const ask = async (url: string) => {
    const body = JSON.stringify({ tokens: [secret, BACKEND_TOKEN] })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${url}/edge/validate`, { method: 'POST', headers, body })).json()
  }
  const guest = { token: secret, type: 'client', environment: 'development', projects: ['*'], expiresAt }
  const { expiresAt: _, ...own } = { ...guest, token: BACKEND_TOKEN }
  expect(await ask(server.url)).toEqual({ tokens: [guest, own] })
  await expect.poll(() => status(secret), soon).toBe(200)
  expect(await ask(edge.url)).toEqual({ tokens: [guest, own] })
})

test('an edge whose clock is wrong accepts the tokens that upstream accepts', async () => {
  await edge.stop()
  edge = await startEdge({ ...settings, ...twoHoursAhead })
  await edge.ready()
  await expect.poll(() => status(secret), soon).toBe(200)
})

test('an offline edge refuses expired tokens and accepts all others', async () => {
  const saved = () => readFile(join(folder, 'flags.json'), 'utf8')
  await expect.poll(saved, soon).toContain(digestOf(secret))
  await edge.stop()
  await server.stop()
  edge = await startEdge(settings)
  await edge.ready()
  expect([await status(secret), await status(BACKEND_TOKEN)]).toEqual([200, 200])
  await edge.stop()
  edge = await startEdge({ ...settings, ...twoHoursAhead })
  await edge.ready()
  expect([await status(secret), await status(BACKEND_TOKEN)]).toEqual([401, 200])
})
