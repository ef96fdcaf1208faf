import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePostgres } from '../../../test/cluster/postgres.ts'
import type { Bench, Line } from '../bench.ts'
import { load } from '../children.ts'
import type { Load } from '../load.ts'
import { median, share, short } from '../numbers.ts'
import { startProxy } from '../proxy.ts'
import { ask, toRequest } from '../requests.ts'
import { importFlags, type Site, until } from '../site.ts'

const CONNECTIONS = 8
const FLAGS = 350
const SLOWER_MS = 200
const MOST = 1.2

type Fault = { what: string; begin(): Promise<void> | void; end(): Promise<void> | void }

/** Reads while the database is stopped, frozen or slow, beside reads just before. */
export async function measureOutage(bench: Bench): Promise<Line[]> {
  const postgres = await makePostgres()
  bench.after(postgres.remove)
  const database = await bench.database(postgres)
  const proxy = await startProxy(database)
  bench.after(proxy.end)
  const site = await bench.ours(database, { through: proxy.url })
  await importFlags(site, 0, FLAGS)
  const folder = mkdtempSync(join(tmpdir(), 'bench-edge-'))
  bench.after(() => rmSync(folder, { recursive: true }))
  const edge = await bench.edge(site, folder)
  const requests = await readsOf(site)
  const faults: Fault[] = [
    { what: 'stopped', begin: postgres.stop, end: postgres.start },
    { what: 'frozen', begin: postgres.freeze, end: postgres.thaw },
    { what: `${SLOWER_MS} ms slower`, begin: () => proxy.delay(SLOWER_MS), end: () => proxy.delay(0) },
  ]
  const targets = [
    { name: 'server', port: site.port, serverPid: site.pid },
    { name: 'edge', port: edge.port, serverPid: edge.pid },
  ]
  const read = ({ port, serverPid }: (typeof targets)[number], warmUp?: number) =>
    load(
      {
        port,
        serverPid,
        requests,
        connections: CONNECTIONS,
        seconds: bench.seconds,
        statuses: [200, 304],
      },
      warmUp,
    )
  for (const target of targets) await read(target, 1)
  const seen = new Map<string, { before: Load; during: Load }[]>()
  for (let round = 0; round < bench.rounds; round++) {
    for (const { what, begin, end } of faults) {
      const before = new Map<string, Load>()
      for (const target of targets) before.set(target.name, await read(target))
      await begin()
      for (const target of targets) {
        const pair = { before: before.get(target.name) as Load, during: await read(target) }
        const title = `${what}: ${target.name}`
        seen.set(title, [...(seen.get(title) ?? []), pair])
      }
      await end()
      await isReady(site)
    }
  }
  return [...seen].map(([what, pairs]) => toLine(what, pairs))
}

function toLine(what: string, pairs: { before: Load; during: Load }[]): Line {
  const before = median(pairs.map(({ before }) => before.p99))
  const during = median(pairs.map(({ during }) => during.p99))
  const wrong = pairs.reduce((sum, { during }) => sum + during.wrong, 0)
  const answers = pairs.reduce((sum, { during }) => sum + during.answers, 0)
  return {
    what: `reads while PostgreSQL is ${what}`,
    unit: 'ms, p99',
    ours: during,
    reached: `${share(during / before)} times before (${short(before)} ms); ${short((100 * (answers - wrong)) / answers)} % correct responses`,
    promised: `${MOST} times, 100 %`,
    limit: MOST * before,
    held: wrong === 0 && answers > 0 && during / before <= MOST,
  }
}

async function readsOf(site: Site): Promise<string[]> {
  const backend = { authorization: site.backend, 'accept-encoding': 'gzip' }
  const { etag = '' } = await ask(`${site.url}/api/client/features`, backend)
  return [
    toRequest('/api/client/features', { ...backend, 'if-none-match': etag }),
    toRequest('/api/client/features', backend),
    toRequest('/api/frontend?appName=bench&userId=7', { authorization: site.frontend }),
  ]
}

const isReady = ({ url }: Site) => until(async () => (await fetch(`${url}/ready`)).status === 200)
