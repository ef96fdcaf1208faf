import { randomUUID } from 'node:crypto'
import {
  ClientMetrics,
  FrontendApiClient,
  FrontendApiFeatures,
  FrontendApiFeaturesPost,
} from '@flagstaff/contract/client'
import type { Context } from '@flagstaff/engine'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { addressOf } from './address.ts'
import { type Admission, admitted, admitting } from './admission.ts'
import { contextFromBody, contextFromQuery } from './context.ts'
import { allowOrigin, allowPreflight } from './cors.ts'
import { matches } from './etag.ts'
import { type PublicIntake, type Sinks, takeReport } from './intake.ts'
import type { ContextSample } from './ports.ts'
import type { Token } from './store.ts'
import { bodyOf, tagOf, togglesFor } from './toggles.ts'
import { toRegistration } from './usage.ts'

const tags = ['Frontend API']
const config = { permission: 'frontend token' as const }
const JSON_TYPE = 'application/json; charset=utf-8'
/** Browser SDKs drop their counts whatever the answer, so a short outage is waited out. */
const PATIENCE_MS = 1_700
/** Backend paths that old clients try below the frontend API. */
const notHere = [
  ['/client/features', 'x-frontendClientFeatures'],
  ['/health', 'x-frontendHealth'],
  ['/internal-backstage/prometheus', 'x-frontendPrometheus'],
] as const

/** What browsers and apps call: flags are evaluated here, and only those that are on are told. */
export function frontendApi(
  app: FastifyInstance,
  {
    store,
    refresh,
    sample,
    bounds,
    ...sinks
  }: Sinks & Admission & { sample: ContextSample; bounds: PublicIntake },
) {
  const admission = admitting({ store, refresh }, 'frontend')
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
    sample.offer(token.environment, context)
    const toggles = togglesFor(store, token, context)
    const etag = tagOf(toggles)
    reply.header('etag', etag).header('cache-control', 'no-cache')
    if (matches(request.headers['if-none-match'], etag)) void reply.code(304).send()
    else void reply.type(JSON_TYPE).send(bodyOf(toggles).text)
  }
  const describe = (operationId: string) => ({ operationId, tags, response: { 200: FrontendApiFeatures } })

  app.get(
    '/',
    { config, onRequest: admission, schema: describe('getFrontendFeatures') },
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
      schema: { ...describe('getFrontendApiFeaturesWithPost'), body: FrontendApiFeaturesPost },
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
      schema: {
        operationId: 'registerFrontendMetrics',
        tags,
        body: ClientMetrics,
        response: { 200: Type.String() },
      },
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
      schema: {
        operationId: 'registerFrontendClient',
        tags,
        body: FrontendApiClient,
        response: { 200: Type.String() },
      },
    },
    (request, reply) => {
      const token = admitted(request)
      const registration = bounds.registration(toRegistration(request, token, 'frontend'), {
        token: token.digest,
        address: addressOf(request),
      })
      // Nobody waits: a browser would not send it again.
      sinks.registrations.add(registration).catch(() => {})
      void reply.type('text/plain; charset=utf-8').send('OK')
    },
  )
  for (const [path, operationId] of notHere) {
    const schema = { operationId, tags, response: {} }
    app.get(path, { config, onRequest: admission, schema }, (_request, reply) => {
      refuse(reply, 405, 'NotImplementedError', `${path} is not offered below the frontend API.`)
    })
  }
}

const refuse = (reply: FastifyReply, status: number, name: string, message: string) =>
  void reply.code(status).send({ id: randomUUID(), name, message, details: [{ message }] })
