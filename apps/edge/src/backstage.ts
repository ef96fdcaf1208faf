import { createHash, timingSafeEqual } from 'node:crypto'
import type { Projects, Store } from '@flagstaff/delivery'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { createForwarder } from './forward.ts'
import type { Settings } from './settings.ts'
import type { Spool } from './spool.ts'
import type { TokenChecks } from './tokens.ts'

/** How new the flags of one scope are. */
export type Age = {
  environment: string
  projects: Projects
  revision: number | undefined
  heardAt: number
}
type Parts = {
  settings: Settings
  store: Store
  spool: Spool
  forwarder: ReturnType<typeof createForwarder>
  checks: TokenChecks
  ages(): Age[]
}

/** What operators and their tools look at. Health and readiness are open; the rest asks for a token if one is set. */
export function backstage(app: FastifyInstance, { settings, store, spool, forwarder, checks, ages }: Parts) {
  const registry = measures({ store, spool, forwarder, ages })
  const state = () => {
    const environments = ages().map(({ environment, projects, revision, heardAt }) => ({
      environment,
      projects,
      revision: revision ?? null,
      ageSeconds: heardAt === 0 ? null : Math.round((Date.now() - heardAt) / 1_000),
    }))
    const tooOld = ({ ageSeconds }: { ageSeconds: number | null }) =>
      settings.mostAgeSeconds > 0 && (ageSeconds === null || ageSeconds > settings.mostAgeSeconds)
    const ready =
      environments.length > 0 && environments.every((one) => one.revision !== null && !tooOld(one))
    return { ready, environments }
  }
  const guarded = { onRequest: guard(settings.backstageToken) }

  app.get('/health', (_request, reply) => void reply.send({ status: 'OK' }))
  app.get('/ready', (_request, reply) => {
    const { ready, environments } = state()
    void reply.code(ready ? 200 : 503).send({ status: ready ? 'READY' : 'NOT_READY', environments })
  })
  app.get('/info', guarded, (_request, reply) => {
    void reply.send({
      appName: settings.appName,
      instanceId: settings.instanceId,
      upstream: settings.upstream ?? null,
      ...state(),
      tokens: checks.counts(),
      quarantine: Object.fromEntries(store.quarantine),
      counts: { waitingBytes: spool.bytes, dropped: spool.dropped, refused: forwarder.refused },
    })
  })
  app.get('/metrics', guarded, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}

function guard(token: string | undefined) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const sent = request.headers.authorization?.replace(/^bearer +/i, '') ?? ''
    if (token === undefined || isSame(sent, token)) return done()
    void reply.code(401).send({ message: 'Send the BACKSTAGE_TOKEN in the Authorization header.' })
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

function measures({ store, spool, forwarder, ages }: Pick<Parts, 'store' | 'spool' | 'forwarder' | 'ages'>) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('flagstaff_edge_revision', 'Newest revision that is served', () => store.revision)
  gauge('flagstaff_edge_spool_bytes', 'Counts not yet forwarded', () => spool.bytes)
  gauge('flagstaff_edge_dropped_total', 'Reports dropped because the spool was full', () => spool.dropped)
  gauge('flagstaff_edge_refused_total', 'Counts that upstream refused', () => forwarder.refused)
  gauge('flagstaff_edge_quarantine', 'Flags that do not compile', () => store.quarantine.size)
  new Gauge({
    name: 'flagstaff_edge_age_seconds',
    help: 'Time since upstream was last heard',
    labelNames: ['environment'],
    registers: [registry],
    collect() {
      for (const { environment, heardAt } of ages())
        if (heardAt > 0) this.set({ environment }, (Date.now() - heardAt) / 1_000)
    },
  })
  return registry
}
