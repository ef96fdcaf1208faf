import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { isChange } from '../database/event-queries.ts'
import { AppError } from '../errors.ts'
import type { Actor } from './actor.ts'
import type { Order } from './commands.ts'
import type { UndoRecord } from './undo-record.ts'
import type { Tx } from './write.ts'

const UNDO_MINUTES = 10
/** How long a change can be reverted from the event log. */
export const REVERT_DAYS = 365
const lifetime = sql`make_interval(mins => ${UNDO_MINUTES})`

/** Stores the orders that undo the current change along with it. */
export function keepUndo(tx: Tx, orders: readonly Order[] | undefined): UndoRecord | undefined {
  if (!orders || orders.length === 0) return undefined
  const undo = { id: randomBytes(16).toString('base64url'), actor: keyOf(tx.actor), orders }
  tx.storeUndo(undo)
  return undo
}

export type TakenUndo = { first_revision: number; revision: number; orders: Order[] }

/** Takes the undo record once, for the actor of the change; undefined if it is used, expired or of another actor. */
export async function takeUndo(tx: Tx, id: string): Promise<TakenUndo | undefined> {
  const { rows } = await sql<TakenUndo>`
    delete from undos where id = ${id} and actor = ${keyOf(tx.actor)} and created_at > now() - ${lifetime}
    returning first_revision, revision, orders`.execute(tx.db)
  return rows[0]
}

/**
 * The orders that revert the change an event belongs to; undefined if there are none, or if events of the change were
 * removed from the log, since later changes are compared with them.
 */
export async function findRevert(tx: Tx, event: number): Promise<TakenUndo | undefined> {
  const { rows } = await sql<TakenUndo>`
    select first_revision, revision, orders from undos
    where revision >= ${event} and first_revision > (select history_floor from counter)
    order by revision limit 1`.execute(tx.db)
  const [next] = rows
  return next && next.first_revision <= event ? next : undefined
}

/** The owner of the flag files that the change has applied, if it did. */
export async function findCodeOwner(
  tx: Tx,
  { first_revision, revision }: TakenUndo,
): Promise<string | undefined> {
  const { rows } = await sql<{ owner: string }>`
    select data ->> 'name' as owner from events
    where revision between ${first_revision} and ${revision} and type = 'code-applied' limit 1`.execute(tx.db)
  return rows[0]?.owner
}

/**
 * Throws if a later change affects the same object. For a flag: the same flag, unless both changes are in different
 * environments. Otherwise: the same kind and key (or kind and project, if the event has no key), in the same
 * environment or outside any. Favourites, watching and comments are ignored.
 */
export async function refuseChanged(tx: Tx, { first_revision, revision }: TakenUndo) {
  const { rows } = await sql<{ what: string }>`
    with counting as not materialized (select * from events where ${isChange('type')}),
    own as (select * from counting where revision between ${first_revision} and ${revision}),
    later as not materialized (select * from counting where revision > ${revision})
    select later.flag as what from own join later on later.flag = own.flag
      and (own.environment is null or later.environment is null or later.environment = own.environment)
    union all
    select coalesce(${keyIn('later')}, later.project, later.type)
    from own join later on ${kindOf('later')} = ${kindOf('own')}
      and later.environment is not distinct from own.environment
      and ${keyIn('later')} is not distinct from ${keyIn('own')}
      and (${keyIn('own')} is not null or later.project is not distinct from own.project)
    where own.flag is null and later.flag is null
    limit 1`.execute(tx.db)
  const [later] = rows
  if (later) throw new AppError('changedSince', later)
}

const kindOf = (event: string) => sql`split_part(${sql.ref(`${event}.type`)}, '-', 1)`

/**
 * The key of an object; for tags the value. A default rule is identified by its place, since its name is only its kind.
 */
const keyIn = (event: string) => {
  const column = (name: string) => sql.ref(`${event}.${name}`)
  return sql`(case when ${column('type')} <> 'default-strategy-updated' then coalesce(${column('data')} ->> 'id',
    ${column('pre_data')} ->> 'id', ${column('data')} ->> 'name', ${column('pre_data')} ->> 'name',
    ${column('data')} ->> 'value', ${column('pre_data')} ->> 'value') end)`
}

/** Admin tokens have no account id, so their name identifies them. */
const keyOf = ({ type, id, name }: Actor) => (type === 'token' ? `token ${name}` : `${type} ${id}`)
