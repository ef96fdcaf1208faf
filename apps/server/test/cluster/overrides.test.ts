import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { overrideKeyOf, signOrder } from '@flagstaff/delivery'
import type { Unleash } from 'unleash-client'
import { afterAll, expect, test } from 'vitest'
import { startEdge } from '../../../edge/test/process.ts'
import { ulid } from '../../src/platform/ulid.ts'
import { createFlag, expectStatus, PROJECT } from './changes.ts'
import { freePort, makePostgres } from './postgres.ts'
import { endSdk, startSdk } from './sdk.ts'
import { BACKEND_TOKEN, main, type Server, startServer } from './server.ts'

const KEY = 'a long random text'
const postgres = await makePostgres()
const root = await mkdtemp(join(tmpdir(), 'overrides-'))
/** Always at the same address, so that SDKs come back to a restarted server. */
const ports = { first: String(await freePort()), second: String(await freePort()) }
const start = (name: keyof typeof ports) =>
  startServer(postgres.url, {
    PORT: ports[name],
    ENCRYPTION_KEY: KEY,
    SNAPSHOT_FOLDER: join(root, name),
  })
let first = await start('first')
const second = await start('second')
const lonely = {
  UPSTREAM_URL: second.url,
  TOKENS: BACKEND_TOKEN,
  OVERRIDE_KEYS: overrideKeyOf(KEY),
  DATA_FOLDER: join(root, 'edge'),
}
const edge = await startEdge(lonely)
const sdks: Unleash[] = []

afterAll(async () => {
  for (const sdk of sdks) endSdk(sdk)
  await edge.stop()
  await first.stop()
  await second.stop()
  await postgres.remove()
  await rm(root, { recursive: true })
})

const at = (flag: string) => `${PROJECT}/features/${flag}/environments/development`
async function makeOn(flag: string) {
  await expectStatus(createFlag(first, flag), 201)
  await expectStatus(first.call('POST', `${at(flag)}/on`), 200)
  for (const url of [first.url, second.url, edge.url])
    await expect.poll(() => isOn(url, flag), { interval: 50, timeout: 60_000 }).toBe(true)
}
async function isOn(url: string, flag: string): Promise<boolean | undefined> {
  const response = await fetch(`${url}/api/client/features`, { headers: { authorization: BACKEND_TOKEN } })
  const { features = [] } = (await response.json()) as { features?: { name: string; enabled: boolean }[] }
  return features.find(({ name }) => name === flag)?.enabled
}
const orderFor = (flag: string, { key = KEY, at = new Date() } = {}) =>
  signOrder(
    { id: ulid(), flag, environment: 'development', reason: 'It charges twice', at: at.toISOString() },
    key,
  )
const send = async (url: string, order: string) => {
  const response = await fetch(`${url}/api/overrides`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order }),
  })
  return { status: response.status, body: await response.json() }
}
const overrides = async (server: Server) => (await server.call('GET', '/ready')).body.overrides
const eventsOf = async (flag: string, type: string) => {
  const { body } = await first.call('GET', `/api/admin/events/${flag}`)
  return body.events.filter((event: { type: string }) => event.type === type)
}

test('without the database a signed order turns a flag off, and it becomes a change when the database is back', async () => {
  await makeOn('checkout')
  await makeOn('bystander')
  await expect.poll(async () => (await edge.get('/internal-backstage/ready', '')).status).toBe(200)
  const polling = await startSdk(first.url, 'polling')
  const streaming = await startSdk(first.url, 'streaming')
  const behind = await startSdk(edge.url, 'streaming')
  sdks.push(polling, streaming, behind)
  for (const sdk of [polling, streaming, behind]) expect(sdk.isEnabled('checkout')).toBe(true)

  await postgres.stop()
  const order = orderFor('checkout')
  expect(await send(first.url, order)).toMatchObject({
    status: 200,
    body: { outcome: 'applied', kept: true },
  })
  expect(await isOn(first.url, 'checkout')).toBe(false)
  expect(await send(first.url, order)).toMatchObject({ status: 200, body: { outcome: 'known' } })
  for (const sdk of [polling, streaming])
    await expect.poll(() => sdk.isEnabled('checkout'), { interval: 20 }).toBe(false)
  expect(behind.isEnabled('checkout')).toBe(true)
  await send(second.url, order)
  // The edge follows the server.
  await expect.poll(() => behind.isEnabled('checkout'), { interval: 20 }).toBe(false)
  expect(polling.isEnabled('bystander')).toBe(true)
  expect(await overrides(first)).toBe(1)

  // It survives a restart without the database.
  await first.kill()
  first = await start('first')
  expect(await isOn(first.url, 'checkout')).toBe(false)
  expect(await isOn(first.url, 'bystander')).toBe(true)
  const late = await startSdk(first.url, 'streaming')
  sdks.push(late)
  expect(late.isEnabled('checkout')).toBe(false)

  await postgres.start()
  for (const server of [first, second])
    await expect.poll(() => overrides(server), { timeout: 60_000, interval: 100 }).toBe(0)
  expect(await isOn(first.url, 'checkout')).toBe(false)
  expect(await eventsOf('checkout', 'feature-overridden')).toMatchObject([
    { createdBy: 'emergency override', data: { reason: 'It charges twice' } },
  ])
  expect(await eventsOf('checkout', 'feature-environment-disabled')).toHaveLength(1)

  await expectStatus(first.call('POST', `${at('checkout')}/on`), 200)
  for (const url of [first.url, second.url, edge.url])
    await expect.poll(() => isOn(url, 'checkout'), { interval: 50, timeout: 60_000 }).toBe(true)
  for (const sdk of [polling, streaming, behind, late])
    await expect.poll(() => sdk.isEnabled('checkout'), { interval: 50, timeout: 60_000 }).toBe(true)
  // The order cannot be used again.
  await send(second.url, order)
  expect(await overrides(second)).toBe(0)
  expect(await isOn(second.url, 'checkout')).toBe(true)
}, 300_000)

