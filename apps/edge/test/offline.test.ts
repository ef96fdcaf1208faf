import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startEdge } from './process.ts'

const folder = await mkdtemp(join(tmpdir(), 'edge-file-'))
const file = join(folder, 'flags.json')
const flag = (enabled: boolean) => ({
  name: 'checkout',
  type: 'release',
  project: 'default',
  enabled,
  strategies: [{ name: 'default', parameters: {} }],
  variants: [],
})
const write = (enabled: boolean) => writeFile(file, JSON.stringify({ version: 2, features: [flag(enabled)] }))
await write(true)
const tokens = { backend: '*:development.from-file', frontend: '*:production.from-file' }
const edge = await startEdge({
  FLAGS_FILE: file,
  FILE_BACKEND_TOKENS: tokens.backend,
  FILE_FRONTEND_TOKENS: tokens.frontend,
  WORKERS: '2',
  BACKSTAGE_TOKEN: 'let-me-in',
})
await edge.ready()
afterAll(async () => {
  await edge.stop()
  await rm(folder, { recursive: true })
})
const soon = { interval: 50 }
const isOn = async () => {
  const answer = await edge.get('/api/client/features', tokens.backend, { connection: 'close' })
  return ((await answer.json()) as { features: { enabled: boolean }[] }).features[0]?.enabled
}

test('the flags of a file are served to requests with its tokens, by several workers', async () => {
  expect(await isOn()).toBe(true)
  const answer = await edge.get('/api/frontend', tokens.frontend)
  expect(await answer.json()).toMatchObject({ toggles: [{ name: 'checkout' }] })
  expect((await edge.get('/api/client/features', '*:development.other')).status).toBe(401)
})

test('a changed file is reloaded, and an invalid one leaves the last good version in place', async () => {
  await write(false)
  // Connections are distributed over the workers, so this reaches both.
  const anyOn = async () => (await Promise.all(Array.from({ length: 8 }, isOn))).some(Boolean)
  await expect.poll(anyOn, soon).toBe(false)
  await writeFile(file, '{"features": [')
  await expect.poll(edge.log, soon).toContain('the file cannot be used')
  expect(await anyOn()).toBe(false)
})

test('operator routes other than the health check need the backstage token', async () => {
  expect((await edge.get('/internal-backstage/health', '')).status).toBe(200)
  expect((await edge.get('/internal-backstage/info', '')).status).toBe(401)
  expect((await edge.get('/internal-backstage/info', 'let-me-in')).status).toBe(200)
  const measures = await edge.get('/internal-backstage/metrics', 'Bearer let-me-in')
  expect(await measures.text()).toContain('flagstaff_edge_revision')
})
