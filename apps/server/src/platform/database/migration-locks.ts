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
 * Statements that lock all tables that a migration changes, in the order of changes. In the order of its statements
 * it would meet changes of other servers half-way, and PostgreSQL would end one of the two as a deadlock.
 */
export async function locksFor(trx: Transaction<never>, text: string): Promise<string> {
  const wanted = locksOf(text)
  const names = sql.join(wanted.map(({ table }) => sql`${table}`))
  if (wanted.length === 0) return ''
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relname in (${names}) and relkind in ('r', 'p') and pg_table_is_visible(oid)`.execute(trx)
  const there = new Set(rows.map(({ name }) => name))
  return wanted
    .filter(({ table }) => there.has(table))
    .map(({ table, mode }) => `lock table "${table}" in ${mode} mode;`)
    .join(' ')
}
