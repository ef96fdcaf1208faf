import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as } = await testApp()

test('without an SMTP server a password reset returns 404 and new accounts get a link to hand over', async () => {
  const { status, body } = await as.anonymous.post('/auth/reset/password-email', { email: 'ada@example.com' })
  expect(status).toBe(404)
  expect(body).toMatchObject({ name: 'NotFoundError', code: 'noMail' })
  const made = await as.admin.post('/api/admin/user-admin', { email: 'grace@navy', rootRole: 3 })
  expect(made.body).toMatchObject({
    emailSent: false,
    inviteLink: expect.stringContaining('/new-user?token='),
  })
})
