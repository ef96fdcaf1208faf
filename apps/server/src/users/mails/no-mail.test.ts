import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { as } = await testApp()

test('a server without mail says so instead of keeping somebody waiting', async () => {
  const { status, body } = await as.anonymous.post('/auth/reset/password-email', { email: 'ada@example.com' })
  expect(status).toBe(404)
  expect(body).toMatchObject({ name: 'NotFoundError', code: 'noMail' })
  const made = await as.admin.post('/api/admin/user-admin', { email: 'grace@navy', rootRole: 3 })
  expect(made.body).toMatchObject({
    emailSent: false,
    inviteLink: expect.stringContaining('/new-user?token='),
  })
})
