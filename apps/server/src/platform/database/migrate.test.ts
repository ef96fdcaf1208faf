import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cleanDatabase, testApp } from '../../../test/kit.ts'
import { openDatabase } from './database.ts'
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

test('a migration of a large table may take longer than other statements', async () => {
  const url = new URL(await cleanDatabase())
  const name = `${url.pathname.slice(1)}_empty`
  await sql`create database ${sql.id(name)}`.execute(db)
  url.pathname = `/${name}`
  const empty = openDatabase({ url: url.href, poolSize: 2, statementMs: 2_000 })
  try {
    await empty.pool.query(`
      create sequence made;
      create function take_long() returns event_trigger language plpgsql as $$
      begin
        if nextval('made') = 20 then perform pg_sleep(2.5); end if;
      end $$;
      create event trigger take_long on ddl_command_end when tag in ('CREATE TABLE') execute function take_long()`)
    await withBudget(2_000, () => migrate(empty.db as never))
  } finally {
    await empty.close()
    await sql`drop database ${sql.id(name)}`.execute(db)
  }
})
