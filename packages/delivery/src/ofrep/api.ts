import { hash, randomBytes } from 'node:crypto'
import type { OfrepBulkQuery } from '@flagstaff/contract/ofrep'
import { schemaOf } from '@flagstaff/contract/operation'
import { deliveryOperations as operations } from '@flagstaff/contract/operations/delivery'
import { type Context, decide, decideAll, type Result } from '@flagstaff/engine'
import type { FastifyInstance } from 'fastify'
import { addressOf } from '../address.ts'
import { type Admission, admitted, admitting, projectsOf } from '../admission.ts'
import { allowOrigin, allowPreflight } from '../cors.ts'
import { matches } from '../etag.ts'
import type { PublicIntake } from '../intake.ts'
import type { AppNames, ContextSample, Usage, UsageSink } from '../ports.ts'
import { whenPrepared } from '../prepared.ts'
import { NAMELESS } from '../public-intake.ts'
import type { Store, Token } from '../store.ts'
import type { Streams } from '../streams.ts'
import { storable } from '../text.ts'
import type { Traffic } from '../traffic.ts'
import { writer } from './answers.ts'
import { toContext } from './context.ts'
import { createCounts } from './counts.ts'
import { answerErrors, parseBodies } from './errors.ts'
import { configOf, freshEnough } from './freshness.ts'
import { type FrontendNames, maySee } from './names.ts'
import { streamRoute } from './stream.ts'
import { createTickets } from './tickets.ts'

export type OfrepOptions = Admission & {
  usage: UsageSink
  sample: ContextSample
  streams: Streams
  bounds: PublicIntake
  traffic: Traffic
  apps?: AppNames | undefined
  ticketKey?: Buffer
  frontendNames?: FrontendNames
}

const JSON_TYPE = 'application/json; charset=utf-8'
const BODY_LIMIT = 64 * 1_024
/** How long a page can be in the background before its provider closes the stream. */
const INACTIVITY_SECONDS = 120

/** OpenFeature Remote Evaluation Protocol (OFREP), for providers of every language, on servers and in browsers. */
export function ofrepApi(app: FastifyInstance, options: OfrepOptions) {
  const { store, refresh, usage, sample, bounds, ticketKey, frontendNames = 'released' } = options
  const counts = createCounts(usage)
  const tickets = createTickets(ticketKey ?? randomBytes(32))
  const config = { permission: 'SDK token' as const }
  const onRequest = admitting({ store, refresh }, 'either')
  answerErrors(app)
  parseBodies(app)
  app.addHook('onRequest', (request, reply, done) => {
    allowOrigin(request, reply, store.frontend)
    done()
  })
  app.addHook('onClose', () => counts.stop())
  app.options('/*', { config: { permission: 'public' } }, allowPreflight)

  app.post(
    '/evaluate/flags/:key',
    {
      config,
      onRequest,
      preHandler: whenPrepared(store),
      bodyLimit: BODY_LIMIT,
      schema: schemaOf(operations['POST /ofrep/v1/evaluate/flags/:key']),
    },
    (request, reply) => {
      const token = admitted(request)
      const { key } = request.params as { key: string }
      const context = toContext(request, token)
      sample.offer(token, context)
      const piece = store.piece(token.environment, key)
      const { ruleset } = store.environment(token.environment)
      const decision = piece && inScope(token)(piece) && decide(ruleset, key, context, now())
      reply.type(JSON_TYPE)
      if (!decision || !maySee(token, frontendNames)(piece, decision)) {
        const errorDetails = `The flag ${key} does not exist.`
        void reply.code(404).send(JSON.stringify({ key, errorCode: 'FLAG_NOT_FOUND', errorDetails }))
        return
      }
      if (decision.cause === 'userMissing') reply.code(400)
      else {
        const counted = toUsage(token, context, key, decision.result)
        const caller = { token: token.digest, address: addressOf(request) }
        counts.count(token.type === 'frontend' ? bounds.usage(counted, caller) : counted)
      }
      void reply.send(writer(token)(piece, decision))
    },
  )

  app.post(
    '/evaluate/flags',
    {
      config,
      onRequest,
      preHandler: whenPrepared(store),
      bodyLimit: BODY_LIMIT,
      schema: schemaOf(operations['POST /ofrep/v1/evaluate/flags']),
    },
    async (request, reply) => {
      const token = admitted(request)
      await freshEnough(store, token.environment, request.query as OfrepBulkQuery)
      const context = toContext(request, token)
      sample.offer(token, context)
      const { revision, tag } = configOf(store, token.environment, projectsOf(token))
      const path = String(request.routeOptions.url).replace(/evaluate\/flags$/, 'stream')
      const requestUri = `${path}?ticket=${tickets.issue(token)}&since=${tag}`
      const body = `{"flags":[${evaluations({ store, token, context, frontendNames }).join(',')}],"metadata":${JSON.stringify(
        {
          revisionId: revision,
          environment: token.environment,
        },
      )},"eventStreams":${JSON.stringify([
        { type: 'sse', endpoint: { requestUri }, inactivityDelaySec: INACTIVITY_SECONDS },
      ])}}`
      const etag = `W/"${hash('sha1', body, 'base64url')}"`
      reply.header('etag', etag).header('cache-control', 'no-cache')
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type(JSON_TYPE).send(body)
    },
  )
  streamRoute(app, { ...options, tickets })
}

function toUsage({ environment }: Token, { appName }: Context, flag: string, result: Result): Usage {
  const { enabled, variant } = result
  const variants: [string, number][] = variant.enabled ? [[variant.name, 1]] : []
  const counts = [{ flag, yes: enabled ? 1 : 0, no: enabled ? 0 : 1, variants }]
  return { app: storable(String(appName ?? NAMELESS)), environment, at: Date.now(), counts }
}

const now = () => ({ now: Date.now(), random: Math.random })

function inScope(token: Token): (flag: { project?: string | null | undefined }) => boolean {
  const projects = projectsOf(token)
  if (projects === '*') return () => true
  const scope = new Set(projects)
  return ({ project }) => scope.has(project ?? '')
}

type Question = { store: Store; token: Token; context: Context; frontendNames: FrontendNames }

/** Evaluates all flags that the token can see, including those that are off, sorted by name. */
function evaluations({ store, token, context, frontendNames }: Question): string[] {
  const { ruleset } = store.environment(token.environment)
  const filter = projectsOf(token) === '*' ? undefined : inScope(token)
  const decisions = decideAll(ruleset, context, now(), filter)
  const write = writer(token)
  const isShown = maySee(token, frontendNames)
  return store.names(token.environment).flatMap((name) => {
    const decision = decisions.get(name)
    const piece = decision && store.piece(token.environment, name)
    return piece && isShown(piece, decision) ? [write(piece, decision)] : []
  })
}
