import { Writable } from 'node:stream'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { cleanDatabase } from '../../../test/kit.ts'
import { openDatabase } from '../database/database.ts'
import { openStatementMetrics, withoutValues } from './database-metrics.ts'
import { openTelemetry } from './telemetry.ts'

test('slow statements are logged without their values', async () => {
  let log = ''
  const output = new Writable({
    write(chunk, _encoding, done) {
      log += chunk
      done()
    },
  })
  const telemetry = openTelemetry()
  const onAnswer = openStatementMetrics(telemetry, pino(output), 50)
  const database = openDatabase({ url: await cleanDatabase(), poolSize: 1, onAnswer })
  await sql`select pg_sleep(0.06) from roles where name <> ${'secret'} or name is null or true limit 1`.execute(
    database.db,
  )
  await sql`select pg_sleep(0.06), 'hidden' from flags right join (select 1) x on true`.execute(database.db)
  await database.close()
  expect(log).toContain('slow statement')
  expect(log).toContain('from roles where name <> $1')
  expect(log).not.toMatch(/secret|hidden/)
  const { text } = await telemetry.read()
  expect(text).toContain('db_query_duration_seconds_count{store="flags",action="select"} 1')
})

test('texts in a statement are replaced', () => {
  expect(withoutValues(`select 'it''s',\n  a from b where c = 'x'`)).toBe(
    `select '…', a from b where c = '…'`,
  )
})
