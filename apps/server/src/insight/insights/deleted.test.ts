import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { followRange, registerFollower } from '../../platform/background/follower.ts'
import { fillDays } from './fill.ts'
import { countInsights } from './follower.ts'

const { as, db } = await testApp()
const count = () => followRange(db, countInsights.name, countInsights.size, countInsights.handle)

test('nothing of a deleted private project is counted for a new one with its name', async () => {
  await registerFollower(db, countInsights.name)
  const project = '/api/admin/projects/acquired'
  await as.admin.post('/api/admin/projects', { id: 'acquired', name: 'acquired', mode: 'private' })
  await as.admin.post(`${project}/features`, { name: 'merger', type: 'release' })
  await as.admin.post(`${project}/features/merger/environments/production/on`)
  await as.admin.delete(`${project}/features/merger`)
  await as.admin.delete('/api/admin/archive/merger')
  expect((await as.admin.delete(project)).status).toBe(200)
  await count()
  await as.admin.post('/api/admin/projects', { id: 'acquired', name: 'acquired' })
  await count()
  const rows = await db.selectFrom('flag_firsts').selectAll().where('project', '=', 'acquired').execute()
  expect(rows).toEqual([])
  const { body } = await as.viewer.get('/api/admin/insights')
  expect(JSON.stringify(body.lifecycleTrends)).not.toContain('"newProductionFlags":1')
})

test('a project that is made again after midnight does not get the stocks of the deleted one', async () => {
  const project = '/api/admin/projects/again'
  const make = () => as.admin.post('/api/admin/projects', { id: 'again', name: 'again' })
  await make()
  await as.admin.post(`${project}/features`, { name: 'before', type: 'release' })
  // The days of both are missing, as if all of it had happened just before and just after midnight.
  const yesterday = new Date(Date.now() - 86_400_000)
  await sql`alter table events disable trigger user`.execute(db)
  await db.updateTable('events').set({ created_at: yesterday }).where('project', '=', 'again').execute()
  await sql`alter table events enable trigger user`.execute(db)
  await as.admin.delete(`${project}/features/before`)
  await as.admin.delete('/api/admin/archive/before')
  await as.admin.delete(project)
  await make()
  await fillDays(db)
  const rows = await db.selectFrom('insight_days').select('total').where('project', '=', 'again').execute()
  expect(rows).toEqual([])
})
