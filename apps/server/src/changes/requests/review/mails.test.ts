import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { openMailbox } from '../../../../test/mailbox.ts'

const mailbox = await openMailbox()
afterAll(() => mailbox.close())
const { actors, app, as } = await testApp({
  EMAIL_HOST: '127.0.0.1',
  EMAIL_PORT: String(mailbox.port),
  URL: 'https://flags.example',
})
await app.startWork()
const home = '/api/admin/projects/default'
await as.admin.put(`${home}/environments/production/change-requests/config`, { changeRequestsEnabled: true })
await as.admin.post(`${home}/features`, { name: 'mailed' })

test('people who are asked for a review get one email, when the review is requested', async () => {
  const { body } = await as.owner.post(`${home}/features/mailed/environments/production/on`, undefined, {
    headers: { prefer: 'propose' },
  })
  const at = `${home}/change-requests/${body.id}`
  const ask = (...reviewers: number[]) => as.owner.put(`${at}/approvers`, { reviewers })
  await as.owner.put(`${at}/title`, { title: 'Mailed for everyone' })
  expect((await ask(actors.admin.id)).status).toBe(204)
  await as.owner.put(`${at}/state`, { state: 'In review' })
  await expect.poll(() => mailbox.mails.length).toBe(1)
  const [mail] = mailbox.mails
  expect(mail?.subject).toContain('review “Mailed for everyone”')
  expect(mail?.text).toContain(`https://flags.example/projects/default/change-requests/${body.id}`)
  // People who were asked before get no second email.
  expect((await ask(actors.admin.id, actors.member.id)).status).toBe(204)
  await expect.poll(() => mailbox.mails.length).toBe(2)
  expect(new Set(mailbox.mails.map(({ to }) => to[0])).size).toBe(2)
})
