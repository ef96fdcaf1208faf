import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as, db } = await testApp()
const day = (n: number) => new Date(Date.now() + n * 86_400_000)

test('deleted accounts count as seats for 30 more days; service accounts never count', async () => {
  const current = async () => (await as.admin.get('/api/admin/licensed-users')).body.licensedUsers.current
  const before = await current()
  const person = (username: string, deleted: number | null) => ({
    username,
    root_role: 3,
    created_at: day(-400),
    deleted_at: deleted === null ? null : day(deleted),
  })
  await db
    .insertInto('users')
    .values([person('stays', null), person('left', -10), person('gone', -40)])
    .execute()
  await db.insertInto('users').values({ username: 'robot', root_role: 3, is_service: true }).execute()
  expect(await current()).toBe(before + 2)
  const { body } = await as.admin.get('/api/admin/licensed-users')
  expect(body.licensedUsers.history).toHaveLength(12)
  expect(body.licensedUsers.history.at(-1).count).toBe(3)
  expect((await as.editor.get('/api/admin/licensed-users')).status).toBe(403)
})
