import { ClientApplication, ClientFeature, ClientFeatures, ClientMetrics } from '@flagstaff/contract/client'
import { Nothing } from '@flagstaff/contract/schema'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Admission, admitted, admitting } from './admission.ts'
import { chooseEncoding } from './encodings.ts'
import { matches } from './etag.ts'
import { type Sinks, takeReport } from './intake.ts'
import { inlined } from './pieces.ts'
import { readQuery } from './query.ts'
import type { ReceiptBook } from './receipts.ts'
import { JSON_TYPE, refuseInput, unknownFlag } from './refusals.ts'
import { toRegistration } from './usage.ts'
import type { Views } from './views.ts'

const tags = ['Client']

export type ClientApiOptions = Sinks & Admission & { views: Views; receipts: ReceiptBook; version: string }

/** What server-side SDKs call. Reading never waits for anything but memory and the socket. */
export function clientApi(
  app: FastifyInstance,
  { store, refresh, views, receipts, version, ...sinks }: ClientApiOptions,
) {
  const config = { permission: 'backend token' as const }
  const onRequest = admitting({ store, refresh }, 'backend')

  app.get(
    '/api/client/features',
    {
      config,
      onRequest,
      schema: { operationId: 'getAllClientFeatures', tags, response: { 200: ClientFeatures } },
    },
    (request, reply) => {
      const token = admitted(request)
      const query = readQuery(request, token)
      if (typeof query === 'string') return refuseInput(reply, query)
      const etag = views.etag(query)
      receipts.given(request, query, store.head(query.environment, query.projects))
      reply.header('etag', etag)
      if (matches(request.headers['if-none-match'], etag)) return notModified(reply)
      const body = views.body(query)
      const encoding = chooseEncoding(
        request.headers['accept-encoding'] as string | undefined,
        body.identity.length,
      )
      reply.header('vary', 'Accept-Encoding').type(JSON_TYPE)
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
      schema: { operationId: 'getClientFeature', tags, response: { 200: ClientFeature } },
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
      // There is no list of segments beside it, so their constraints stand in the rules.
      const { segments } = store.environment(token.environment)
      return reply.type(JSON_TYPE).send(inlined(piece, segments))
    },
  )

  app.post(
    '/api/client/register',
    {
      config,
      onRequest,
      schema: {
        operationId: 'registerClientApplication',
        tags,
        body: ClientApplication,
        response: { 202: Nothing },
      },
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
      schema: { operationId: 'registerClientMetrics', tags, body: ClientMetrics, response: { 202: Nothing } },
    },
    async (request, reply) => {
      await takeReport(request, sinks, { kind: 'backend' })
      return reply.code(202).send()
    },
  )
}

const notModified = (reply: FastifyReply) => reply.code(304).send()
