import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { followRange, registerFollower } from '../../platform/background/follower.ts'
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
