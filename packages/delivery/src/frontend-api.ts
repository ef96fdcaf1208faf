import { randomUUID } from 'node:crypto'
import { schemaOf } from '@flagstaff/contract/operation'
import { deliveryOperations as operations } from '@flagstaff/contract/operations/delivery'
import type { Context } from '@flagstaff/engine'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from './address.ts'
import { type Admission, admitted, admitting } from './admission.ts'
import { contextFromBody, contextFromQuery } from './context.ts'
import { allowOrigin, allowPreflight } from './cors.ts'
import { matches } from './etag.ts'
import { type PublicIntake, type Sinks, takeReport } from './intake.ts'
import type { KeptAnswers } from './kept-answers.ts'
import type { ContextSample } from './ports.ts'
import { whenPrepared } from './prepared.ts'
import type { Token } from './store.ts'
import { togglesFor } from './toggles.ts'
import { toRegistration } from './usage.ts'

const config = { permission: 'frontend token' as const }
const JSON_TYPE = 'application/json; charset=utf-8'
/** Browser SDKs do not retry their metrics, so wait out a short outage. */
const PATIENCE_MS = 1_700
/** Backend paths that old clients request below the frontend API. */
const notHere = [
  'GET /api/frontend/client/features',
  'GET /api/frontend/health',
  'GET /api/frontend/internal-backstage/prometheus',
] as const

/** The API of frontend SDKs: flags are evaluated here, and only those that are on are returned. */
export function frontendApi(
  app: FastifyInstance,
  {
    store,
    refresh,
    sample,
    bounds,
    answers,
    ...sinks
  }: Sinks & Admission & { sample: ContextSample; bounds: PublicIntake; answers: KeptAnswers },
) {
  const admission = admitting({ store, refresh }, 'frontend')
  const prepared = whenPrepared(store)
  app.addHook('onRequest', (request, reply, done) => {
    allowOrigin(request, reply, store.frontend)
    if (store.frontend.enabled) return done()
    refuse(reply, 404, 'NotFoundError', 'The frontend API is turned off.')
  })
  for (const path of ['/', '/*']) {
    app.options(path, { config: { permission: 'public' } }, (request, reply) =>
      allowPreflight(request, reply),
    )
  }
  const answer = (request: FastifyRequest, reply: FastifyReply, token: Token, context: Context) => {
    sample.offer(token, context)
    const toggles = togglesFor(store, token, context)
    const etag = toggles.tag()
    const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers
    reply.header('vary', 'Origin, Accept-Encoding').header('etag', etag).header('cache-control', 'no-cache')
    if (matches(known, etag)) return void reply.code(304).send()
    const kept = answers.find(token.environment, etag, String(accepted ?? ''))
    const { bytes, encoding } = kept ?? { bytes: toggles.body(), encoding: 'identity' }
    if (!kept) answers.sent(token.environment, toggles, { tag: etag, bytes })
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    void reply.type(JSON_TYPE).send(bytes)
  }

  app.get(
    '/',
    { config, onRequest: admission, preHandler: prepared, schema: schemaOf(operations['GET /api/frontend']) },
    (request, reply) => {
      const token = admitted(request)
      answer(request, reply, token, contextFromQuery(request, token))
    },
  )
  app.post(
    '/',
    {
      config,
      onRequest: admission,
      preHandler: prepared,
      schema: schemaOf(operations['POST /api/frontend']),
    },
    (request, reply) => {
      const token = admitted(request)
      const context = contextFromBody(request, token)
      if (context) answer(request, reply, token, context)
      else refuse(reply, 400, 'BadDataError', 'context must be an object.')
    },
  )

  app.post(
    '/client/metrics',
    {
      config,
      onRequest: admission,
      schema: schemaOf(operations['POST /api/frontend/client/metrics']),
    },
    async (request, reply) => {
      await takeReport(request, sinks, { kind: 'frontend', bounds, patienceMs: PATIENCE_MS })
      return reply.code(200).type('text/plain; charset=utf-8').send('OK')
    },
  )
  app.post(
    '/client/register',
    {
      config,
      onRequest: admission,
      schema: schemaOf(operations['POST /api/frontend/client/register']),
    },
    (request, reply) => {
      const token = admitted(request)
      const registration = bounds.registration(toRegistration(request, token, 'frontend'), {
        token: token.digest,
        address: addressOf(request),
      })
      // Fire and forget: a browser would not retry.
      sinks.registrations.add(registration).catch(() => {})
      void reply.type('text/plain; charset=utf-8').send('OK')
    },
  )
  for (const key of notHere) {
    const path = key.slice('GET /api/frontend'.length)
    const schema = schemaOf(operations[key])
    app.get(path, { config, onRequest: admission, schema }, (_request, reply) => {
      refuse(reply, 405, 'NotImplementedError', `${path} is not offered below the frontend API.`)
    })
  }
}

const refuse = (reply: FastifyReply, status: number, name: string, message: string) =>
  void reply.code(status).send({ id: randomUUID(), name, message, details: [{ message }] })