test('an edge that only has the order serves it, and passes it on when its server is back', async () => {
  await makeOn('alone')
  second.freeze()
  expect((await send(edge.url, orderFor('alone'))).status).toBe(200)
  expect(await isOn(edge.url, 'alone')).toBe(false)
  expect(await isOn(first.url, 'alone')).toBe(true)
  second.thaw()
  await expect.poll(() => isOn(first.url, 'alone'), { interval: 100, timeout: 60_000 }).toBe(false)
  const active = async () =>
    ((await (await edge.get('/internal-backstage/ready', '')).json()) as { overrides: number }).overrides
  await expect.poll(active, { interval: 100, timeout: 60_000 }).toBe(0)
  expect(await isOn(edge.url, 'alone')).toBe(false)
}, 300_000)

test('with the database, an order is a change at once', async () => {
  await makeOn('direct')
  await send(first.url, orderFor('direct'))
  expect(await isOn(first.url, 'direct')).toBe(false)
  for (const url of [second.url, edge.url])
    await expect.poll(() => isOn(url, 'direct'), { interval: 50, timeout: 60_000 }).toBe(false)
  await expect.poll(async () => (await eventsOf('direct', 'feature-overridden')).length).toBe(1)
})

test('the command signs an order and says who accepted it', async () => {
  await makeOn('commanded')
  const run = (...args: string[]) =>
    new Promise<{ code: number | null; text: string }>((resolve) => {
      const child = spawn(process.execPath, ['--conditions=source', main, 'override', ...args], {
        env: { ...process.env, DATABASE_URL: postgres.url, ENCRYPTION_KEY: KEY },
      })
      let text = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk))
      child.once('close', (code) => resolve({ code, text }))
    })
  expect(await run('key')).toEqual({ code: 0, text: `${overrideKeyOf(KEY)}\n` })
  const off = ['off', 'commanded', '--env', 'development', '--reason', 'It charges twice', '--to', first.url]
  expect(await run(...off)).toMatchObject({ code: 0, text: expect.stringContaining('applied') })
  expect(await isOn(first.url, 'commanded')).toBe(false)
  const nobody = await run(...off, '--to', `http://127.0.0.1:${await freePort()}`)
  expect(nobody).toMatchObject({ code: 1, text: expect.stringContaining('BAD') })
  const misspelt = await run(
    'off',
    'commanded',
    '--env',
    'prod',
    '--reason',
    'It charges twice',
    '--to',
    first.url,
  )
  expect(misspelt).toMatchObject({
    code: 0,
    text: expect.stringContaining('check its name and the environment'),
  })
  expect(await run('off', 'commanded')).toMatchObject({ code: 2 })
})

test('orders that are old, unsigned, or for other flags are refused', async () => {
  await makeOn('safe')
  const old = new Date(Date.now() - 11 * 60_000)
  expect(await send(first.url, orderFor('safe', { at: old }))).toMatchObject({ status: 409 })
  expect(await send(first.url, orderFor('safe', { key: 'another text' }))).toMatchObject({ status: 403 })
  const [prefix, , signature] = orderFor('safe').split('.')
  const forged = Buffer.from(JSON.stringify({ id: ulid(), flag: 'safe', environment: 'development' }))
  const tampered = `${prefix}.${forged.toString('base64url')}.${signature}`
  for (const order of [tampered, '', 'flagstaff-override..', 'flagstaff-override.e30.e30'])
    expect(await send(first.url, order)).toMatchObject({ status: 403 })
  expect(await send(first.url, orderFor('missing'))).toMatchObject({ status: 404 })
  expect(await isOn(first.url, 'safe')).toBe(true)
  await expectStatus(first.call('POST', `${at('safe')}/off`), 200)
  expect(await send(first.url, orderFor('safe'))).toMatchObject({ body: { outcome: 'off already' } })
})
