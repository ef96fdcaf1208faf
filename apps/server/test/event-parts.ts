import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../src/platform/database/database.ts'

/** Cuts the event log into parts of this many events, so that a test needs few of them. */
export const cutParts = (db: Db, size: number) =>
  db.transaction().execute(async (trx) => {
    await sql`lock table events`.execute(trx)
    await sql`create temporary table kept on commit drop as select * from events`.execute(trx)
    const { rows } = await sql<{ name: string }>`select name from event_parts()`.execute(trx)
    for (const { name } of rows) await sql`drop table ${sql.id(name)}`.execute(trx)
    const { rows: newest } = await sql<{ at: number }>`select revision as at from counter`.execute(trx)
    const parts = Math.floor((newest[0]?.at ?? 0) / size) + 1
    for (let part = 0; part < parts; part++) {
      const first = part * size + 1
      const end = part === parts - 1 ? 5_000_001 : first + size
      await sql`create table ${sql.id(`events_${first}`)} partition of events
        for values from (${sql.lit(first)}) to (${sql.lit(end)})`.execute(trx)
    }
    await sql`insert into events select * from kept`.execute(trx)
  })

/** For a file that has changed how the tables are stored: the next file of this worker gets a new database. */
export async function dropDatabase(url: string) {
  const { pathname } = new URL(url)
  const server = new URL(url)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  await client.query(`drop database ${pathname.slice(1)} with (force)`)
  await client.end()
}
