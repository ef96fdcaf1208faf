import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { openMailbox } from '../../../../test/mailbox.ts'
import { noticeTokens } from './jobs.ts'

const mailbox = await openMailbox()
afterAll(() => mailbox.close())
const { app, as, db, actors } = await testApp({
  EMAIL_HOST: '127.0.0.1',
  EMAIL_PORT: String(mailbox.port),
  URL: 'https://flags.example',
})
beforeAll(() => app.startWork())

const DAY = 86_400_000
const day = (n: number) => new Date(Date.now() + n * DAY)
const notice = () => noticeTokens(app.handles.write, app.handles.settings.expiryNoticeDays)
const arrived = () => mailbox.mails.map(({ to, subject }) => `${to.join()}: ${subject}`).sort()

async function make(userId: number, description: string, created: number, ends: number) {
  const digest = Buffer.from(`${userId} ${description}`)
  await db
    .insertInto('personal_tokens')
    .values({ user_id: userId, description, digest, created_at: day(created), expires_at: day(ends) })
    .execute()
}

test('owners get one email two weeks and one three days before a token expires', async () => {
  const { id } = actors.editor
  await make(id, 'far', -100, 30)
  await make(id, 'young', -1, 10)
  await make(id, 'a', -100, 13)
  await make(id, 'b', -100, 2)
  await make(id, 'over', -100, -1)
  await notice()
  await notice()
  const first = [
    'edith@example.com: Your token “a” expires soon',
    'edith@example.com: Your token “b” expires soon',
  ]
  await expect.poll(arrived).toEqual(first)
  expect(mailbox.mails[0]?.text).toContain('https://flags.example/profile/personal-api-tokens')
  await db
    .updateTable('personal_tokens')
    .set({ expires_at: day(2) })
    .where('description', '=', 'a')
    .execute()
  await notice()
  await notice()
  await expect.poll(arrived).toHaveLength(3)
})

test('administrators get the expiry emails of service account tokens', async () => {
  mailbox.mails.splice(0)
  const account = { name: 'Robot', username: 'robot', rootRole: 3 }
  const { body } = await as.admin.post('/api/admin/service-account', account)
  await make(body.id, 'deploys', -100, 2)
  await notice()
  await expect.poll(arrived).toEqual(['ada@example.com: The token “deploys” of Robot expires soon'])
  expect(mailbox.mails[0]?.text).toContain('https://flags.example/admin/service-accounts')
})
