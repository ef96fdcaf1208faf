import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cleanDatabase, testApp } from '../../../test/kit.ts'
import { type Database, openDatabase } from './database.ts'
import { withBudget } from './deadline.ts'
import { migrate } from './migrate.ts'

const { db } = await testApp()

test('a database that a newer version has migrated is refused with what to do', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', now()::text)`.execute(db)
  await expect(migrate(db as never)).rejects.toThrow(
    /newer version of Flagstaff .*9999-future.*restore a backup/,
  )
  await sql`delete from kysely_migration where name = '9999-future'`.execute(db)
  await migrate(db as never)
})

/** A database without any tables, for the time of a test. */
async function withEmptyDatabase(work: (empty: Database) => Promise<void>, statementMs?: number) {
  const url = new URL(await cleanDatabase())
  const name = `${url.pathname.slice(1)}_empty`
  await sql`create database ${sql.id(name)}`.execute(db)
  url.pathname = `/${name}`
  const empty = openDatabase({ url: url.href, poolSize: 4, ...(statementMs ? { statementMs } : {}) })
  try {
    await work(empty)
  } finally {
    await empty.close()
    await sql`drop database ${sql.id(name)}`.execute(db)
  }
}

test('a migration of a large table may take longer than other statements', () =>
  withEmptyDatabase(async (empty) => {
    await empty.pool.query(`
      create sequence made;
      create function take_long() returns event_trigger language plpgsql as $$
      begin
        if nextval('made') = 20 then perform pg_sleep(2.5); end if;
      end $$;
      create event trigger take_long on ddl_command_end when tag in ('CREATE TABLE') execute function take_long()`)
    await withBudget(2_000, () => migrate(empty.db as never))
  }, 2_000))

const tables = {
  name: '0001',
  text: 'create table a (n integer); create table b (n integer); insert into b values (1)',
}

test('a migration that meets a change of another server starts over, and the change is kept', () =>
  withEmptyDatabase(async (empty) => {
    await migrate(empty.db as never, { migrations: [tables] })
    const other = await empty.pool.connect()
    await other.query('begin; update b set n = 2')
    const waits: string[] = []
    let finish: Promise<unknown> | undefined
    const migrations = [
      tables,
      { name: '0002', text: 'alter table b add column m text; alter table a add column m text' },
    ]
    await migrate(empty.db as never, {
      migrations,
      onWait(name) {
        waits.push(name)
        finish ??= other.query('insert into a values (1); commit')
      },
    })
    await finish
    other.release()
    const { rows } = await empty.pool.query('select a.n as a, b.n as b, a.m from a cross join b')
    expect([rows, new Set(waits)]).toEqual([[{ a: 1, b: 2, m: null }], new Set(['0002'])])
  }))

test('a deadlock with a change of another server is retried', () =>
  withEmptyDatabase(async (empty) => {
    const migrations = [
      tables,
      // The counter is a sequence, since what a transaction writes is undone with it.
      { name: '0002', text: 'create sequence attempts' },
      {
        name: '0003',
        text: `do $$ begin
          if nextval('attempts') < 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        end $$`,
      },
    ]
    const waits: string[] = []
    await migrate(empty.db as never, { migrations, onWait: (name) => waits.push(name) })
    expect(waits).toEqual(['0003', '0003'])
  }))

test('migrations that were applied stay when a later one fails', () =>
  withEmptyDatabase(async (empty) => {
    const broken = [tables, { name: '0002', text: 'select wrong' }]
    await expect(migrate(empty.db as never, { migrations: broken })).rejects.toThrow('"wrong" does not exist')
    await migrate(empty.db as never, { migrations: [tables, { name: '0002', text: 'select n from a' }] })
  }))

test('several servers that start at once migrate once', () =>
  withEmptyDatabase(async (empty) => {
    await Promise.all([1, 2, 3].map(() => migrate(empty.db as never, { migrations: [tables] })))
    expect((await empty.pool.query('select * from b')).rows).toEqual([{ n: 1 }])
  }))
