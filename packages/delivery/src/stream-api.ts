import { schemaOf } from '@flagstaff/contract/operation'
import { deliveryOperations as operations } from '@flagstaff/contract/operations/delivery'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Admission, admitted, admitting } from './admission.ts'
import { keyOf } from './bodies.ts'
import { forItsToken } from './caching.ts'
import { type Delta, type DeltaQuery, deltaOf, deltaSince, hydration, touchesOf } from './delta.ts'
import { type Mark, parseMark } from './marks.ts'
import { readQuery } from './query.ts'
import { CATCH_UP_MS, caughtUp } from './reached.ts'
import { identityOf, type ReceiptBook } from './receipts.ts'
import { JSON_TYPE, refuseInput } from './refusals.ts'
import type { Store } from './store.ts'
import { type Channel, comment, frame, type Streams } from './streams.ts'
import type { Traffic } from './traffic.ts'
import { streamCounter } from './traffic-hook.ts'

const config = { permission: 'backend token' as const }

type Parts = Admission & { streams: Streams; receipts: ReceiptBook; traffic: Traffic }

/** Deltas for SDKs and edges that keep their state, by polling or streaming. */
export function streamApi(app: FastifyInstance, { store, refresh, streams, receipts, traffic }: Parts) {
  const onRequest = admitting({ store, refresh }, 'backend')
  const firsts = createFirsts(store)
  app.get(
    '/api/client/delta',
    {
      config,
      onRequest,
      schema: schemaOf(operations['GET /api/client/delta']),
    },
    async (request, reply) => {
      const asked = read(request, reply)
      if (!asked) return reply
      const { environment, projects } = asked.query
      const mark = markIn(request.headers['if-none-match'])
      await caughtUp(store, mark?.revision ?? 0)
      const delta = missing(store, asked.query, mark)
      const head = store.head(environment, projects)
      receipts.given(request, asked.query, head)
      forItsToken(reply)
      if (delta) return reply.header('etag', `"${delta.mark.tag}"`).type(JSON_TYPE).send(delta.text)
      return reply.code(304).header('etag', `"${head.tag}"`).send()
    },
  )
  app.get(
    '/api/client/streaming',
    {
      config,
      onRequest,
      schema: schemaOf(operations['GET /api/client/streaming']),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const asked = read(request, reply)
      if (!asked) return reply
      const { query, token } = asked
      const channel = toChannel(store, query)
      const mark = markIn(request.headers['last-event-id'])
      // A client may come from another process that is slightly ahead of this one, and must not be set back.
      await caughtUp(store, mark?.revision ?? 0)
      // Nothing is awaited from here until the stream is open, so that no change is missed.
      const first = mark === undefined ? firsts(query, channel) : resumed(store, query, mark)
      const identity = identityOf(request)
      const count = streamCounter(request, { traffic }, 'client-stream')
      streams.open(reply, channel, { token, first, reader: identity && { identity, ...query }, count })
      return reply
    },
  )
}

function read(request: FastifyRequest, reply: FastifyReply) {
  const token = admitted(request)
  const query = readQuery(request, token)
  if (typeof query === 'string') {
    refuseInput(reply, query)
    return undefined
  }
  const { environment, projects, namePrefix } = query
  return { token, query: { environment, projects, namePrefix } }
}

/** With or without quotes, strong or weak. A plain number is not a mark, so its sender gets the complete state. */
const markIn = (header: string | string[] | undefined): Mark | undefined =>
  parseMark(/^(?:W\/)?"?([^"]*)"?$/.exec(String(header ?? '').trim())?.[1])

/** The delta that a client needs, if any. */
function missing(store: Store, query: DeltaQuery, mark: Mark | undefined): Delta | undefined {
  if (mark === undefined) return hydration(store, query)
  if (mark.revision <= store.revision) return deltaSince(store, query, mark)
  // The store is up to date and has not reached this revision: it is from before the database was restored.
  return Date.now() - store.freshAt(query.environment) < CATCH_UP_MS ? hydration(store, query) : undefined
}

const connected = ({ mark, text }: Delta) => frame({ event: 'unleash-connected', id: mark.tag, data: text })

/** Some SDKs fail on an empty list of events. */
const NOTHING_MISSED = comment('nothing missed')

const resumed = (store: Store, query: DeltaQuery, mark: Mark): Buffer => {
  const delta = missing(store, query, mark)
  return delta ? connected(delta) : NOTHING_MISSED
}

const toChannel = (store: Store, query: DeltaQuery): Channel => ({
  key: `client\n${keyOf({ ...query, inline: false })}\n${JSON.stringify(query.namePrefix ?? null)}`,
  message({ touches, restarted }) {
    if (restarted) return connected(hydration(store, query))
    const delta = deltaOf(store, query, touchesOf(touches, query.environment))
    return delta && frame({ event: 'unleash-updated', id: delta.mark.tag, data: delta.text })
  },
})

const MOST_FIRSTS = 32

/** Cache of first messages, until their state changes: clients that connect at the same time share the bytes. */
function createFirsts(store: Store) {
  const kept = new Map<string, { tag: string; bytes: Buffer }>()
  return (query: DeltaQuery, { key }: Channel): Buffer => {
    const { tag } = store.head(query.environment, query.projects)
    const known = kept.get(key)
    if (known?.tag === tag) return known.bytes
    const bytes = connected(hydration(store, query))
    kept.delete(key)
    kept.set(key, { tag, bytes })
    const oldest = kept.keys().next().value
    if (kept.size > MOST_FIRSTS && oldest !== undefined) kept.delete(oldest)
    return bytes
  }
}
