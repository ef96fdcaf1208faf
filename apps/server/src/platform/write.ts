import type { EventType } from '@flagstaff/contract/event-types'
import type { Limits } from '@flagstaff/contract/limits'
import { sql } from 'kysely'
import type { Actor, Caller } from './actor.ts'
import { chainHash, payloadDigest, type StoredEvent, toRecord } from './chain.ts'
import type { Db, Reader } from './database.ts'
import { remaining } from './deadline.ts'
import { AppError } from './errors.ts'
import { isRetryable } from './failures.ts'
import { type Kept, storing } from './kept.ts'
import { isNameFailure } from './statements.ts'
import { inTransaction, type Trx } from './transaction.ts'

/** Something whose published form a change may alter. */
export type Touch =
  | { kind: 'flag'; name: string; environment?: string | undefined }
  | { kind: 'segment'; name: string }
  | { kind: 'token'; name: string }
  | { kind: 'setting'; name: string }

export type NewEvent = {
  type: EventType
  project?: string | null | undefined
  environment?: string | null | undefined
  flag?: string | null | undefined
  tags?: readonly { type: string; value: string }[] | undefined
  data?: unknown
  preData?: unknown
  touches?: readonly Touch[] | undefined
}

export type PublishedDocument = {
  kind: Touch['kind']
  environment: string
  name: string
  project: string | null
  format: number
  doc: unknown
  meta: unknown
  /** Projects whose readers must notice. */
  heads: readonly string[]
}

/** Compiles the present form of what was touched. Called under the counter, on the transaction of the change. */
export type Compile = (db: Reader, touches: readonly Touch[]) => Promise<PublishedDocument[]>

const inside: unique symbol = Symbol('inside write()')

/** Proof of being inside write(): the symbol is not exported, so nobody else can make one. */
export type Tx = {
  readonly [inside]: true
  readonly db: Trx
  readonly read: Reader
  readonly caller: Caller
  readonly actor: Actor
  readonly limits: Limits
  record(event: NewEvent): void
  /** Sends a job with this change: it runs once the change is committed, and never otherwise. */
  send(job: string, data: object): void
  /** Stores with this change what takes it back. */
  keep(undo: Kept): void
  /** Binds the events of this change together, as one transaction or one change request. */
  group(type: string, id: string): void
}

/** Puts a job into its queue, inside a transaction. */
export type Send = (trx: Trx, job: string, data: object) => Promise<void>

export type Write = <T>(
  caller: Caller,
  work: (tx: Tx) => Promise<T>,
  /** Told the revision of the change once it is committed; not called when nothing was changed. */
  onCommit?: (revision: number) => void,
) => Promise<T>

const MOST_DOCUMENTS = 10_000
const MOST_ATTEMPTS = 4
/** What the answer still needs once the database was given up on. */
const MARGIN_MS = 100

type WriteParts = {
  db: Db
  compile: Compile
  limits: Limits
  send: Send
  /** Tells the other processes of a revision that is committed. */
  announce?: (revision: number) => void
}

/** The only way to change state: one transaction with the change, its events and the documents they alter. */
export const openDoor =
  ({ db, compile, limits, send, announce = () => {} }: WriteParts): Write =>
  async (caller, work, onCommit) => {
    for (let attempt = 1; ; attempt++) {
      try {
        let revision: number | undefined
        const done = await inTransaction(db, async (trx) => {
          const events: NewEvent[] = []
          const jobs: [name: string, data: object][] = []
          const more: More = {}
          const result = await work({
            [inside]: true,
            db: trx,
            read: trx as unknown as Reader,
            caller,
            actor: caller.actor,
            limits,
            record: (event) => {
              if (!isNoop(event)) events.push(event)
            },
            send: (job, data) => {
              jobs.push([job, data])
            },
            group: (type, id) => {
              more.group = { type, id }
            },
            keep: (undo) => {
              more.undo = undo
            },
          })
          for (const [name, data] of jobs) await send(trx, name, data)
          if (events.length === 0) return { result }
          const ready = await prepareAppend(trx, caller.actor, events, compile, more)
          revision = ready.revision
          return { result, last: ready.append }
        })
        if (revision !== undefined) {
          announce(revision)
          onCommit?.(revision)
        }
        return done
      } catch (error) {
        if (attempt < MOST_ATTEMPTS && mayStartOver(error) && remaining() > MARGIN_MS) continue
        throw error
      }
    }
  }

