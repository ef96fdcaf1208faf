import { type RawBuilder, sql } from 'kysely'

/** Orders that undo a change. The revision is set once the change is written. */
export type UndoRecord = { id: string; actor: string; orders: readonly unknown[]; revision?: number }

/** Part of the statement that writes the change: each round trip under the counter lock slows down all writers. */
export const insertUndo = (undo: UndoRecord, first: number, last: number): RawBuilder<unknown> =>
  sql`with kept as (insert into undos (id, actor, first_revision, revision, orders)
    values (${undo.id}, ${undo.actor}, ${first}, ${last}, ${JSON.stringify(undo.orders)}::json))`
