import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
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
