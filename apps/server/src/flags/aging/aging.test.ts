import { expect, test } from 'vitest'
import { makeFlag, trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'
import { flagAging } from './jobs.ts'

const { app, as, db } = await testApp()
const runJobs = () => Promise.all(flagAging(app.handles).map((job) => job.run()))
const DAY = 86_400_000

const born = async (name: string, daysAgo: number, more: Parameters<typeof makeFlag>[2] = {}) => {
  await makeFlag(db, name, more)
  const created_at = new Date(Date.now() - daysAgo * DAY)
  await db.updateTable('flags').set({ created_at }).where('name', '=', name).execute()
}
const marked = async () =>
  (
    await db
      .selectFrom('flags')
      .select('name')
      .where('potentially_stale', '=', true)
      .orderBy('name')
      .execute()
  ).map((row) => row.name)

await born('young', 39)
await born('old', 41)
await born('stale', 41, { stale: true })
await born('archived', 41, { archived: true })
await born('eternal', 4_000)
await db.updateTable('flags').set({ type: 'kill-switch' }).where('name', '=', 'eternal').execute()

test('a flag older than the lifetime of its type is marked as potentially stale and recorded once', async () => {
  await runJobs()
  await runJobs()
  expect(await marked()).toEqual(['old'])
  expect(await trail(db)).toMatchObject([
    { type: 'feature-potentially-stale-on', flag: 'old', project: 'default', actor_name: 'system' },
  ])
})

test('a longer lifetime clears the potentially-stale mark without an event', async () => {
  const set = (lifetimeDays: number) =>
    as.admin.put('/api/admin/feature-types/release/lifetime', { lifetimeDays })
  await set(2_147_483_647)
  await runJobs()
  expect(await marked()).toEqual([])
  await set(1)
  await runJobs()
  expect(await marked()).toEqual(['old', 'young'])
  expect((await trail(db)).filter(({ type }) => type === 'feature-potentially-stale-on')).toHaveLength(3)
})
