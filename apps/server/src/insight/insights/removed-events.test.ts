import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { fillDays } from './fill.ts'

const { as, db } = await testApp()

test('a flag counts on later days, also when the events that made it were removed', async () => {
  await as.admin.post('/api/admin/projects/default/features', { name: 'old', type: 'release' })
  await as.admin.post('/api/admin/projects/default/features', { name: 'gone', type: 'release' })
  await as.admin.delete('/api/admin/projects/default/features/gone')
  await as.admin.post('/api/admin/segments', { name: 'last', constraints: [] })
  const before = new Date(Date.now() - 3 * 86_400_000)
  await db.updateTable('flags').set({ created_at: before }).execute()
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`insert into removed_event_parts (first_revision, last_revision, file_digest, last_hash)
      select 1, revision, '', hash from counter`.execute(trx)
    await sql`delete from events`.execute(trx)
  })
  await fillDays(db)
  const days = await db
    .selectFrom('insight_days')
    .select('total')
    .where('project', '=', 'default')
    .orderBy('day')
    .execute()
  expect(days.map(({ total }) => total)).toEqual([1, 1, 1])
})
