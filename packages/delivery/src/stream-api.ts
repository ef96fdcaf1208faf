import { ClientDelta } from '@flagstaff/contract/delta'
import { Nothing } from '@flagstaff/contract/schema'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit } from './admission.ts'
import { type Delta, type DeltaQuery, deltaOf, deltaSince, hydration, touchesOf } from './delta.ts'
import { readQuery } from './query.ts'
import { CATCH_UP_MS, caughtUp } from './reached.ts'
import { identityOf, type ReceiptBook } from './receipts.ts'
import { JSON_TYPE, refuseInput } from './refusals.ts'
import type { Store } from './store.ts'
import { type Channel, comment, frame, type Streams } from './streams.ts'
import { keyOf } from './views.ts'

const tags = ['Client']
const config = { permission: 'backend token' as const }

type Parts = { store: Store; streams: Streams; receipts: ReceiptBook }

/** Changes only, for SDKs and edges that keep what they have: when they ask, or as they happen. */
export function streamApi(app: FastifyInstance, { store, streams, receipts }: Parts) {
  const firsts = createFirsts(store)
  app.get(
    '/api/client/delta',
    { config, schema: { operationId: 'getDelta', tags, response: { 200: ClientDelta, 304: Nothing } } },
    async (request, reply) => {
      const asked = read(request, reply, store)
      if (!asked) return reply
      const { environment, projects } = asked.query
      const revision = revisionIn(request.headers['if-none-match'])
      await moment(store, revision)
      const delta = missing(store, asked.query, revision)
      receipts.given(request, asked.query, store.head(environment, projects))
      if (delta) return reply.header('etag', `"${delta.revision}"`).type(JSON_TYPE).send(delta.text)
      return reply
        .code(304)
        .header('etag', `"${store.head(environment, projects)}"`)
        .send()
    },
  )
  app.get(
    '/api/client/streaming',
    { config, schema: { operationId: 'connect', tags, response: {} } },
    async (request, reply) => {
      const asked = read(request, reply, store)
      if (!asked) return reply
      const { query, token } = asked
      const channel = toChannel(store, query)
      const revision = revisionIn(request.headers['last-event-id'])
      await moment(store, revision)
      // From here to the open stream nothing is awaited, so no change can slip in between.
      const first = revision === undefined ? firsts(query, channel) : resumed(store, query, revision)
      const identity = identityOf(request)
      streams.open(reply, channel, { token, first, reader: identity && { identity, ...query } })
      return reply
    },
  )
}

function read(request: FastifyRequest, reply: FastifyReply, store: Store) {
  const token = admit(request, reply, store, 'backend')
  if (!token) return undefined
  const query = readQuery(request, token)
  if (typeof query === 'string') {
    refuseInput(reply, query)
    return undefined
  }
  const { environment, projects, namePrefix } = query
  return { token, query: { environment, projects, namePrefix } }
}

/** With or without quotes, weakened or not. */
function revisionIn(header: string | string[] | undefined): number | undefined {
  const digits = /^(?:W\/)?"?(\d{1,15})"?$/.exec(String(header ?? '').trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** A reader may come from another process that is a moment ahead of this one, and must not be taken back. */
const moment = (store: Store, revision = 0) => caughtUp(store, revision)

/** What a reader lacks, if anything. */
function missing(store: Store, query: DeltaQuery, revision: number | undefined): Delta | undefined {
  if (revision === undefined) return hydration(store, query)
  if (revision <= store.revision) return deltaSince(store, query, revision)
  // It did not come, though the store has looked: it is one of a database that was restored since.
  return Date.now() - store.syncedAt < CATCH_UP_MS ? hydration(store, query) : undefined
}

const connected = ({ revision, text }: Delta) =>
  frame({ event: 'unleash-connected', id: revision, data: text })

/** Some SDKs cannot take an empty list of events. */
const NOTHING_MISSED = comment('nothing missed')

const resumed = (store: Store, query: DeltaQuery, revision: number): Buffer => {
  const delta = missing(store, query, revision)
  return delta ? connected(delta) : NOTHING_MISSED
}

const toChannel = (store: Store, query: DeltaQuery): Channel => ({
  key: `client\n${keyOf({ ...query, inline: false })}\n${JSON.stringify(query.namePrefix ?? null)}`,
  message({ touches }) {
    const delta = deltaOf(store, query, touchesOf(touches, query.environment))
    return delta && frame({ event: 'unleash-updated', id: delta.revision, data: delta.text })
  },
})

const MOST_FIRSTS = 32

/** First messages, kept while their revision lasts: when many come at once, they share the bytes. */
function createFirsts(store: Store) {
  const kept = new Map<string, { revision: number; bytes: Buffer }>()
  return (query: DeltaQuery, { key }: Channel): Buffer => {
    const revision = store.head(query.environment, query.projects)
    const known = kept.get(key)
    if (known?.revision === revision) return known.bytes
    const bytes = connected(hydration(store, query))
    kept.delete(key)
    kept.set(key, { revision, bytes })
    const oldest = kept.keys().next().value
    if (kept.size > MOST_FIRSTS && oldest !== undefined) kept.delete(oldest)
    return bytes
  }
}
