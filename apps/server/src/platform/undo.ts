import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Order } from './commands.ts'
import { AppError } from './errors.ts'
import type { Kept } from './kept.ts'
import type { Tx } from './write.ts'

const UNDO_MINUTES = 10
/** As long as this, the event log can take a change back. */
export const REVERT_DAYS = 365
const lifetime = sql`make_interval(mins => ${UNDO_MINUTES})`

/** Keeps, with the change that is under way, the orders that take it back. */
export function keepUndo(tx: Tx, orders: readonly Order[] | undefined): Kept | undefined {
  if (!orders || orders.length === 0) return undefined
  const undo = { id: randomBytes(16).toString('base64url'), actor: keyOf(tx.actor), orders }
  tx.keep(undo)
  return undo
}

export type TakenUndo = { first_revision: number; revision: number; orders: Order[] }

/** Gives it once, to whoever made the change; undefined when it is used up, too old, or not theirs. */
export async function takeUndo(tx: Tx, id: string): Promise<TakenUndo | undefined> {
  const { rows } = await sql<TakenUndo>`
    delete from undos where id = ${id} and actor = ${keyOf(tx.actor)} and created_at > now() - ${lifetime}
    returning first_revision, revision, orders`.execute(tx.db)
  return rows[0]
}

/** The orders that take back the change an event belongs to; undefined where there are none. */
export async function findRevert(tx: Tx, event: number): Promise<TakenUndo | undefined> {
  const { rows } = await sql<TakenUndo>`
    select first_revision, revision, orders from undos where revision >= ${event}
    order by revision limit 1`.execute(tx.db)
  const [next] = rows
  return next && next.first_revision <= event ? next : undefined
}

/**
 * Refuses when a later change is about the same object. With a flag that is: the same flag, unless both are about an
 * environment and it is not the same one. Without a flag: the same kind and key, or, where the event has no key, the
 * same kind and project; in the same environment or outside of any. Favourites change nothing.
 */
export async function refuseChanged(tx: Tx, { first_revision, revision }: TakenUndo) {
  const { rows } = await sql<{ what: string }>`
    with counting as not materialized (select * from events where type not like '%favorited'),
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

/** What the object is called; tags are called by their value. A default rule is known by its place; its name is only what kind of rule it is. */
const keyIn = (event: string) => {
  const column = (name: string) => sql.ref(`${event}.${name}`)
  return sql`(case when ${column('type')} <> 'default-strategy-updated' then coalesce(${column('data')} ->> 'id',
    ${column('pre_data')} ->> 'id', ${column('data')} ->> 'name', ${column('pre_data')} ->> 'name',
    ${column('data')} ->> 'value', ${column('pre_data')} ->> 'value') end)`
}

/** Admin tokens have no account; their names tell them apart. */
const keyOf = ({ type, id, name }: Actor) => (type === 'token' ? `token ${name}` : `${type} ${id}`)
