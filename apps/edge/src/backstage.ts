import { createHash, timingSafeEqual } from 'node:crypto'
import type { OverrideBook } from '@flagstaff/delivery'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { Measured } from './measures.ts'
import type { Settings } from './settings.ts'
import type { TokenChecks } from './tokens.ts'
import type { Source } from './upstream/source.ts'

type Parts = Measured & {
  settings: Settings
  checks: TokenChecks
  overrides: OverrideBook
  isLeaving(): boolean
}

/** Routes for operators and monitoring. Health and readiness are public; the others need a token if one is set. */
export function backstage(
  app: FastifyInstance,
  { settings, store, spool, forwarder, checks, sources, overrides, isLeaving }: Parts,
) {
  const state = () => {
    const environments = sources.map((source) => ({
      environment: source.environment,
      projects: source.projects,
      revision: source.mark?.revision ?? null,
      ageSeconds: source.heardAt === 0 ? null : Math.round((Date.now() - source.heardAt) / 1_000),
      warnings: warningsOf(source),
    }))
    const tooOld = ({ ageSeconds }: { ageSeconds: number | null }) =>
      settings.mostAgeSeconds > 0 && (ageSeconds === null || ageSeconds > settings.mostAgeSeconds)
    const ready =
      !isLeaving() &&
      environments.length > 0 &&
      environments.every((one) => one.revision !== null && !tooOld(one))
    return { ready, environments }
  }
  const guarded = { onRequest: guard(settings.backstageToken) }

  app.get('/health', (_request, reply) => void reply.send({ status: 'OK' }))
  app.get('/ready', (_request, reply) => {
    const { ready, environments } = state()
    const status = ready ? 'READY' : 'NOT_READY'
    void reply.code(ready ? 200 : 503).send({ status, environments, overrides: overrides.active.length })
  })
  app.get('/info', guarded, (_request, reply) => {
    void reply.send({
      appName: settings.appName,
      instanceId: settings.instanceId,
      upstream: settings.upstream ?? null,
      ...state(),
      tokens: checks.counts(),
      overrides: overrides.active.map(({ text: _, basis: __, ...order }) => order),
      quarantine: Object.fromEntries([store, ...sources].flatMap(({ quarantine }) => [...quarantine])),
      counts: {
        waitingBytes: spool.bytes,
        dropped: spool.dropped,
        unreadable: spool.unreadable,
        refused: forwarder.refused,
      },
    })
  })
  let registry: Registry | undefined
  app.get('/metrics', guarded, async (_request, reply) => {
    // Loaded on the first request: the metrics library is slow to load and not needed to serve flags.
    registry ??= (await import('./measures.ts')).createMeasures({ store, spool, forwarder, sources })
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Problems that an operator should know about although flags are being served. */
function warningsOf({ held, quarantine, differs }: Source): string[] {
  const warnings: string[] = []
  if (held)
    warnings.push(
      `Upstream left out ${held.missing} of ${held.of} flags. The state before is served until it has confirmed that.`,
    )
  if (quarantine.size > 0)
    warnings.push(
      `Upstream sent ${quarantine.size} objects that cannot be used. Their last good form is served.`,
    )
  if (differs) warnings.push('Other flags than those of upstream are served.')
  return warnings
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
