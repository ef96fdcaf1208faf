import { type OfrepStreamQuery, OfrepStreamQuery as StreamQuery } from '@flagstaff/contract/ofrep'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { admit, projectsOf } from '../admission.ts'
import { caughtUp } from '../reached.ts'
import type { Store, Token } from '../store.ts'
import { type Channel, comment, frame, type Streams } from '../streams.ts'
import { configOf } from './freshness.ts'
import type { Tickets } from './tickets.ts'

type Parts = { store: Store; streams: Streams; tickets: Tickets }

/** Tells providers to ask again. Messages hold no values: those depend on who asks. */
export function streamRoute(app: FastifyInstance, { store, streams, tickets }: Parts) {
  app.get(
    '/stream',
    {
      config: { permission: 'SDK token' },
      schema: {
        operationId: 'ofrepStream',
        tags: ['OFREP'],
        querystring: StreamQuery,
        response: { 200: Type.Unknown() },
      },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { ticket } = request.query as OfrepStreamQuery
      const token =
        ticket === undefined
          ? admit(request, reply, store, 'either')
          : holder(tickets.open(ticket), reply, store)
      if (!token) return reply
      const known = knownTo(request)
      // The last message may have come from a process that is a moment ahead of this one.
      await caughtUp(store, known ?? 0)
      const channel = toChannel(store, token)
      const { revision, etag } = configOf(store, token.environment, projectsOf(token))
      const missed = known !== undefined && known !== revision
      const first = missed ? refetch(revision, etag) : comment('nothing missed')
      streams.open(reply, channel, { token, first })
      return reply
    },
  )
}

function holder(digest: string | undefined, reply: FastifyReply, store: Store): Token | undefined {
  const token = digest === undefined ? undefined : store.tokenByDigest(digest)
  const allowed = token?.type !== 'frontend' || store.frontend.enabled
  if (token && allowed && token.expires > Date.now()) return token
  // A provider that is refused evaluates again, and is given a new ticket with the answer.
  void reply.code(401).send({ message: 'The ticket has expired. Evaluate again to get a new one.' })
  return undefined
}

/** A browser that comes back repeats the address it began with, so the header is the newer one. */
function knownTo(request: FastifyRequest): number | undefined {
  const { since } = request.query as OfrepStreamQuery
  const text = String(request.headers['last-event-id'] ?? since ?? '')
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

const refetch = (revision: number, etag: string) => {
  const lastModified = Math.floor(Date.now() / 1_000)
  return frame({ id: revision, data: JSON.stringify({ type: 'refetchEvaluation', etag, lastModified }) })
}

function toChannel(store: Store, token: Token): Channel {
  const projects = projectsOf(token)
  const read = () => configOf(store, token.environment, projects)
  let told = read().etag
  return {
    key: `ofrep\n${token.environment}\n${projects === '*' ? '*' : [...projects].sort().join('\n')}`,
    message() {
      const { revision, etag } = read()
      if (etag === told) return undefined
      told = etag
      return refetch(revision, etag)
    },
  }
}
