import type { Limits } from '@flagstaff/contract/limits'
import { chainHash, payloadDigest, type StoredEvent, toRecord } from '@flagstaff/event-log/chain'
import { sql } from 'kysely'
import type { Db, Reader } from '../database/database.ts'
import { remaining } from '../database/deadline.ts'
import { isRetryable } from '../database/failures.ts'
import { isNameFailure } from '../database/statements.ts'
import { inTransaction, type Trx } from '../database/transaction.ts'
import { AppError } from '../errors.ts'
import type { Actor, Caller } from './actor.ts'
import { authorities } from './authorities.ts'
import { noteCommit } from './commits.ts'
import type { Compile, Touch } from './documents.ts'
import { joinPlans } from './effects.ts'
import { addPartAhead, lacksPart } from './event-parts.ts'
import { createGuard, type Guard } from './guard.ts'
import { judge, type Skip } from './judge.ts'
import {
  judgeManaged,
  type ManagedState,
  type ReadManaged,
  readManagedState,
  StateNeeded,
} from './managed.ts'
import type { NewEvent } from './new-event.ts'
import { type Rehearsal, rehearse } from './rehearsal.ts'
import { startClock, type WriteTimes } from './times.ts'
import { insertUndo, type UndoRecord } from './undo-record.ts'
import { withSegments } from './used-segments.ts'

export type { Compile, PublishedDocument, Touch } from './documents.ts'
export type { NewEvent } from './new-event.ts'

const inside: unique symbol = Symbol('inside write()')

/** Proof of being inside write(): the symbol is not exported, so no other code can create one. */
export type Tx = {
  readonly [inside]: true
  readonly db: Trx
  readonly read: Reader
  readonly caller: Caller
  readonly actor: Actor
  readonly limits: Limits
  record(event: NewEvent): void
  /** Queues a job with this change: it runs only if the change commits, and not before `at`. */
  send(job: string, data: object, at?: Date): void
  /** Stores the undo record with this change. */
  storeUndo(undo: UndoRecord): void
  /** Groups the events of this change, as one transaction or one change request. */
  group(type: string, id: string): void
  /** Does the work as another caller, says what it would change, and takes it back. */
  rehearse<T>(caller: Caller, work: (tx: Tx) => Promise<T>): Promise<Rehearsal<T>>
}

/** Queues a job inside a transaction. */
export type Send = (trx: Trx, job: string, data: object, at?: Date) => Promise<void>

export type Write = <T>(
  caller: Caller,
  work: (tx: Tx) => Promise<T>,
  /** Called with the revision after the commit; not called if nothing changed. */
  onCommit?: (revision: number) => void,
) => Promise<T>

const MOST_DOCUMENTS = 10_000
const MOST_ATTEMPTS = 4
/** Time kept back for the response after the database timed out. */
const MARGIN_MS = 100

type WriteParts = {
  db: Db
  compile: Compile
  limits: Limits
  send: Send
  /** Reads fields that flag files lock. */
  readManaged?: ReadManaged
  /** Notifies the other processes of a committed revision. */
  announce?: (revision: number) => void
  /** Called for each committed change, with its events. */
  observe?: (times: WriteTimes, events: readonly NewEvent[]) => void
  /** Called with the error of each change that failed. */
  onFailure?: (error: unknown) => void
}

/** The only way to change state: one transaction with the change, its events and the documents they alter. */
export const createWrite = (parts: WriteParts): Write => {
  const { db, compile, limits, send, announce = () => {}, observe = () => {}, onFailure = () => {} } = parts
  const { readManaged = async () => [] } = parts
  const guard = createGuard()
  return async (caller, work, onCommit) => {
    let needed: StateNeeded | undefined
    for (let attempt = 1; ; attempt++) {
      try {
        let revision: number | undefined
        let recorded: readonly NewEvent[] = []
        const clock = startClock()
        const done = await inTransaction(db, async (trx) => {
          const { tx, events, jobs, extras } = begin(trx, caller, { compile, limits })
          const managed = await readManagedState(tx, readManaged, needed)
          const result = await work(tx)
          for (const [name, data, at] of jobs) await send(trx, name, data, at)
          if (events.length === 0) return { result }
          clock.waits()
          const timed = clock.compiling(compile)
          const ready = await prepareAppend(
            tx,
            events,
            { compile: timed, guard, readManaged, managed, onCounter: clock.waited },
            extras,
          )
          revision = ready.revision
          recorded = events
          clock.commits()
          return { result, last: ready.append }
        })
        if (revision !== undefined) {
          noteCommit()
          announce(revision)
          onCommit?.(revision)
          observe(clock.times(), recorded)
        }
        return done
      } catch (error) {
        // Each time, another change has been committed, so this does not count as an attempt.
        if (error instanceof StateNeeded) [needed, attempt] = [error, attempt - 1]
        const goesOn = attempt < MOST_ATTEMPTS && remaining() > MARGIN_MS
        if (goesOn && lacksPart(error)) await addPartAhead(db)
        else if (!goesOn || !isRetryableChange(error)) {
          onFailure(error)
          throw error
        }
      }
    }
  }
}

