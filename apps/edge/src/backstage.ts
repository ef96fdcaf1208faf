import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { Measured } from './measures.ts'
import type { Settings } from './settings.ts'
import type { TokenChecks } from './tokens.ts'

type Parts = Measured & { settings: Settings; checks: TokenChecks }

/** What operators and their tools look at. Health and readiness are open; the rest asks for a token if one is set. */
export function backstage(app: FastifyInstance, { settings, store, spool, forwarder, checks, ages }: Parts) {
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
  let registry: Registry | undefined
  app.get('/metrics', guarded, async (_request, reply) => {
    // Takes a while to load and is not needed to serve flags, so it waits until somebody asks.
    registry ??= (await import('./measures.ts')).createMeasures({ store, spool, forwarder, ages })
    return reply.type(registry.contentType).send(await registry.metrics())
  })
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
