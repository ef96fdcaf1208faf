import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { verifyChain } from './verify.ts'

const { app, as, db } = await testApp()
const { read } = app.database
for (const name of ['one', 'two', 'three', 'four'])
  await as.admin.post('/api/admin/segments', { name, constraints: [] })

/** Changes the log as the owner of the database could. */
const tamper = (change: ReturnType<typeof sql>) =>
  db.transaction().execute(async (tx) => {
    await sql`alter table events disable trigger all`.execute(tx)
    await change.execute(tx)
    await sql`alter table events enable trigger all`.execute(tx)
  })

const whole = await verifyChain(read)

test('an unmodified event log verifies up to the hash in the counter', async () => {
  expect(whole.brokenAt).toBeUndefined()
  expect(whole.revision).toBeGreaterThanOrEqual(4)
  const { rows } = await sql<{ hash: string }>`select encode(hash, 'hex') as hash from counter`.execute(db)
  expect(whole.hash).toBe(rows[0]?.hash)
})

test('a hash stored elsewhere detects a rewritten or truncated event log', async () => {
  const { revision: events, hash } = whole
  expect((await verifyChain(read, { revision: events, hash })).brokenAt).toBeUndefined()
  expect((await verifyChain(read, { revision: events, hash: hash.replace(/./g, '0') })).brokenAt).toBe(events)
  expect((await verifyChain(read, { revision: events + 1, hash })).brokenAt).toBe(events + 1)
})

test('a modified event and a missing event are detected', async () => {
  const { revision: events } = whole
  await tamper(sql`update events set data = '{"name":"else"}' where revision = ${events - 1}`)
  expect(await verifyChain(read)).toMatchObject({ revision: events - 2, brokenAt: events - 1 })
  await tamper(sql`delete from events where revision = ${events - 2}`)
  expect((await verifyChain(read)).brokenAt).toBe(events - 2)
})
