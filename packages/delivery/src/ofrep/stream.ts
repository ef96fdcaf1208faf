import type { OfrepStreamQuery } from '@flagstaff/contract/ofrep'
import { schemaOf } from '@flagstaff/contract/operation'
import { deliveryOperations as operations } from '@flagstaff/contract/operations/delivery'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Admission, admitted, admitting, projectsOf } from '../admission.ts'
import { type Mark, parseMark } from '../marks.ts'
import type { AppNames } from '../ports.ts'
import { caughtUp } from '../reached.ts'
import type { Store, Token } from '../store.ts'
import { type Channel, comment, frame, type Streams } from '../streams.ts'
import type { Traffic } from '../traffic.ts'
import { streamCounter } from '../traffic-hook.ts'
import { configOf } from './freshness.ts'
import type { Tickets } from './tickets.ts'

type Parts = Admission & {
  streams: Streams
  tickets: Tickets
  traffic: Traffic
  apps?: AppNames | undefined
}

/** Tells providers to evaluate again. Messages contain no values: those depend on the context. */
export function streamRoute(app: FastifyInstance, { store, refresh, streams, tickets, ...counting }: Parts) {
  const byToken = admitting({ store, refresh }, 'either')
  app.get(
    '/stream',
    {
      config: { permission: 'SDK token' },
      schema: schemaOf(operations['GET /ofrep/v1/stream']),
      exposeHeadRoute: false,
      // Browsers cannot send headers with a stream, so they can use a ticket instead of the token.
      onRequest: (request, reply, done) =>
        ticketOf(request) === undefined ? byToken(request, reply, done) : done(),
    },
    async (request, reply) => {
      const ticket = ticketOf(request)
      const token = ticket === undefined ? admitted(request) : holder(tickets.open(ticket), reply, store)
      if (!token) return reply
      const known = knownTo(request)
      // The last message may come from a process that is slightly ahead of this one.
      await caughtUp(store, known?.revision ?? 0)
      const channel = toChannel(store, token)
      const { tag } = configOf(store, token.environment, projectsOf(token))
      const first = known !== undefined && known.tag !== tag ? refetch(tag) : comment('nothing missed')
      streams.open(reply, channel, { token, first, count: streamCounter(request, counting, 'ofrep') })
      return reply
    },
  )
}

const ticketOf = (request: FastifyRequest) => (request.query as OfrepStreamQuery).ticket

function holder(digest: string | undefined, reply: FastifyReply, store: Store): Token | undefined {
  const token = digest === undefined ? undefined : store.tokenByDigest(digest)
  const allowed = token?.type !== 'frontend' || store.frontend.enabled
  if (token && allowed && !store.isExpired(token)) return token
  // A provider that is refused evaluates again, and gets a new ticket.
  void reply.code(401).send({ message: 'The ticket has expired. Evaluate again to get a new one.' })
  return undefined
}

/** A browser reconnects with its original URL, so the header is newer than the query. */
function knownTo(request: FastifyRequest): Mark | undefined {
  const { since } = request.query as OfrepStreamQuery
  return parseMark(String(request.headers['last-event-id'] ?? since ?? ''))
}

const refetch = (etag: string) => {
  const lastModified = Math.floor(Date.now() / 1_000)
  return frame({ id: etag, data: JSON.stringify({ type: 'refetchEvaluation', etag, lastModified }) })
}

function toChannel(store: Store, token: Token): Channel {
  const projects = projectsOf(token)
  const read = () => configOf(store, token.environment, projects)
  let told = read().tag
  return {
    key: `ofrep\n${token.environment}\n${projects === '*' ? '*' : [...projects].sort().join('\n')}`,
    message() {
      const { tag } = read()
      if (tag === told) return undefined
      told = tag
      return refetch(tag)
    },
  }
}
