import { limits } from '@flagstaff/contract/limits'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { cleanDatabase } from '../../../test/kit.ts'
import { openDatabase } from '../database/database.ts'
import { withBudget } from '../database/deadline.ts'
import { system } from './actor.ts'
import { createWrite } from './write.ts'

const POOL_SIZE = 3
const url = await cleanDatabase()
const database = openDatabase({ url, poolSize: POOL_SIZE })
const { db, pool } = database
const write = createWrite({ db, compile: async () => [], limits, send: async () => {} })

await sql`create or replace function refuse_this_commit() returns trigger language plpgsql as $$
  begin
    if new.description = 'sleep' then perform pg_sleep(2); end if;
    if new.description ~ '^[0-9A-Z]{5}$' then raise exception 'refused' using errcode = new.description; end if;
    if new.description = 'gone' then perform pg_terminate_backend(pg_backend_pid()); end if;
    return null;
  end $$`.execute(db)
await sql`drop trigger if exists refusing on segments`.execute(db)
await sql`create constraint trigger refusing after insert on segments deferrable initially deferred
  for each row execute function refuse_this_commit()`.execute(db)

afterAll(async () => {
  await sql`drop trigger refusing on segments`.execute(db)
  await sql`drop function refuse_this_commit`.execute(db)
  await database.close()
})
beforeEach(() => db.deleteFrom('segments').execute())

/** A change whose COMMIT fails as its description says. */
const change = (description: string) =>
  write(system, async (tx) => {
    const segment = { name: `${Math.random()}`, description, constraints: '[]', created_by: 'x' }
    await tx.db.insertInto('segments').values(segment).execute()
    tx.record({ type: 'segment-created', data: {} })
  })

const expectIdle = () =>
  expect
    .poll(() => ({ inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }))
    .toEqual({ inUse: 0, waiting: 0 })

test.each([
  ['past its deadline', '57014', 'database'],
  ['by a serialization failure', '40001', 'refused'],
  ['by a constraint', '23514', 'refused'],
  ['because the connection broke', 'gone', ''],
])('a commit refused %s releases its connection', async (_how, description, message) => {
  for (let round = 0; round < 2 * POOL_SIZE; round++)
    await expect(change(description)).rejects.toThrow(message)
  await expectIdle()
  await expect(change('fine')).resolves.toBeUndefined()
})

test('a commit that exceeds the time budget releases its connection', async () => {
  const late = Array.from({ length: 2 * POOL_SIZE }, () => withBudget(300, () => change('sleep')))
  for (const one of await Promise.allSettled(late)) expect(one.status).toBe('rejected')
  await expectIdle()
  await expect(change('fine')).resolves.toBeUndefined()
})

test('1,000 refused commits leak no connection or transaction', async () => {
  const kinds = ['57014', '23514', '40001', 'fine']
  const writers = Array.from({ length: 2 * POOL_SIZE }, async (_, writer) => {
    for (let round = 0; round < 1_000 / (2 * POOL_SIZE); round++)
      await change(kinds[(writer + round) % kinds.length] ?? '').catch(() => {})
  })
  await Promise.all(writers)
  await expectIdle()
  const openTransactions = async () => {
    const { rows } = await pool.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and application_name = 'flagstaff' and state like 'idle in transaction%'`,
    )
    return rows.length
  }
  await expect.poll(openTransactions).toBe(0)
  await expect(change('fine')).resolves.toBeUndefined()
})

test('several statements that time out together close their connection once', async () => {
  const late = withBudget(200, () =>
    write(system, async (tx) => {
      await Promise.all([sql`select pg_sleep(2)`.execute(tx.db), sql`select 1`.execute(tx.db)])
    }),
  )
  await expect(late).rejects.toThrow('database')
  await expectIdle()
  await expect(change('fine')).resolves.toBeUndefined()
})
