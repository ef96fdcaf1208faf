import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as, db } = await testApp()

test('a client secret is refused without an ENCRYPTION_KEY, and the error names the setting', async () => {
  const answer = await as.admin.post('/api/admin/auth/oidc/settings', {
    discoverUrl: 'https://idp.example',
    secret: 'a-secret-of-the-provider',
  })
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain('ENCRYPTION_KEY')
  expect(await db.selectFrom('settings').select('name').where('name', 'like', '%oidc').execute()).toEqual([])
})
