import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const verify = async (query = '') => (await as.admin.get(`/api/admin/event-chain${query}`)).body

test('the event log is verified from a known position, and a changed event is found', async () => {
  for (const name of ['one', 'two', 'three'])
    await as.admin.post('/api/admin/projects/default/features', { name })
  const all = await verify()
  expect(all).toEqual({ revision: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const { revision, hash } = all
  await as.admin.post('/api/admin/projects/default/features', { name: 'four' })
  const rest = await verify(`?after=${revision}&hash=${hash}`)
  expect(rest.revision).toBeGreaterThan(revision)
  expect(rest.brokenAt).toBeUndefined()
  expect(await verify(`?after=${revision}&hash=${'0'.repeat(64)}`)).toMatchObject({ brokenAt: revision + 1 })
  expect((await as.admin.get('/api/admin/event-chain?after=2')).status).toBe(400)
  expect((await as.editor.get('/api/admin/event-chain')).status).toBe(403)

  await db.transaction().execute(async (tx) => {
    await sql`alter table events disable trigger all`.execute(tx)
    await tx.updateTable('events').set({ actor_name: 'eve' }).where('revision', '=', revision).execute()
    await sql`alter table events enable trigger all`.execute(tx)
  })
  expect(await verify()).toMatchObject({ revision: revision - 1, brokenAt: revision })
})