const mayStartOver = (error: unknown) => isRetryable(error) || isNameFailure(error)

type Group = { type: string; id: string }
type More = { group?: Group; undo?: Kept }

/** Everything up to the last statement of a change, which is sent together with COMMIT. */
async function prepareAppend(
  trx: Trx,
  actor: Actor,
  events: NewEvent[],
  compile: Compile,
  { group, undo }: More,
): Promise<{ revision: number; append: () => Promise<unknown> }> {
  const touches = distinct(events.flatMap((event) => event.touches ?? []))
  // In this order on one connection: whatever is compiled is read once the counter is ours.
  const [{ rows }, documents] = await Promise.all([
    sql<{ revision: number; hash: Buffer; now: Date }>`select * from take_counter()`.execute(trx),
    touches.length > 0 ? compile(trx as unknown as Reader, touches) : [],
  ])
  const counter = rows[0]
  if (!counter) throw new Error('the counter row is missing')
  // The answer came now or earlier, so a deadline counted from now is never later than the caller's.
  const deadline = new Date(counter.now.getTime() + remaining() - MARGIN_MS)

  if (documents.length > MOST_DOCUMENTS) {
    throw new AppError('limitReached', {
      resource: 'published documents in one change',
      limit: MOST_DOCUMENTS,
    })
  }

  let { revision, hash } = counter
  const stored = events.map((event) => {
    revision += 1
    const row = toStored(event, actor, revision, counter.now, group)
    const digest = payloadDigest(row)
    hash = chainHash(hash, row, digest)
    return toRecord(row, digest, hash)
  })
  if (undo) undo.revision = revision
  const append = () =>
    sql`${undo ? storing(undo, counter.revision + 1, revision) : sql``} select append(${revision}, ${hash}, ${deadline.toISOString()}, ${`[${stored.join(',')}]`}::json,
    ${JSON.stringify(documents)}::json, ${JSON.stringify(touches)}::json)`.execute(trx)
  return { revision, append }
}

function toStored(
  event: NewEvent,
  actor: Actor,
  revision: number,
  now: Date,
  group: Group | undefined,
): StoredEvent {
  const text = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))
  return {
    revision,
    type: event.type,
    createdAt: now.toISOString(),
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    ip: actor.ip ?? null,
    project: event.project ?? null,
    environment: event.environment ?? null,
    flag: event.flag ?? null,
    tags: JSON.stringify(event.tags ?? []),
    groupType: group?.type ?? null,
    groupId: group?.id ?? null,
    data: text(event.data),
    preData: text(event.preData),
  }
}

const isNoop = (event: NewEvent): boolean =>
  event.data !== undefined &&
  event.preData !== undefined &&
  JSON.stringify(event.data) === JSON.stringify(event.preData)

/** A touch of a flag everywhere makes touches of it in single environments superfluous. */
function distinct(touches: readonly Touch[]): Touch[] {
  const keyOf = (touch: Touch, environment: string) => JSON.stringify([touch.kind, touch.name, environment])
  const everywhere = new Set(
    touches.filter((t) => !('environment' in t && t.environment)).map((t) => keyOf(t, '')),
  )
  const kept = new Map<string, Touch>()
  for (const touch of touches) {
    const environment = 'environment' in touch ? (touch.environment ?? '') : ''
    if (environment && everywhere.has(keyOf(touch, ''))) continue
    kept.set(keyOf(touch, environment), touch)
  }
  return [...kept.values()]
}
