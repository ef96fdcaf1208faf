import type { PoolClient } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { cleanDatabase } from '../../../test/kit.ts'
import { openDatabase } from './database.ts'
import { cancelBlockers } from './migration-blockers.ts'

const database = openDatabase({ url: await cleanDatabase(), poolSize: 5 })
const clients: PoolClient[] = []
afterAll(async () => {
  for (const client of clients) client.release(true)
  await database.close()
})

/** A connection with an open transaction that waits as long as it has to. */
async function begin(applicationName = 'flagstaff') {
  const client = await database.pool.connect()
  clients.push(client)
  await client.query(`set application_name = '${applicationName}'; begin; set local statement_timeout = 0;
    set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`)
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return { client, pid: Number(rows[0].pid) }
}

test('servers that block a migration are cancelled unless others block it too', async () => {
  const [server, backup, migration] = [await begin(), await begin('pg_dump'), await begin()]
  for (const { client } of [server, backup]) await client.query('select pg_advisory_xact_lock_shared(1)')
  const work = server.client.query('select pg_sleep(300)').then(
    () => 'finished',
    (error) => error.code,
  )
  const locked = migration.client.query('select pg_advisory_xact_lock(1)')
  const blockers = async () => {
    const { rows } = await database.pool.query('select pg_blocking_pids($1) as pids', [migration.pid])
    return rows[0].pids.length
  }
  await expect.poll(blockers).toBe(2)

  expect(await cancelBlockers(database.db as never, migration.pid)).toBe(true)
  await backup.client.query('commit')
  await Promise.race([work, expect.poll(blockers).toBe(1)])
  const early = await Promise.race([work, 'still working'])
  expect(await cancelBlockers(database.db as never, migration.pid)).toBe(false)
  expect([early, await work]).toEqual(['still working', '57014'])
  await locked
})
