import type { Unleash } from 'unleash-client'
import { afterAll, expect, test } from 'vitest'
import { startEdge } from '../../../edge/test/process.ts'
import { createFlag, expectStatus, PROJECT } from './changes.ts'
import { makePostgres, type Postgres } from './postgres.ts'
import { startProxy } from './proxy.ts'
import { endSdk, type SdkMode, startSdk } from './sdk.ts'
import { BACKEND_TOKEN, type Server, startServer } from './server.ts'

// A database that lost changes reuses their revision numbers for other changes. No client may keep the lost ones.

const FLAGS = Array.from({ length: 20 }, (_, index) => `flag-${index}`)
const soon = { interval: 50 }

const first = await makePostgres()
const machines: Postgres[] = [first]
const proxy = await startProxy(first.url)
let servers: Server[] = [await startServer(proxy.url), await startServer(proxy.url)]
const ports = servers.map(({ url }) => new URL(url).port)
const here = () => servers[0] as Server
const there = () => servers[1] as Server
const edge = await startEdge({ UPSTREAM_URL: there().url, TOKENS: BACKEND_TOKEN })
await edge.ready()

const sdks: Unleash[] = []
const followWith = async (url: string, mode: SdkMode) => void sdks.push(await startSdk(url, mode))

afterAll(async () => {
  for (const sdk of sdks) endSdk(sdk)
  await edge.stop()
  await Promise.all(servers.map((server) => server.kill()))
  proxy.close()
  for (const machine of machines) await machine.remove()
})

const set = (flag: string, state: 'on' | 'off', server = here()) =>
  expectStatus(server.call('POST', `${PROJECT}/features/${flag}/environments/development/${state}`), 200)

/** Retries the change until the database is up again. */
const setSoon = (flag: string, state: 'on' | 'off') =>
  expect
    .poll(
      () =>
        here()
          .call('POST', `${PROJECT}/features/${flag}/environments/development/${state}`)
          .then(({ status }) => status),
      soon,
    )
    .toBe(200)

type States = Record<string, boolean>

/** The states from the control plane, read from the database. */
async function truth(): Promise<States> {
  const { body } = await here().call('GET', `${PROJECT}/features`)
  return Object.fromEntries(
    body.features.map((flag: { name: string; environments: { name: string; enabled: boolean }[] }) => [
      flag.name,
      flag.environments.find(({ name }) => name === 'development')?.enabled ?? false,
    ]),
  )
}

type Polled = { etag: string; states: States }
const toStates = (features: { name: string; enabled: boolean }[]): States =>
  Object.fromEntries(features.map(({ name, enabled }) => [name, enabled]))

/** Polls with the last ETag, like an SDK; keeps the previous state on a 304. */
async function poll(url: string, known?: Polled): Promise<Polled> {
  const response = await fetch(`${url}/api/client/features`, {
    headers: {
      authorization: BACKEND_TOKEN,
      'unleash-client-spec': '5.2.0',
      ...(known ? { 'if-none-match': known.etag } : {}),
    },
  })
  if (response.status === 304 && known) {
    await response.body?.cancel()
    return known
  }
  const body = (await response.json()) as { features: { name: string; enabled: boolean }[] }
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return { etag: response.headers.get('etag') ?? '', states: toStates(body.features) }
}

const statesOf = (sdk: Unleash): States =>
  Object.fromEntries(sdk.getFeatureToggleDefinitions().map(({ name, enabled }) => [name, enabled]))

/** All clients, each with its last state. */
async function readers() {
  const remembered = new Map<string, Polled>()
  const addresses = () => [here().url, there().url, edge.url]
  const names = ['server', 'other server', 'edge']
  const ask = async (place: number) => {
    const name = names[place] ?? ''
    const polled = await poll(addresses()[place] ?? '', remembered.get(name))
    remembered.set(name, polled)
    return polled.states
  }
  for (const place of names.keys()) await ask(place)
  return {
    /** Waits until all clients have the state of the database. */
    async agree() {
      const wanted = await truth()
      expect(Object.keys(wanted)).toHaveLength(FLAGS.length)
      for (const [place, name] of names.entries())
        await expect.poll(() => ask(place).catch(String), { ...soon, message: name }).toEqual(wanted)
      for (const [index, sdk] of sdks.entries())
        await expect.poll(() => statesOf(sdk), { ...soon, message: `SDK ${index}` }).toEqual(wanted)
    },
  }
}

for (const flag of FLAGS) await expectStatus(createFlag(here(), flag), 201)
for (const flag of FLAGS) await set(flag, 'on')
for (const mode of ['streaming', 'polling', 'delta'] as const) {
  await followWith(here().url, mode)
  await followWith(edge.url, mode)
}
const LOST = FLAGS.slice(0, 5)
const OTHERS = FLAGS.slice(5, 10)

test('clients drop changes that a promoted replica has lost, even at the same revision number', async () => {
  const all = await readers()
  await all.agree()
  const standby = await first.replicate()
  machines.push(standby)
  await expect.poll(() => standby.isCurrent(), soon).toBe(true)
  await standby.disconnect()
  for (const flag of LOST) await set(flag, 'off')
  await all.agree()
  proxy.cut()
  first.kill()
  await standby.promote()
  proxy.lead(standby.url)
  for (const flag of OTHERS) await setSoon(flag, 'off')
  await all.agree()
})

test('clients drop changes that were lost when a backup was restored under running servers', async () => {
  const all = await readers()
  const present = machines[1] as Postgres
  const backup = present.backUp()
  for (const flag of FLAGS.slice(10, 15)) await set(flag, 'off')
  await all.agree()
  await present.restore(backup)
  for (const flag of FLAGS.slice(15, 20)) await setSoon(flag, 'off')
  await all.agree()
})

test('restoring the same backup twice, with different changes each time, leaves no client behind', async () => {
  const all = await readers()
  const present = machines[1] as Postgres
  const backup = present.backUp()
  for (const [round, flags] of [FLAGS.slice(0, 4), FLAGS.slice(4, 8)].entries()) {
    for (const flag of flags) await set(flag, round === 0 ? 'off' : 'on')
    await all.agree()
    await present.restore(backup)
    for (const flag of FLAGS.slice(8, 12)) await setSoon(flag, round === 0 ? 'on' : 'off')
    await all.agree()
  }
})

test('clients drop lost changes if the servers were stopped during the restore', async () => {
  const all = await readers()
  const present = machines[1] as Postgres
  const backup = present.backUp()
  for (const flag of FLAGS.slice(0, 5)) await set(flag, 'off')
  await all.agree()
  await Promise.all(servers.map((server) => server.kill()))
  await present.restore(backup)
  servers = await Promise.all(ports.map((PORT) => startServer(proxy.url, { PORT })))
  for (const flag of FLAGS.slice(5, 10)) await set(flag, 'on')
  await all.agree()
})

test('a lagging standby does not roll clients back, and /ready reports it', async () => {
  const all = await readers()
  const present = machines[1] as Postgres
  const standby = await present.replicate()
  machines.push(standby)
  await expect.poll(() => standby.isCurrent(), soon).toBe(true)
  await standby.disconnect()
  for (const flag of FLAGS.slice(10, 15)) await set(flag, 'on')
  await all.agree()
  const before = await poll(here().url)
  proxy.lead(standby.url)
  const state = async () => (await here().call('GET', '/ready')).body.database
  await expect.poll(state, soon).toContain('standby that is behind')
  expect((await poll(here().url)).states).toEqual(before.states)
  proxy.lead(present.url)
  await expect.poll(state, soon).toBe('up')
  await all.agree()
})
