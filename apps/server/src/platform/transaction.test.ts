import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cleanDatabase } from '../../test/kit.ts'
import { openDatabase, rowsOf } from './database.ts'
import { withBudget } from './deadline.ts'
import { inTransaction, readTogether } from './transaction.ts'

const url = await cleanDatabase()
const database = openDatabase({ url, poolSize: 2 })
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

test('a statement called after the end of its transaction is not sent', async () => {
  const over = Promise.withResolvers<void>()
  let stray: Promise<unknown> | undefined
  const failing = inTransaction(db, async (trx) => {
    stray = over.promise.then(() => sql`insert into followers (name) values ('stray')`.execute(trx))
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  over.resolve()
  await expect(stray).rejects.toThrow('has ended')
  const { rows } = await pool.query(`select name from followers where name = 'stray'`)
  expect(rows).toEqual([])
})

test('a statement called while its transaction is rolled back is not sent', async () => {
  let stray: Promise<unknown> | undefined
  const failing = inTransaction(db, async (trx) => {
    const refused = sql`select 1 / 0`.execute(trx)
    stray = refused.catch(async () => {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      return sql`insert into followers (name) values ('stray')`.execute(trx)
    })
    stray.catch(() => {})
    await refused
    return { result: undefined }
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  await expect(stray).rejects.toThrow('has ended')
  const { rows } = await pool.query(`select name from followers where name = 'stray'`)
  expect(rows).toEqual([])
})

test('a last statement that cannot be built rolls the transaction back', async () => {
  const failing = inTransaction(db, async (trx) => {
    await sql`insert into followers (name) values ('unfinished')`.execute(trx)
    return {
      result: undefined,
      last: () => {
        throw new RangeError('Invalid string length')
      },
    }
  })
  await expect(failing).rejects.toThrow('Invalid string length')
  const states = await pool.query(
    `select state from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(states.rows).toEqual([])
  const { rows } = await pool.query(`select name from followers where name = 'unfinished'`)
  expect(rows).toEqual([])
})

test('a connection with a read still under way is not handed to the next request', async () => {
  const connections = pool.totalCount
  const budget = 200
  const started = performance.now()
  const failing = withBudget(budget, () =>
    readTogether(database.read, (read) =>
      Promise.all([rowsOf(read, sql`select 1 / 0`), rowsOf(read, sql`select pg_sleep(1)`)]),
    ),
  )
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(pool.totalCount).toBeLessThanOrEqual(Math.max(0, connections - 1))
  // A late answer on a connection that was given back must not end the process.
  await expect.poll(() => performance.now() - started).toBeGreaterThan(budget + 100)
  expect(pool.totalCount - pool.idleCount).toBe(0)
})

test('a request that waits for a connection gets one as soon as a late statement gives its own up', async () => {
  const small = openDatabase({ url, poolSize: 1 })
  const late = withBudget(200, () => sql`select pg_sleep(4)`.execute(small.db))
  const next = withBudget(3_000, () => sql<{ one: number }>`select 1 as one`.execute(small.db))
  await expect(late).rejects.toMatchObject({ code: 'databaseAway' })
  expect((await next).rows).toEqual([{ one: 1 }])
  await small.close()
})

test('a request whose budget is spent costs the pool no connection', async () => {
  await sql`select 1`.execute(db)
  const [connection] = (await pool.query('select pg_backend_pid() as pid')).rows
  const spent = withBudget(0, () => sql`select pg_sleep(0.1)`.execute(db))
  await expect(spent).rejects.toMatchObject({ code: 'databaseAway' })
  expect((await pool.query('select pg_backend_pid() as pid')).rows).toEqual([connection])
})
