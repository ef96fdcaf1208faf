/**
 * How long a change takes to another region, behind a wire of 40 ms: over the backbone, and beside it over a stream of
 * HTTP, for the same changes. A server with PostgreSQL and the NATS hub are in one region, a NATS leaf and two edges in
 * the other; each edge has an SDK on a stream. Build first.
 *
 *   pnpm bench backbone [--changes 500] [--page]
 *
 * Fails where the backbone is slower than promised. `--page` writes the result to the page of measurements.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openRegions, openWire } from '../../../../packages/backbone/test/servers.ts'
import { makePostgres } from '../../test/cluster/postgres.ts'
import { now } from '../delivery/clock.ts'
import { percentile, short } from '../delivery/numbers.ts'
import { ADMIN_TOKEN, backendToken, flags, pause } from '../fleet/plan.ts'
import { createEdge, createServer, keys, OWN_BUILD } from '../fleet/regions.ts'
import { seed } from '../fleet/seed.ts'
import { createStream } from '../fleet/stream.ts'
import { LIMITS, type Way, WIRE_MS, writePage } from './page.ts'

const WARM_UP = 20

const { values } = parseArgs({
  options: { changes: { type: 'string', default: '500' }, page: { type: 'boolean', default: false } },
})
const [load = 0] = loadavg()
const folder = mkdtempSync(join(tmpdir(), 'flagstaff-backbone-'))
const nats = await openRegions(WIRE_MS)
nats.hub.start()
nats.west.start()
const postgres = await makePostgres()
const server = await createServer('server', postgres.url, nats.hub.url)
const wire = await openWire(server.port, WIRE_MS)
const upstream = `http://127.0.0.1:${wire.port}`
const edge = (name: string, backbone: Record<string, string> = {}) =>
  createEdge(name, { ...backbone, UPSTREAM_URL: upstream, DATA_FOLDER: join(folder, name) })
const ways = [
  {
    title: 'Backbone',
    edge: await edge('backbone', { ...keys, BACKBONE_URL: nats.west.url, BACKBONE_HUB: 'hub' }),
  },
  { title: 'Stream over HTTP', edge: await edge('stream') },
]
try {
  await server.start(OWN_BUILD)
  await seed(server.url)
  for (const { edge } of ways) await edge.start(OWN_BUILD)
  const result = await measure(Number(values.changes))
  for (const { title, delays } of result) console.log(`${title}: ${inWords(delays)}`)
  if (values.page) writePage(result, load)
  const [backbone] = result
  if (!backbone || LIMITS.some(({ share, ms }) => percentile(backbone.delays, share) > ms))
    process.exitCode = 1
} finally {
  for (const { edge } of ways) await edge.end('SIGTERM')
  await server.end('SIGTERM')
  wire.close()
  nats.remove()
  await postgres.remove()
  await pause(500) // Edges write their folder last.
  rmSync(folder, { recursive: true, force: true })
}

/** Turns flags on and off, one after the other, and waits until both edges have each change. */
async function measure(changes: number): Promise<Way[]> {
  const token = backendToken('development')
  const readers = ways.map(({ title, edge }) => {
    const arrived: { revision: number; at: number }[] = []
    const add = (at: number, _: number, revision: number) => arrived.push({ revision, at })
    const stream = createStream(token, [{ environment: 'development', url: edge.url, add, each: () => {} }])
    stream.connect()
    return { title, stream, arrived, delays: [] as number[] }
  })
  while (!readers.every(({ stream }) => stream.isHydrated)) await pause(20)
  for (let count = 0; count < WARM_UP + changes; count++) {
    const before = readers.map(({ arrived }) => arrived.length)
    const flag = flags[Math.floor(count / 2) % flags.length]
    const path = `/api/admin/projects/default/features/${flag}/environments/development/${count % 2 ? 'on' : 'off'}`
    const answer = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { authorization: ADMIN_TOKEN },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    const answeredAt = now()
    while (!readers.every(({ arrived }, index) => arrived.length > (before[index] ?? 0))) await pause(1)
    if (count < WARM_UP) continue
    for (const [index, { arrived, delays }] of readers.entries())
      delays.push(Math.max(0, (arrived[before[index] ?? 0]?.at ?? Number.NaN) - answeredAt))
  }
  for (const { stream } of readers) stream.close()
  return readers.map(({ title, delays }) => ({ title, delays: delays.toSorted((a, b) => a - b) }))
}

function inWords(delays: readonly number[]): string {
  const at = (share: number) => short(percentile(delays, share))
  return `${delays.length} changes, p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms after the response`
}
