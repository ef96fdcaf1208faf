import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { Failure } from './failure.ts'

type Table = { name: string; columns: string; needs: string[] }

/** Copies every row of one database to another with the same tables, in one transaction on each side. */
export async function copyDatabase(from: string, to: string): Promise<{ tables: number; rows: number }> {
  const source = new pg.Client({ connectionString: from, application_name: 'flagstaff-move' })
  const target = new pg.Client({ connectionString: to, application_name: 'flagstaff-move' })
  await Promise.all([source.connect(), target.connect()])
  try {
    await source.query('begin isolation level repeatable read read only')
    await target.query('begin')
    const tables = inOrder(await listTables(source))
    const names = tables.map(({ name }) => name)
    await addEventParts(source, target)
    const triggers = [...names, ...(await listPartitions(target))]
    // Triggers act on changes, and these rows are their results.
    for (const name of triggers) await target.query(`alter table ${name} disable trigger user`)
    await target.query(`truncate ${names.join(', ')}`)
    for (const { name, columns } of tables)
      await pipeline(
        source.query(copyTo(`copy (select ${columns} from ${name}) to stdout`)),
        target.query(copyFrom(`copy ${name} (${columns}) from stdin`)),
      )
    await copySequences(source, target)
    const rows = await compareCounts(source, target, names)
    // Servers, edges and SDKs that knew the old database reload everything.
    await target.query(`update counter set epoch = left(encode(sha256(random()::text::bytea), 'hex'), 16)`)
    await target.query('set constraints all immediate')
    for (const name of triggers) await target.query(`alter table ${name} enable trigger user`)
    await target.query('commit')
    return { tables: names.length, rows }
  } finally {
    await Promise.all([source.end(), target.end()])
  }
}

/** Tables with the columns to copy and the tables that their foreign keys point to; partitions belong to their table. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct format('%I.%I', fn.nspname, f.relname) from pg_constraint k
        join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
        where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid and not k.condeferred) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and n.nspname not in ('pg_catalog', 'information_schema')
    order by 1`)
  return rows
}

/** The event log of a new database has room for a few events only. */
async function addEventParts(source: pg.Client, target: pg.Client) {
  const { rows } = await source.query<{ last: string }>(
    `select max(last_revision)::text as last from event_parts()`,
  )
  await target.query('select add_event_parts($1)', [rows[0]?.last])
}

/** Their own triggers are not switched with those of their table, in every version of PostgreSQL. */
async function listPartitions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relispartition and c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`)
  return rows.map(({ name }) => name)
}

/** Each table after those that its foreign keys point to. */
export function inOrder(tables: Table[]): Table[] {
  const sorted: Table[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const blocked = new Set([...waiting].map(({ name }) => name))
    const next = [...waiting].filter(({ needs }) => !needs.some((name) => blocked.has(name)))
    if (next.length === 0) throw new Error(`foreign keys in a circle: ${[...blocked].join(', ')}`)
    for (const table of next) waiting.delete(table)
    sorted.push(...next)
  }
  return sorted
}

async function copySequences(source: pg.Client, target: pg.Client) {
  const { rows } = await source.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where last_value is not null`,
  )
  for (const { name, value } of rows) await target.query('select setval($1::regclass, $2)', [name, value])
}

/** Returns the number of all rows. */
async function compareCounts(source: pg.Client, target: pg.Client, names: string[]): Promise<number> {
  let sum = 0
  for (const name of names) {
    const [here, there] = await Promise.all(
      [source, target].map(async (client) => {
        const { rows } = await client.query<{ count: string }>(`select count(*) from ${name}`)
        return Number(rows[0]?.count)
      }),
    )
    if (here !== there)
      throw new Failure(
        `${name} has ${here} rows here and ${there} in the other database. Nothing was moved.`,
      )
    sum += here ?? 0
  }
  return sum
}
