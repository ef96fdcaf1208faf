import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFlag, expectStatus, PROJECT } from './changes.ts'
import { makePostgres } from './postgres.ts'
import { BACKEND_TOKEN, FRONTEND_TOKEN, type Server, spawnServer, startServer } from './server.ts'

const postgres = await makePostgres()
const folder = await mkdtemp(join(tmpdir(), 'snapshot-'))
const settings = { SNAPSHOT_FOLDER: folder }
let server: Server = await startServer(postgres.url, settings)

afterAll(async () => {
  await server.stop()
  await postgres.remove()
  await rm(folder, { recursive: true })
})

const features = async (from: Server) =>
  (await from.call('GET', '/api/client/features', undefined, { authorization: BACKEND_TOKEN })).body
const switchTo = (state: 'on' | 'off') =>
  server.call('POST', `${PROJECT}/features/checkout/environments/development/${state}`)

test('a server started without its database serves the last snapshot and refuses changes', async () => {
  await expectStatus(createFlag(server, 'checkout'), 201)
  await expectStatus(switchTo('on'), 200)
  const isOn = async () => (await features(server)).features[0].enabled
  await expect.poll(isOn, { interval: 20 }).toBe(true)
  const before = await features(server)
  await server.stop()
  await postgres.stop()
  server = await startServer(postgres.url, settings)
  expect((await features(server)).features).toEqual(before.features)
  const toggles = await server.call('GET', '/api/frontend?userId=7', undefined, {
    authorization: FRONTEND_TOKEN,
  })
  expect(toggles.body.toggles).toMatchObject([{ name: 'checkout', enabled: true }])
  expect((await switchTo('off')).status).toBe(503)
  expect((await server.call('GET', '/ready')).body).toMatchObject({ delivery: 'serving' })
  const stranger = { authorization: '*:development.never-seen' }
  const asked = () => server.call('GET', '/api/client/features', undefined, stranger)
  // An unknown token can get 401 while the known state still counts as current; after that it gets 503.
  await expect.poll(async () => (await asked()).status, { interval: 100 }).toBe(503)
})

test('a server started from a snapshot recovers when the database is back', async () => {
  await postgres.start()
  await expect.poll(async () => (await switchTo('off')).status, { interval: 200 }).toBe(200)
  await expect.poll(async () => (await features(server)).features[0].enabled, { interval: 50 }).toBe(false)
})

test('a change made while a server was stopped is in its snapshot after a quiet run', async () => {
  await expectStatus(switchTo('on'), 200)
  await expect.poll(async () => (await features(server)).features[0].enabled, { interval: 20 }).toBe(true)
  await server.stop()
  server = await startServer(postgres.url)
  await expectStatus(switchTo('off'), 200)
  await server.stop()
  server = await startServer(postgres.url, settings)
  expect((await features(server)).features[0].enabled).toBe(false)
  await server.stop()
  await postgres.stop()
  server = await startServer(postgres.url, settings)
  const [flag] = (await features(server)).features
  await postgres.start()
  expect(flag.enabled).toBe(false)
})

test('a server saves a snapshot into an empty folder, also if nobody changes a flag', async () => {
  await server.stop()
  await rm(folder, { recursive: true })
  server = await startServer(postgres.url, settings)
  await expect.poll(() => access(join(folder, 'flags.jsonl')).then(() => true, String)).toBe(true)
  await expect
    .poll(async () => (await server.call('GET', '/ready')).body, { interval: 50 })
    .toMatchObject({ snapshot: 'current' })
})

test('a damaged snapshot is not served', async () => {
  await server.stop()
  await postgres.stop()
  const path = join(folder, 'flags.jsonl')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('"enabled":false', '"enabled":true '))
  const starting = await spawnServer(postgres.url, { ...settings, LOG_LEVEL: 'error' })
  await expect.poll(() => starting.log()).toContain('is damaged')
  const ready = () => starting.call('GET', '/ready').then(({ body }) => body.delivery)
  await expect.poll(() => ready().catch(String)).toBe('loading')
  await starting.kill()
  await postgres.start()
  server = await startServer(postgres.url, settings)
})
