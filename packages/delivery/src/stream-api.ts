import { ClientDelta } from '@flagstaff/contract/delta'
import { Nothing } from '@flagstaff/contract/schema'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Admission, admitted, admitting } from './admission.ts'
import { type Delta, type DeltaQuery, deltaOf, deltaSince, hydration, touchesOf } from './delta.ts'
import { type Mark, parseMark } from './marks.ts'
import { readQuery } from './query.ts'
import { CATCH_UP_MS, caughtUp } from './reached.ts'
import { identityOf, type ReceiptBook } from './receipts.ts'
import { JSON_TYPE, refuseInput } from './refusals.ts'
import type { Store } from './store.ts'
import { type Channel, comment, frame, type Streams } from './streams.ts'
import { keyOf } from './views.ts'

const tags = ['Client']
const config = { permission: 'backend token' as const }

type Parts = Admission & { streams: Streams; receipts: ReceiptBook }

/** Changes only, for SDKs and edges that keep what they have: when they ask, or as they happen. */
export function streamApi(app: FastifyInstance, { store, refresh, streams, receipts }: Parts) {
  const onRequest = admitting({ store, refresh }, 'backend')
  const firsts = createFirsts(store)
  app.get(
    '/api/client/delta',
    {
      config,
      onRequest,
      schema: { operationId: 'getDelta', tags, response: { 200: ClientDelta, 304: Nothing } },
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
      if (delta) return reply.header('etag', `"${delta.mark.tag}"`).type(JSON_TYPE).send(delta.text)
      return reply.code(304).header('etag', `"${head.tag}"`).send()
    },
  )
  app.get(
    '/api/client/streaming',
    {
      config,
      onRequest,
      schema: { operationId: 'connect', tags, response: {} },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const asked = read(request, reply)
      if (!asked) return reply
      const { query, token } = asked
      const channel = toChannel(store, query)
      const mark = markIn(request.headers['last-event-id'])
      // A reader may come from another process that is a moment ahead of this one, and must not be taken back.
      await caughtUp(store, mark?.revision ?? 0)
      // From here to the open stream nothing is awaited, so no change can slip in between.
      const first = mark === undefined ? firsts(query, channel) : resumed(store, query, mark)
      const identity = identityOf(request)
      streams.open(reply, channel, { token, first, reader: identity && { identity, ...query } })
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

/** With or without quotes, weakened or not. A plain number names no state, so whoever sends one gets everything. */
const markIn = (header: string | string[] | undefined): Mark | undefined =>
  parseMark(/^(?:W\/)?"?([^"]*)"?$/.exec(String(header ?? '').trim())?.[1])

/** What a reader lacks, if anything. */
function missing(store: Store, query: DeltaQuery, mark: Mark | undefined): Delta | undefined {
  if (mark === undefined) return hydration(store, query)
  if (mark.revision <= store.revision) return deltaSince(store, query, mark)
  // It did not come, though the store has looked: it is one of a database that was restored since.
  return Date.now() - store.syncedAt < CATCH_UP_MS ? hydration(store, query) : undefined
}

const connected = ({ mark, text }: Delta) => frame({ event: 'unleash-connected', id: mark.tag, data: text })

/** Some SDKs cannot take an empty list of events. */
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

/** First messages, kept while their state lasts: when many come at once, they share the bytes. */
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
