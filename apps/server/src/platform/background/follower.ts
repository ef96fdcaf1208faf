import type { EventType } from '@flagstaff/contract/event-types'
import type { Db, Reader } from '../database/database.ts'
import { type OwnDb, type Owner, own } from '../database/owners.ts'
import type { Actor } from '../write/actor.ts'
import type { Send } from '../write/write.ts'

/** An event as followers of the event log get it. */
export type LoggedEvent = {
  revision: number
  type: EventType
  createdAt: Date
  actor: Actor
  project: string | null
  environment: string | null
  flag: string | null
  tags: readonly { type: string; value: string }[]
  /** What the change belongs to, if it was one of several. */
  group: { type: string; id: string } | null
  data: unknown
  preData: unknown
}

type SendJob = (job: string, data: object) => Promise<void>
type FollowerHandles<Name extends Owner> = {
  read: Reader
  /** Writes only the tables of the slice. */
  db: OwnDb<Name>
  /** Queues a job, which runs only if the position of the follower commits. */
  send: SendJob
}

/** Handles every event of the log once and in order. */
export type Follower = {
  name: string
  handle(handles: { read: Reader; db: Db; send: SendJob }, events: LoggedEvent[]): Promise<void>
}

/** A follower of a slice; it can write only the tables of that slice. */
export const follower = <Name extends Owner>(
  _slice: Name,
  name: string,
  handle: (handles: FollowerHandles<Name>, events: LoggedEvent[]) => Promise<void>,
): Follower => ({ name, handle: ({ db, ...rest }, events) => handle({ db: own(db), ...rest }, events) })

/** Counts the events of the log in SQL, a range of revisions at a time, each event once. */
export type RangeFollower = {
  name: string
  /** The most revisions of a range. */
  size: number
  handle(trx: Db, from: number, to: number): Promise<void>
}

const BATCH = 500

/** Registers a follower, at the start of the log if it is new. */
export async function registerFollower(db: Db, name: string) {
  await db
    .insertInto('followers')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Reads all events after the follower's position, in order, and advances the position in the same transaction. So its
 * writes take effect exactly once, on one process at a time. Returns the number of events handled.
 */
export async function followEvents(db: Db, send: Send, { name, handle }: Follower): Promise<number> {
  let handled = 0
  for (;;) {
    const count = await db.transaction().execute(async (trx) => {
      const at = await trx
        .selectFrom('followers')
        .select('revision')
        .where('name', '=', name)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!at) return 0
      const rows = await trx
        .selectFrom('events')
        .select([
          'revision',
          'type',
          'created_at as createdAt',
          'actor_type',
          'actor_id',
          'actor_name',
          'ip',
          'project',
          'environment',
          'flag',
          'tags',
          'group_type',
          'group_id',
          'data',
          'pre_data as preData',
        ])
        .where('revision', '>', at.revision)
        .orderBy('revision')
        .limit(BATCH)
        .execute()
      const last = rows.at(-1)
      if (!last) return 0
      const events = rows.map(
        ({
          type,
          actor_type,
          actor_id,
          actor_name,
          ip,
          tags,
          group_type,
          group_id,
          ...row
        }): LoggedEvent => ({
          ...row,
          type: type as EventType,
          actor: { type: actor_type as Actor['type'], id: actor_id, name: actor_name, ip: ip ?? undefined },
          tags: tags as LoggedEvent['tags'],
          group: group_type === null || group_id === null ? null : { type: group_type, id: group_id },
        }),
      )
      await handle(
        {
          read: trx as unknown as Reader,
          db: trx as unknown as Db,
          send: (job, data) => send(trx, job, data),
        },
        events,
      )
      await trx.updateTable('followers').set({ revision: last.revision }).where('name', '=', name).execute()
      return rows.length
    })
    handled += count
    if (count < BATCH) return handled
  }
}

/**
 * Calls `handle` with the revisions after the follower's position, `from` excluded and `to` included, and advances the
 * position in the same transaction. Returns the number of revisions handled.
 */
export async function followRange(
  db: Db,
  name: string,
  size: number,
  handle: RangeFollower['handle'],
): Promise<number> {
  let handled = 0
  for (;;) {
    const count = await db.transaction().execute(async (trx) => {
      const at = await trx
        .selectFrom('followers')
        .select(['revision', (eb) => eb.selectFrom('counter').select('revision').as('head')])
        .where('name', '=', name)
        .forUpdate('followers')
        .skipLocked()
        .executeTakeFirst()
      if (!at || at.head === null || at.head <= at.revision) return 0
      const to = Math.min(at.revision + size, at.head)
      await handle(trx, at.revision, to)
      await trx.updateTable('followers').set({ revision: to }).where('name', '=', name).execute()
      return to - at.revision
    })
    handled += count
    if (count < size) return handled
  }
}
