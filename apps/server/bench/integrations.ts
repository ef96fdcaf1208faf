import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { makePostgres } from '../test/cluster/postgres.ts'
import { type Reply, type Server, startServer } from '../test/cluster/server.ts'
import { openReceiver } from '../test/receiver.ts'

// How soon a receiver has a change, what a receiver that hangs costs the people who make changes, what 1,000
// integrations cost, and what an import of 5,000 flags sends. `--away 600` also lets a receiver fail for ten minutes.

const PROJECT = '/api/admin/projects/default'
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const env = {
  MAIN: main,
  ENCRYPTION_KEY: 'a key for benchmarks',
  UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION: 'true',
  UNLEASH_FEATURE_FLAGS_LIMIT: '20000',
}
const { values } = parseArgs({ options: { away: { type: 'string' } } })

const postgres = await makePostgres()
const admin = new pg.Client({ connectionString: postgres.url })
await admin.connect()
const servers: Server[] = []

async function start(database: string): Promise<Server> {
  await admin.query(`create database ${database}`)
  const url = Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href
  const server = await startServer(url, env)
  servers.push(server)
  return server
}

async function call(server: Server, method: string, path: string, body?: unknown): Promise<Reply['body']> {
  const reply = await server.call(method, path, body)
  if (reply.status >= 300)
    throw new Error(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body).slice(0, 300)}`)
  return reply.body
}

const integrate = (server: Server, more: object) =>
  call(server, 'POST', '/api/admin/addons', {
    provider: 'webhook',
    enabled: true,
    events: ['feature-created', 'feature-environment-enabled', 'feature-environment-disabled'],
    ...more,
  })
const createFlag = (server: Server, name: string) => call(server, 'POST', `${PROJECT}/features`, { name })
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}
const at = (list: readonly number[], share: number) =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0

/** From the response of a change until its receiver has it. */
async function delivery(server: Server) {
  const receiver = await openReceiver()
  const { id } = await integrate(server, { parameters: { url: receiver.url } })
  const times: number[] = []
  for (let count = 0; count < 400; count++) {
    receiver.reset()
    await createFlag(server, `soon-${count}`)
    const acknowledged = performance.now()
    await until(() => receiver.requests.length > 0)
    if (count >= 50) times.push(Math.max(0, (receiver.requests[0]?.at ?? 0) - acknowledged))
  }
  console.log(
    `delivery: median ${at(times, 0.5).toFixed(1)} ms, 99th percentile ${at(times, 0.99).toFixed(1)} ms after the response`,
  )
  await call(server, 'DELETE', `/api/admin/addons/${id}`)
  await receiver.close()
}

/** Changes in turns on two servers: one has a receiver that never answers, the other has none. */
async function hanging(server: Server, other: Server) {
  const receiver = await openReceiver()
  receiver.answer(() => 'hang')
  await integrate(server, { parameters: { url: receiver.url } })
  for (const one of [server, other])
    for (let index = 0; index < 10; index++) await createFlag(one, `turn-${index}`)
  const turn = async (one: Server) => {
    const began = performance.now()
    for (let index = 0; index < 40; index++)
      await call(
        one,
        'POST',
        `${PROJECT}/features/turn-${index % 10}/environments/development/${index % 20 < 10 ? 'on' : 'off'}`,
      )
    return performance.now() - began
  }
  const ratios: number[] = []
  for (let pair = 0; pair < 22; pair++) {
    const [first, second] = pair % 2 === 0 ? [server, other] : [other, server]
    const times = new Map([
      [first, await turn(first)],
      [second, await turn(second)],
    ])
    if (pair >= 2) ratios.push((times.get(other) ?? 0) / (times.get(server) ?? 1))
  }
  console.log(
    `write path beside a hanging receiver: ${at(ratios, 0.5).toFixed(3)} of the speed without (median of ${ratios.length} pairs)`,
  )
  await receiver.close()
}

/** Transactions that 1,000 integrations cost, if none of them wants the change. */
async function many(server: Server, database: string) {
  const commits = async () => {
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    const { rows } = await admin.query('select xact_commit::int n from pg_stat_database where datname = $1', [
      database,
    ])
    return rows[0].n as number
  }
  const cost = async (prefix: string) => {
    const before = await commits()
    for (let count = 0; count < 50; count++) await createFlag(server, `${prefix}-${count}`)
    return ((await commits()) - before) / 50
  }
  const without = await cost('without')
  const receiver = await openReceiver()
  for (let count = 0; count < 1_000; count++)
    await integrate(server, { parameters: { url: receiver.url }, events: ['segment-deleted'] })
  const with_ = await cost('with')
  console.log(
    `1,000 integrations: ${(with_ - without).toFixed(1)} more transactions for each change (${without.toFixed(1)} without)`,
  )
  await receiver.close()
}

/** What an import of 5,000 flags sends. */
async function bulk(server: Server) {
  const chat = await openReceiver()
  const batches = await openReceiver()
  await integrate(server, { provider: 'slack', parameters: { url: chat.url } })
  await integrate(server, { parameters: { url: batches.url, batch: 100 } })
  const names = Array.from({ length: 5_000 }, (_, index) => `bulk-${index}`)
  await call(server, 'POST', '/api/admin/features-batch/import', {
    project: 'default',
    environment: 'development',
    data: {
      features: names.map((name) => ({ name })),
      featureStrategies: [],
      featureEnvironments: [],
      tagTypes: [],
    },
  })
  const acknowledged = performance.now()
  const events = () => batches.requests.reduce((sum, { body }) => sum + JSON.parse(body).length, 0)
  await until(() => events() >= names.length)
  const seconds = ((batches.requests.at(-1)?.at ?? 0) - acknowledged) / 1_000
  await until(() => chat.requests.length > 0)
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  console.log(
    `import of 5,000 flags: ${chat.requests.length} chat messages; ${batches.requests.length} webhook batches within ${seconds.toFixed(1)} s of the response`,
  )
  await chat.close()
  await batches.close()
}

/** A receiver that fails for a while gets everything, in order. */
async function away(server: Server, seconds: number) {
  const receiver = await openReceiver()
  await integrate(server, { parameters: { url: receiver.url }, events: ['feature-created'] })
  receiver.answer(() => ({ status: 503 }))
  const names: string[] = []
  const ends = performance.now() + seconds * 1_000
  while (performance.now() < ends) {
    names.push(`away-${names.length}`)
    await createFlag(server, names.at(-1) ?? '')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  receiver.reset()
  const back = performance.now()
  await until(() => receiver.requests.length >= names.length)
  const got = receiver.requests.map(({ body }) => JSON.parse(body).featureName)
  console.log(
    `away for ${seconds} s: ${got.length} of ${names.length} events, ${got.every((name, index) => name === names[index]) ? 'in order' : 'OUT OF ORDER'}, the last ${((performance.now() - back) / 1_000).toFixed(0)} s after the return`,
  )
  await receiver.close()
}

try {
  const first = await start('first')
  const second = await start('second')
  await delivery(first)
  await hanging(first, second)
  await bulk(second)
  if (values.away) await away(second, Number(values.away))
  await many(await start('third'), 'third')
} finally {
  await Promise.all(servers.map((server) => server.kill()))
  await admin.end()
  await postgres.remove()
}
