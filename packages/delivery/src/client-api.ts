import { schemaOf } from '@flagstaff/contract/operation'
import { deliveryOperations as operations } from '@flagstaff/contract/operations/delivery'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Admission, admitted, admitting } from './admission.ts'
import type { Bodies } from './bodies.ts'
import { type Caching, forItsToken } from './caching.ts'
import { chooseEncoding } from './encodings.ts'
import { matches } from './etag.ts'
import { type Sinks, takeCustomMetrics, takeReport } from './intake.ts'
import { inlined } from './pieces.ts'
import { readQuery } from './query.ts'
import type { ReceiptBook } from './receipts.ts'
import { JSON_TYPE, refuseInput, unknownFlag } from './refusals.ts'
import { toRegistration } from './usage.ts'

export type ClientApiOptions = Sinks &
  Admission & { views: Bodies; receipts: ReceiptBook; caching: Caching; version: string }

/** The API of backend SDKs. Reads are served from memory and never wait for the database. */
export function clientApi(
  app: FastifyInstance,
  { store, refresh, views, receipts, caching, version, ...sinks }: ClientApiOptions,
) {
  const config = { permission: 'backend token' as const }
  const onRequest = admitting({ store, refresh }, 'backend')

  app.get(
    '/api/client/features',
    {
      config,
      onRequest,
      schema: schemaOf(operations['GET /api/client/features']),
    },
    (request, reply) => {
      const token = admitted(request)
      const query = readQuery(request, token)
      if (typeof query === 'string') return refuseInput(reply, query)
      const etag = views.etag(query)
      receipts.given(request, query, store.head(query.environment, query.projects))
      reply.header('etag', etag).header('cache-control', caching.cacheControl).header('vary', caching.vary)
      if (matches(request.headers['if-none-match'], etag)) return notModified(reply)
      const body = views.body(query)
      const encoding = chooseEncoding(
        request.headers['accept-encoding'] as string | undefined,
        body.identity.length,
      )
      reply.type(JSON_TYPE)
      if (encoding === 'identity') return reply.send(body.identity)
      reply.header('content-encoding', encoding)
      const bytes = body.encoded(encoding)
      if (Buffer.isBuffer(bytes)) return reply.send(bytes)
      bytes.then(
        (ready) => reply.send(ready),
        (error: Error) => reply.send(error),
      )
    },
  )

  app.get(
    '/api/client/features/:featureName',
    {
      config,
      onRequest,
      schema: schemaOf(operations['GET /api/client/features/:featureName']),
    },
    (request, reply) => {
      const token = admitted(request)
      const query = readQuery(request, token)
      if (typeof query === 'string') return refuseInput(reply, query)
      const { featureName } = request.params as { featureName: string }
      const piece = store.piece(token.environment, featureName)
      if (!piece || (query.projects !== '*' && !query.projects.includes(piece.project))) {
        return unknownFlag(reply, featureName)
      }
      // The response has no list of segments, so their constraints are inlined into the rules.
      const { segments } = store.environment(token.environment)
      return forItsToken(reply).type(JSON_TYPE).send(inlined(piece, segments))
    },
  )

  app.post(
    '/api/client/register',
    {
      config,
      onRequest,
      schema: schemaOf(operations['POST /api/client/register']),
    },
    async (request, reply) => {
      await sinks.registrations.add(toRegistration(request, admitted(request), 'backend'))
      return reply.code(202).header('x-unleash-version', version).send()
    },
  )

  app.post(
    '/api/client/metrics',
    {
      config,
      onRequest,
      schema: schemaOf(operations['POST /api/client/metrics']),
    },
    async (request, reply) => {
      await takeReport(request, sinks, { kind: 'backend' })
      return reply.code(202).send()
    },
  )

  app.post(
    '/api/client/metrics/custom',
    {
      config,
      onRequest,
      schema: schemaOf(operations['POST /api/client/metrics/custom']),
    },
    async (request, reply) => {
      await takeCustomMetrics(request, sinks)
      return reply.code(202).send()
    },
  )
}

const notModified = (reply: FastifyReply) => reply.code(304).send()
