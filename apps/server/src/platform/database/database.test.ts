import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { cleanDatabase, testApp } from '../../../test/kit.ts'
import { openDatabase } from './database.ts'

const { db } = await testApp()
const role = `plain_${process.pid}`
const quoted = sql.id(role)
await sql`create role ${quoted} login`.execute(db)
afterAll(async () => {
  await sql`drop owned by ${quoted}`.execute(db)
  await sql`drop role ${quoted}`.execute(db)
})

/** The timeout for deadlocks on a new connection of an ordinary role, and the errors that PostgreSQL logs for it. */
async function connectAsRole() {
  const url = new URL(await cleanDatabase())
  url.username = role
  const database = openDatabase({ url: url.href, poolSize: 1 })
  const errors: unknown[] = []
  database.pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    connection.on('errorMessage', (message) => errors.push(message))
  })
  const { rows } = await database.pool.query('show deadlock_timeout')
  await database.close()
  return { timeout: rows[0]?.deadlock_timeout, errors }
}

test('a connection of an ordinary role causes no error, and detects deadlocks early if it may', async () => {
  expect(await connectAsRole()).toEqual({ timeout: '1s', errors: [] })
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  const canBeGranted = Number(rows[0]?.version) >= 150_000
  if (canBeGranted) await sql`grant set on parameter deadlock_timeout to ${quoted}`.execute(db)
  expect(await connectAsRole()).toEqual({ timeout: canBeGranted ? '150ms' : '1s', errors: [] })
})
