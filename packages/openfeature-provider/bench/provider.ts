/**
 * Benchmark: CPU time per evaluation of one flag by the provider, compared with `isEnabled` of `unleash-client`, both
 * with usage counts. OpenFeature requires a promise per evaluation, so the ratio is lower than that of the engine. Fails
 * below the promised ratio.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { InMemStorageProvider, Unleash } from 'unleash-client'
import { FlagstaffProvider } from '../src/index.ts'

const PROMISED_RATIO = 2
const ROUNDS = 7
const EVALUATIONS = 300_000
const ONE_HOUR_MS = 3_600_000

const flag = {
  name: 'checkout.new',
  type: 'release',
  project: 'default',
  enabled: true,
  strategies: [
    {
      name: 'flexibleRollout',
      parameters: { rollout: '50', stickiness: 'default', groupId: 'checkout.new' },
      constraints: [
        { contextName: 'country', operator: 'IN', values: ['no', 'se', 'dk', 'fi', 'is', 'de', 'fr', 'es'] },
        { contextName: 'email', operator: 'STR_ENDS_WITH', values: ['@example.com'] },
        { contextName: 'age', operator: 'NUM_GT', value: '17' },
      ],
      segments: [],
      variants: [],
    },
  ],
  variants: [],
}

const server = createServer((request, response) => {
  const isDelta = request.url?.endsWith('/delta')
  const hydration = { type: 'hydration', eventId: 1, features: [flag], segments: [] }
  response.setHeader('etag', '"1-a"').setHeader('content-type', 'application/json')
  response.end(JSON.stringify(isDelta ? { events: [hydration] } : { version: 2, features: [flag] }))
}).listen(0, '127.0.0.1')
await new Promise((done) => server.once('listening', done))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const provider = new FlagstaffProvider({
  url,
  token: '*:development.bench',
  appName: 'bench',
  mode: 'polling',
  pollIntervalMs: ONE_HOUR_MS,
  metricsIntervalMs: ONE_HOUR_MS,
})
await provider.initialize()
const unleash = new Unleash({
  url: `${url}/api/`,
  appName: 'bench',
  customHeaders: { Authorization: '*:development.bench' },
  refreshInterval: ONE_HOUR_MS,
  metricsInterval: ONE_HOUR_MS,
  storageProvider: new InMemStorageProvider(),
})
await new Promise((done) => unleash.once('synchronized', done))

const users = Array.from({ length: 1000 }, (_, index) => {
  const properties = {
    country: ['no', 'de', 'fr'][index % 3] ?? '',
    email: `user-${index}@example.com`,
    age: `${18 + (index % 60)}`,
  }
  const userId = `user-${index}`
  return { ours: { targetingKey: userId, ...properties }, theirs: { userId, properties } }
})

const askOurs = async () => {
  let on = 0
  for (let index = 0; index < EVALUATIONS; index++) {
    const { ours } = users[index % users.length] ?? { ours: {} }
    const { value } = await provider.resolveBooleanEvaluation(flag.name, false, ours)
    if (value) on++
  }
  return on
}
const askTheirs = async () => {
  let on = 0
  for (let index = 0; index < EVALUATIONS; index++) {
    const { theirs } = users[index % users.length] ?? { theirs: {} }
    if (unleash.isEnabled(flag.name, theirs)) on++
  }
  return on
}

/** Nanoseconds of CPU per evaluation. */
async function measure(ask: () => Promise<number>) {
  const before = process.cpuUsage()
  const on = await ask()
  const { user, system } = process.cpuUsage(before)
  return { on, cost: ((user + system) * 1000) / EVALUATIONS }
}

const rounds = []
for (let round = 0; round <= ROUNDS; round++) {
  const ours = await measure(askOurs)
  const theirs = await measure(askTheirs)
  if (ours.on !== theirs.on || ours.on === 0) throw new Error(`on for ${ours.on} and ${theirs.on}`)
  // The first round only warms up.
  if (round > 0) rounds.push({ ours: ours.cost, theirs: theirs.cost, ratio: theirs.cost / ours.cost })
}
const median = (numbers: number[]) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
const ratio = median(rounds.map((round) => round.ratio))
console.log(`provider:       ${median(rounds.map(({ ours }) => ours)).toFixed(0)} ns CPU per evaluation`)
console.log(`unleash-client: ${median(rounds.map(({ theirs }) => theirs)).toFixed(0)} ns CPU per evaluation`)
console.log(`ratio:          ${ratio.toFixed(1)} (promised: ${PROMISED_RATIO})`)
process.exitCode = ratio < PROMISED_RATIO ? 1 : 0
await provider.onClose()
unleash.destroy()
server.close()
