import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cleanDatabase } from '../../test/kit.ts'
import { openDatabase } from './database.ts'
import { inTransaction } from './transaction.ts'

const database = openDatabase({ url: await cleanDatabase(), poolSize: 2 })
const { db, pool } = database
afterAll(() => database.close())

test('statements are sent in the order in which they are called, whatever builds them', async () => {
  const seen = await inTransaction(db, async (trx) => {
    const answers = await Promise.all([
      sql`create temporary table steps (at serial, name text) on commit drop`.execute(trx),
      sql`insert into steps (name) values ('raw')`.execute(trx),
      trx
        .insertInto('steps' as never)
        .values({ name: 'builder' } as never)
        .execute(),
      trx
        .insertInto('steps' as never)
        .values({ name: 'first' } as never)
        .executeTakeFirst(),
      sql<{ name: string }>`select name from steps order by at`.execute(trx),
    ])
    return { result: answers[4].rows.map(({ name }) => name) }
  })
  expect(seen).toEqual(['raw', 'builder', 'first'])
})

test('the last statement is part of the transaction, and its error is the one that is thrown', async () => {
  const insert = (name: string) =>
    inTransaction(db, async (trx) => ({
      result: name,
      last: () => sql`insert into followers (name) values (${name})`.execute(trx),
    }))
  expect(await insert('one')).toBe('one')
  await expect(insert('one')).rejects.toMatchObject({ code: '23505' })
  expect(await db.selectFrom('followers').select('name').where('name', '=', 'one').execute()).toHaveLength(1)
})

test('after an error in the middle nothing stays, and the connection can be used again', async () => {
  const failing = inTransaction(db, async (trx) => {
    await Promise.all([
      sql`insert into followers (name) values ('half')`.execute(trx),
      sql`select 1 / 0`.execute(trx),
      sql`insert into followers (name) values ('other half')`.execute(trx),
    ])
    return { result: undefined }
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  const { rows } = await pool.query(`select name from followers where name like '%half'`)
  expect(rows).toEqual([])
  expect(pool.totalCount - pool.idleCount).toBe(0)
})