type Begun = {
  tx: Tx
  events: NewEvent[]
  jobs: [name: string, data: object, at: Date | undefined][]
  extras: WriteExtras
}

/** The handle that a change gets, and what it collects until the change is written. */
function begin(trx: Trx, caller: Caller, parts: Pick<WriteParts, 'compile' | 'limits'>): Begun {
  const events: NewEvent[] = []
  const jobs: Begun['jobs'] = []
  const extras: WriteExtras = {}
  const tx: Tx = {
    [inside]: true,
    db: trx,
    read: trx as unknown as Reader,
    caller,
    actor: caller.actor,
    limits: parts.limits,
    record: (event) => {
      if (!isNoop(event)) events.push(event)
    },
    send: (job, data, at) => {
      jobs.push([job, data, at])
    },
    group: (type, id) => {
      extras.group = { type, id }
    },
    storeUndo: (undo) => {
      extras.undo = undo
    },
    rehearse: (deputy, work) =>
      rehearse(trx, parts.compile, async (inner) => {
        const rehearsed = begin(inner, deputy, parts)
        const result = await work(rehearsed.tx)
        return { result, touches: touchesOf(rehearsed.events), plans: plansOf(rehearsed.events) }
      }),
  }
  return { tx, events, jobs, extras }
}

const isRetryableChange = (error: unknown) => isRetryable(error) || isNameFailure(error)

type Group = { type: string; id: string }
type WriteExtras = { group?: Group; undo?: UndoRecord }

type Preparing = {
  compile: Compile
  guard: Guard
  readManaged: ReadManaged
  managed: ManagedState
  onCounter: () => void
}

/** Everything before the last statement of a change, which is sent together with COMMIT. */
async function prepareAppend(
  tx: Tx,
  changes: NewEvent[],
  { compile, guard, readManaged, managed, onCounter }: Preparing,
  { group, undo }: WriteExtras,
): Promise<{ revision: number; append: () => Promise<unknown> }> {
  const { db: trx, caller } = tx
  const touches = touchesOf(changes)
  // The order matters: documents must be compiled from data read after the counter is locked.
  const [{ rows }, documents, early] = await Promise.all([
    sql<Counter>`select * from lock_counter()`.execute(trx).finally(onCounter),
    touches.length > 0 ? compile(tx.read, touches) : [],
    guard.readEarly(trx, touches),
  ])
  const counter = rows[0]
  if (!counter) throw new Error('the counter row is missing')
  // The database clock was read no later than now, so this deadline is never later than the caller's.
  const deadline = new Date(counter.now.getTime() + remaining() - MARGIN_MS)

  if (documents.length > MOST_DOCUMENTS) {
    throw new AppError('limitReached', {
      resource: 'published documents in one change',
      limit: MOST_DOCUMENTS,
    })
  }

  const { guard_id: id, now } = counter
  const guarded = await guard.current(trx, id, early)
  const overridden = guarded.hasLocks ? await judgeManaged(tx, changes, readManaged, managed) : []
  const change = { touches, documents, plans: plansOf(changes), now }
  const found = await guard.effects(trx, guarded, change, early)
  const authority = authorities.get(tx)
  const effects = authority?.check ? await withSegments(tx.read, found) : found
  const events = [...changes, ...overridden, ...judge(caller, authority, effects).map(skipped)]

  let { revision, hash } = counter
  const stored = events.map((event) => {
    revision += 1
    const row = toStored(event, caller, { revision, now: counter.now, group })
    const digest = payloadDigest(row)
    hash = chainHash(hash, row, digest)
    return toRecord(row, digest, hash)
  })
  if (undo) undo.revision = revision
  const append = () =>
    sql`${undo ? insertUndo(undo, counter.revision + 1, revision) : sql``} select append(${revision}, ${hash}, ${deadline.toISOString()}, ${`[${stored.join(',')}]`}::json,
    ${JSON.stringify(documents)}::json, ${JSON.stringify(touches)}::json)`.execute(trx)
  return { revision, append }
}

type Counter = { revision: number; hash: Buffer; now: Date; guard_id: string | null }

const skipped = ({ type, project, environment, ...data }: Skip): NewEvent => ({
  type,
  project,
  environment,
  flag: data.flags.length === 1 ? data.flags[0] : null,
  data,
})

function toStored(
  event: NewEvent,
  { actor, via }: Pick<Caller, 'actor' | 'via'>,
  { revision, now, group }: { revision: number; now: Date; group: Group | undefined },
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
    via: via?.by ?? null,
    client: via?.client ?? null,
  }
}

const isNoop = (event: NewEvent): boolean =>
  event.data !== undefined &&
  event.preData !== undefined &&
  JSON.stringify(event.data) === JSON.stringify(event.preData)

const touchesOf = (events: readonly NewEvent[]) => distinct(events.flatMap((event) => event.touches ?? []))

const plansOf = (events: readonly NewEvent[]) => joinPlans(events.flatMap((event) => event.plans ?? []))

/** A touch of a flag in all environments makes touches in single environments redundant. */
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
