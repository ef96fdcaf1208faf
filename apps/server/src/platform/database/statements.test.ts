import { limits } from '@flagstaff/contract/limits'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanDatabase } from '../../../test/kit.ts'
import { system } from '../write/actor.ts'
import { createWrite } from '../write/write.ts'
import { type Database, type Db, openDatabase } from './database.ts'
import { PLAN_EACH_TIME, Statements } from './statements.ts'
import { inTransaction } from './transaction.ts'

const url = await cleanDatabase()
let database: Database
beforeEach(async () => {
  database = openDatabase({ url, poolSize: 1 })
  await sql`drop table if exists things`.execute(database.db)
  await sql`create temp table things (id serial primary key, name text)`.execute(database.db)
  await sql`insert into things (name) values ('one')`.execute(database.db)
})
afterEach(() => database.close())

const find = (name = 'one', on: Db = database.db) =>
  sql<object>`select * from things where name = ${name}`.execute(on).then(({ rows }) => rows)
const often = async () => {
  for (let time = 0; time < 20; time++) await find()
}
const namedOnServer = async () => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
    database.db,
  )
  return rows.map(({ statement }) => statement)
}

test('a frequent statement becomes a prepared statement, but only if it has parameters', async () => {
  await find()
  for (let time = 0; time < 20; time++) await sql`select 1`.execute(database.db)
  expect(await namedOnServer()).toEqual([])
  await often()
  expect(await namedOnServer()).toEqual(['select * from things where name = $1'])
  expect(await find('two')).toEqual([])
})

test('a prepared statement still works after a column was added to its table', async () => {
  await often()
  await sql`alter table things add column size int default 3`.execute(database.db)
  expect(await find()).toEqual([{ id: 1, name: 'one', size: 3 }])
  expect(await find()).toEqual([{ id: 1, name: 'one', size: 3 }])
})

test('falls back to unprepared statements behind a connection pooler', async () => {
  await often()
  await sql`deallocate all`.execute(database.db)
  expect(await find()).toEqual([{ id: 1, name: 'one' }])
  await often()
  expect(await namedOnServer()).toEqual([])
})

test.each([
  ['a name that was lost', sql`deallocate all`],
  ['a table that has a column more', sql`alter table things add column size int`],
])('a change that meets %s is retried and takes effect once', async (_what, happening) => {
  const write = createWrite({ db: database.db, compile: async () => [], limits, send: async () => {} })
  await often()
  await happening.execute(database.db)
  await write(system, async (tx) => {
    await sql`insert into things (name) values ('two')`.execute(tx.db)
    await find('one', tx.db)
    tx.record({ type: 'segment-created', data: {} })
  })
  expect(await find('two')).toHaveLength(1)
})

test('the last statement of a failed transaction is not resent after the transaction ended', async () => {
  const insert = (name: string, on: Db = database.db) =>
    sql`insert into things (name) values (${name})`.execute(on)
  for (let time = 0; time < 20; time++) await insert('many')
  const before = (await find('many')).length
  await sql`deallocate all`.execute(database.db)
  const failed = inTransaction(database.db, async (trx) => ({
    result: undefined,
    last: () => insert('many', trx),
  }))
  await expect(failed).rejects.toThrow('does not exist')
  expect(await find('many')).toHaveLength(before)
})

test('two processes never use one name for different prepared statements', () => {
  const nameOf = (statements: Statements, text: string) => {
    for (let time = 0; time < 20; time++) statements.nameOf(text, [1])
    return statements.nameOf(text, [1])
  }
  const [one, other] = [new Statements(), new Statements()]
  const select = 'select * from things where id = $1'
  const remove = 'delete from things where id = $1'
  expect(nameOf(one, select)).not.toBe(nameOf(other, remove))
  expect(nameOf(one, remove)).toBe(nameOf(other, remove))
})

test('a statement that is planned each time is never prepared', () => {
  const statements = new Statements()
  const nameAfter = (text: string) => {
    for (let time = 0; time < 20; time++) statements.nameOf(text, [1])
    return statements.nameOf(text, [1])
  }
  expect(nameAfter('select $1')).toBeDefined()
  expect(nameAfter(`select $1 ${PLAN_EACH_TIME}`)).toBeUndefined()
})
