import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openRegions, openWire } from '../../../../packages/backbone/test/servers.ts'
import { makePostgres } from '../../test/cluster/postgres.ts'
import { createMember, type Member } from './member.ts'
import { ADMIN_TOKEN, backendToken, ENVIRONMENTS, frontendToken, pause } from './plan.ts'
import { usageOf } from './usage.ts'

export const OWN_BUILD = fileURLToPath(new URL('../../../..', import.meta.url))

const WIRE_MS = 40
const NOBODY = 'postgres://127.0.0.1:9/nobody'
export const keys = { BACKBONE_KEY: 'a key of the fleet, long enough for all', BACKBONE_INSTANCE: 'fleet' }

export type Fleet = Awaited<ReturnType<typeof openFleet>>

/**
 * Region home: PostgreSQL, the NATS hub, three servers, an edge over HTTP and two on the backbone. Region west, behind a
 * wire: a NATS leaf and three edges on the backbone, each with a server of home as its second way.
 */
export async function openFleet() {
  const folder = mkdtempSync(join(tmpdir(), 'flagstaff-fleet-'))
  const nats = await openRegions(WIRE_MS)
  nats.hub.start()
  nats.west.start()
  const postgres = await makePostgres()
  const server = (name: string) => createServer(name, postgres.url, nats.hub.url)
  const servers = await Promise.all(['server 1', 'server 2', 'server 3'].map(server))
  const wires = await Promise.all(servers.map(({ port }) => openWire(port, WIRE_MS)))
  const upstreams = wires.map(({ port }) => `http://127.0.0.1:${port}`)
  const hub = { ...keys, BACKBONE_URL: nats.hub.url }
  const leaf = { ...keys, BACKBONE_URL: nats.west.url, BACKBONE_HUB: 'hub' }
  const edge = (name: string, upstream = '', backbone: Record<string, string> = {}) =>
    createEdge(name, { ...backbone, UPSTREAM_URL: upstream, DATA_FOLDER: join(folder, name) })
  const home = [
    await edge('edge over HTTP', servers[0]?.url),
    await edge('edge home 1', servers[1]?.url, hub),
    await edge('edge home 2', servers[2]?.url, hub),
  ]
  const west = [
    await edge('edge west 1', upstreams[0], leaf),
    await edge('edge west 2', upstreams[1], leaf),
    await edge('edge west 3', upstreams[2], leaf),
  ]
  const edges = [...home, ...west]
  const judges: Member[] = []
  return {
    postgres,
    servers,
    edges,
    urls: {
      home: [...servers, ...home].map(({ url }) => url),
      west: west.map(({ url }) => url),
    },
    async start(build: string) {
      const [first, ...others] = servers
      await first?.start(build) // It migrates.
      await Promise.all(others.map((one) => one.start(build)))
      await Promise.all(edges.map((one) => one.start(build)))
    },
    nameOf: (url: string) => [...servers, ...edges].find((one) => one.url === url)?.name ?? url,
    /** A server that has read nothing but the database. */
    async startJudge() {
      const judge = await createServer('judge', postgres.url)
      judges.push(judge)
      await judge.start(OWN_BUILD)
      return judge
    },
    usage: () => [
      ...[...servers, ...edges].map((one) => one.usage()),
      usageOf('NATS home', nats.hub.pid()),
      usageOf('NATS west', nats.west.pid()),
    ],
    cut(isCut: boolean) {
      for (const wire of [nats.wire, ...wires]) wire.cut(isCut)
    },
    async remove() {
      await Promise.all([...judges, ...edges, ...servers].map((one) => one.end('SIGTERM')))
      for (const wire of wires) wire.close()
      nats.remove()
      await postgres.remove()
      await pause(500) // Edges write their folder last.
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const createServer = (name: string, database: string, hub?: string) =>
  createMember(
    name,
    (build) => ({
      name,
      cwd: build,
      args: [join(build, 'apps/server/dist/main.js')],
      env: {
        ...(hub ? { ...keys, BACKBONE_URL: hub } : {}),
        INSECURE_COOKIES: 'true',
        LOG_LEVEL: 'fatal',
        INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
        INIT_BACKEND_API_TOKENS: ENVIRONMENTS.map(backendToken).join(','),
        INIT_FRONTEND_API_TOKENS: ENVIRONMENTS.map(frontendToken).join(','),
      },
    }),
    database,
  )

export const createEdge = (name: string, env: Record<string, string>) =>
  createMember(
    name,
    (build) => ({
      name,
      cwd: build,
      args: [join(build, 'apps/edge/dist/main.js')],
      env: { ...env, TOKENS: ENVIRONMENTS.map(backendToken).join(','), LOG_LEVEL: 'fatal' },
      ready: '/internal-backstage/ready',
    }),
    NOBODY,
  )
