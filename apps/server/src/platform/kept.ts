import { type RawBuilder, sql } from 'kysely'

/** Orders that take a change back. The revision is known once the change has been written. */
export type Kept = { id: string; actor: string; orders: readonly unknown[]; revision?: number }

/** Part of the statement that writes the change: under the counter every round trip counts. */
export const storing = (undo: Kept, first: number, last: number): RawBuilder<unknown> =>
  sql`with kept as (insert into undos (id, actor, first_revision, revision, orders)
    values (${undo.id}, ${undo.actor}, ${first}, ${last}, ${JSON.stringify(undo.orders)}::json))`
