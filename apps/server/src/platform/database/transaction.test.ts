import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cleanDatabase } from '../../../test/kit.ts'
import { openDatabase, rowsOf } from './database.ts'
import { withBudget } from './deadline.ts'
import { inTransaction, readTogether, rolledBack, type Trx } from './transaction.ts'

const url = await cleanDatabase()
const database = openDatabase({ url, poolSize: 2 })
const { db, pool } = database
afterAll(() => database.close())

test('statements are sent in call order, whether raw or from the query builder', async () => {
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

test('the last statement is part of the transaction, and its error is thrown', async () => {
  const insert = (name: string) =>
    inTransaction(db, async (trx) => ({
      result: name,
      last: () => sql`insert into followers (name) values (${name})`.execute(trx),
    }))
  expect(await insert('one')).toBe('one')
  await expect(insert('one')).rejects.toMatchObject({ code: '23505' })
  expect(await db.selectFrom('followers').select('name').where('name', '=', 'one').execute()).toHaveLength(1)
})

test('an error in the middle rolls everything back, and the connection can be reused', async () => {
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

test('a statement issued after its transaction ended is not sent', async () => {
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

test('a statement issued during the rollback of its transaction is not sent', async () => {
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

test('a last statement that cannot be built rolls back the transaction', async () => {
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

test('a connection with a pending read is not reused for the next request', async () => {
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
  // A late response on a released connection must not crash the process.
  await expect.poll(() => performance.now() - started).toBeGreaterThan(budget + 100)
  expect(pool.totalCount - pool.idleCount).toBe(0)
})

test('a request waiting for a connection gets one as soon as another statement times out', async () => {
  const small = openDatabase({ url, poolSize: 1 })
  const late = withBudget(200, () => sql`select pg_sleep(4)`.execute(small.db))
  const next = withBudget(3_000, () => sql<{ one: number }>`select 1 as one`.execute(small.db))
  await expect(late).rejects.toMatchObject({ code: 'databaseAway' })
  expect((await next).rows).toEqual([{ one: 1 }])
  await small.close()
})

test('a request without time left costs the pool no connection', async () => {
  await sql`select 1`.execute(db)
  const [connection] = (await pool.query('select pg_backend_pid() as pid')).rows
  const spent = withBudget(0, () => sql`select pg_sleep(0.1)`.execute(db))
  await expect(spent).rejects.toMatchObject({ code: 'databaseAway' })
  expect((await pool.query('select pg_backend_pid() as pid')).rows).toEqual([connection])
})

test('work behind a savepoint is rolled back, and the transaction goes on', async () => {
  const insert = (trx: Trx, name: string) => sql`insert into followers (name) values (${name})`.execute(trx)
  const late = Promise.withResolvers<void>()
  let straggler: Promise<unknown> | undefined
  const seen = await inTransaction(db, async (trx) => {
    await insert(trx, 'kept')
    const found = await rolledBack(trx, async (inner) => {
      await insert(inner, 'tried')
      return inner.selectFrom('followers').select('name').where('name', 'in', ['kept', 'tried']).execute()
    })
    const failed = rolledBack(trx, async (inner) => {
      straggler = late.promise.then(() => insert(inner, 'too late'))
      straggler.catch(() => {})
      await sql`select 1 / 0`.execute(inner)
    })
    await expect(failed).rejects.toMatchObject({ code: '22012' })
    late.resolve()
    await expect(straggler).rejects.toThrow('has ended')
    return { result: found.length }
  })
  expect(seen).toBe(2)
  const { rows } = await pool.query(`select name from followers where name in ('kept', 'tried', 'too late')`)
  expect(rows).toEqual([{ name: 'kept' }])
})
