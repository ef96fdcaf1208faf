/**
 * Benchmark: the cost of counting a request on a connection, above an empty loop, and with a lookup by name as for a
 * connection that serves several applications. Fails above the promised time.
 */
import { countRequest, createTraffic, trafficIndex } from '../src/index.ts'

const PROMISED_NANOSECONDS = 100
const ROUNDS = 20
const REQUESTS = 1_000_000
const FEATURES = trafficIndex('client-features')

const traffic = createTraffic()
const apps = Array.from({ length: 1_000 }, (_, index) => `app-${index}`)
const statuses = [304, 304, 304, 200]

/** Nanoseconds for each request. */
function measure(count: (index: number, status: number) => void): number {
  const began = process.hrtime.bigint()
  for (let index = 0; index < REQUESTS; index++) count(index, statuses[index & 3] ?? 200)
  return Number(process.hrtime.bigint() - began) / REQUESTS
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const connections = apps.map((app) => ({ app, traffic: traffic.of(app) }))
let seen = 0
const nothing = (index: number, status: number) => {
  seen += status + (connections[index % apps.length]?.app.length ?? 0)
}
const counted = (index: number, status: number) => {
  const connection = connections[index % apps.length]
  if (!connection) return
  connection.traffic = traffic.of(connection.app, connection.traffic)
  countRequest(connection.traffic, FEATURES, status)
}
const lookedUp = (index: number, status: number) =>
  countRequest(traffic.of(apps[(index * 7) % apps.length]), FEATURES, status)

const figures = { nothing: [] as number[], counted: [] as number[], lookedUp: [] as number[] }
for (let round = 0; round < ROUNDS; round++) {
  figures.nothing.push(measure(nothing))
  figures.counted.push(measure(counted))
  figures.lookedUp.push(measure(lookedUp))
  traffic.take()
}
const base = median(figures.nothing)
const onConnection = median(figures.counted) - base
const byName = median(figures.lookedUp) - base
console.log(
  `counting on a connection ${onConnection.toFixed(1)} ns, by name ${byName.toFixed(1)} ns (${seen % 2})`,
)
if (Math.max(onConnection, byName) > PROMISED_NANOSECONDS) {
  console.error(`more than the promised ${PROMISED_NANOSECONDS} ns`)
  process.exitCode = 1
}
