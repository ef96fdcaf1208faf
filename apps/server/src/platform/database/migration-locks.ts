import { sql, type Transaction } from 'kysely'

/** Every change writes these last, in this order, so a migration locks them last too. */
const last = ['counter', 'events', 'published', 'heads']

/** `alter table x`, `create index … on x`, `references x` and others: the table is the last group. */
const changing = /\b(alter table(?: if exists)?(?: only)?|drop table(?: if exists)?)\s+(?:public\.)?(\w+)/gi
const writing =
  /\b(create (?:unique )?index (?:if not exists )?\w+ on|create trigger \w+[^;]*? on|references|update|insert into|delete from)\s+(?:public\.)?(\w+)/gi

/** Their bodies do not run during the migration. */
const functions = /create (?:or replace )?function[\s\S]*?\$(\w*)\$[\s\S]*?\$\1\$/gi

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, , name = '']) => name)

/** The tables that a migration changes, in the order in which to lock them, and how. */
export function locksOf(text: string): { table: string; mode: string }[] {
  const statements = text.replace(/--.*$/gm, '').replace(functions, '')
  const exclusive = new Set(namesIn(statements, changing))
  const tables = [...new Set([...exclusive, ...namesIn(statements, writing)])]
  const place = (table: string) => `${last.indexOf(table) + 1}${table}`
  return tables
    .sort((a, b) => (place(a) < place(b) ? -1 : 1))
    .map((table) => ({
      table,
      mode: exclusive.has(table) ? 'access exclusive' : 'share row exclusive',
    }))
}

/**
 * Locks all tables that a migration changes before it starts, in the order of changes. In the order of its statements it
 * would meet changes of other servers half-way, and PostgreSQL would end one of the two as a deadlock.
 */
export async function lockTables(trx: Transaction<never>, text: string): Promise<void> {
  for (const { table, mode } of locksOf(text)) {
    const { rows } = await sql<{ kind: string }>`
      select relkind as kind from pg_class where oid = to_regclass(${table})`.execute(trx)
    const isTable = rows[0]?.kind === 'r' || rows[0]?.kind === 'p'
    if (isTable) await sql`lock table ${sql.id(table)} in ${sql.raw(mode)} mode`.execute(trx)
  }
}
