import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Unleash } from 'unleash-client'
import { type EdgeProcess, startEdge } from '../../../edge/test/process.ts'
import { createFlag, PROJECT } from '../cluster/changes.ts'
import { freePort, makePostgres, type Postgres } from '../cluster/postgres.ts'
import { startProxy, type TcpProxy } from '../cluster/proxy.ts'
import { endSdk, startSdk } from '../cluster/sdk.ts'
import { BACKEND_TOKEN, REAL_BUDGET, type Server, startServer } from '../cluster/server.ts'
import { type Counts, createCounts } from './counts.ts'
import { type ExtraKind, type Extras, openExtras, startOlder } from './extras.ts'
import { PATIENCE_MS, until } from './until.ts'

/** Two servers with a database behind a proxy, an edge behind another proxy, and SDKs that poll and stream. */
export type World = Extras & {
  postgres: Postgres
  readonly proxy: TcpProxy
  /** The proxy between the edge and its upstream. */
  readonly upstream: TcpProxy
  readonly servers: [Server, Server]
  edge: EdgeProcess
  /** A server of an older build. */
  readonly older: Server | undefined
  /** An edge that follows the broker. */
  node: EdgeProcess | undefined
  readonly sdks: { name: string; sdk: Unleash }[]
  readonly flags: readonly string[]
  /** All counts that were ever sent. */
  readonly counts: Counts
  startServer(place: 0 | 1, env?: Record<string, string>): Promise<void>
  startEdge(): Promise<void>
  startNode(): Promise<void>
  /** Everything that serves flags. */
  places(): { name: string; url: string; pid: number }[]
  /** Queries the current primary database directly. */
  query<T>(text: string, values?: unknown[]): Promise<T[]>
  close(): Promise<void>
}

/** The channels through which counts are sent. */
export const CHANNELS = ['direct', 'edge'] as const
const FLAGS = Array.from({ length: 12 }, (_, index) => `flag-${index}`)
export const textOf = (flag: { description?: string | null | undefined }): string => flag.description ?? ''

export async function createWorld(
  kinds: ReadonlySet<ExtraKind>,
  env: Record<string, string> = {},
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'flagstaff-chaos-'))
  const { disk, broker } = await openExtras(kinds)
  const postgres = await (disk ? disk.within(makePostgres) : makePostgres())
  const proxy = await startProxy(postgres.url)
  const older = await startOlder(proxy.url, kinds)
  const ports = [await freePort(), await freePort()] as const
  const envOf = (place: 0 | 1) => ({
    ...REAL_BUDGET,
    ...env,
    ...broker?.env,
    PORT: String(ports[place]),
    COMPARISON_SECONDS: '3',
    ENCRYPTION_KEY: 'a key for chaos',
    UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION: 'true',
    // The first server starts from its snapshot when the database is down, the second one waits.
    ...(place === 0 ? { SNAPSHOT_FOLDER: join(folder, 'snapshot') } : {}),
  })
  const servers: World['servers'] = [
    await startServer(proxy.url, envOf(0), PATIENCE_MS),
    await startServer(proxy.url, envOf(1), PATIENCE_MS),
  ]
  for (const flag of FLAGS) await makeFlag(servers[0], flag)
  const upstream = await startProxy(servers[1].url)
  const edgePort = String(await freePort())
  const openEdge = async (data: string, more: Record<string, string>) => {
    const edge = await startEdge({
      ...env,
      UPSTREAM_URL: upstream.url.replace(/\/$/, ''),
      TOKENS: BACKEND_TOKEN,
      DATA_FOLDER: join(folder, data),
      FORWARD_SECONDS: '1',
      LOG_LEVEL: 'warn',
      ...more,
    })
    await edge.ready()
    return edge
  }
  const edge = await openEdge('edge', { PORT: edgePort })
  const nodePort = String(await freePort())
  const openNode = async () => broker && openEdge('node', { ...broker.env, PORT: nodePort })
  const world: World = {
    postgres,
    proxy,
    upstream,
    servers,
    edge,
    older,
    node: await openNode(),
    disk,
    broker,
    sdks: [],
    flags: FLAGS,
    counts: createCounts(CHANNELS),
    async startServer(place, env = {}) {
      servers[place] = await startServer(proxy.url, { ...envOf(place), ...env }, PATIENCE_MS)
    },
    async startEdge() {
      world.edge = await openEdge('edge', { PORT: edgePort })
    },
    async startNode() {
      world.node = await openNode()
    },
    places: () =>
      Object.entries({
        'first server': servers[0],
        'second server': servers[1],
        edge: world.edge,
        'older server': older,
        node: world.node,
      }).flatMap(([name, process]) => (process ? [{ name, url: process.url, pid: process.pid }] : [])),
    async query<T>(text: string, values: unknown[] = []) {
      const client = new pg.Client({
        connectionString: world.postgres.url,
        options: '-c default_transaction_read_only=off',
      })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query(text, values)).rows as T[]
      } finally {
        await client.end()
      }
    },
    async close() {
      for (const { sdk } of world.sdks) endSdk(sdk)
      const processes = [world.edge, world.node, older, ...servers]
      for (const process of processes) process?.thaw()
      // A process that blocked its event loop says so when it is killed; the rest is removed all the same.
      const killed = await Promise.allSettled(processes.map((process) => process?.kill()))
      proxy.close()
      upstream.close()
      await broker?.remove()
      await world.postgres.remove()
      disk?.remove()
      rmSync(folder, { recursive: true, force: true })
      for (const one of killed) if (one.status === 'rejected') throw one.reason
    },
  }
  for (const [place, url] of [
    ['server', servers[0].url],
    ['edge', edge.url],
  ] as const)
    for (const mode of ['polling', 'streaming'] as const)
      world.sdks.push({
        name: `${mode} SDK at the ${place}`,
        sdk: await startSdk(url, mode),
      })
  return world
}

/** Retries, since on a busy machine the production time budget may not be enough. */
async function makeFlag(server: Server, flag: string) {
  const patch = [{ op: 'replace', path: '/description', value: `start-${flag}` }]
  const made = async () => {
    await createFlag(server, flag)
    return (await server.call('PATCH', `${PROJECT}/features/${flag}`, patch)).status === 200
  }
  await until(`${flag} is made`, made)
}
