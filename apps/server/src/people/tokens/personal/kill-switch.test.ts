import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as, client } = await testApp({ UNLEASH_PAT_KILL_SWITCH: 'true' })

test('personal tokens can be turned off; service account tokens keep working', async () => {
  const own = await as.admin.get('/api/admin/user')
  expect(own.status).toBe(403)
  expect(own.body.message).toContain('turned off')
  const expiresAt = new Date(Date.now() + 1e9).toISOString()
  const account = { name: 'Robot', username: 'robot', rootRole: 1 }
  const { body: made } = await as.adminToken.post('/api/admin/service-account', account)
  const path = `/api/admin/service-account/${made.id}/token`
  const { body: token } = await as.adminToken.post(path, { description: 'x', expiresAt })
  const robot = client({ authorization: token.secret })
  expect((await robot.get('/api/admin/user')).status).toBe(200)
  const more = await robot.post('/api/admin/user/tokens', { description: 'mine', expiresAt })
  expect(more).toMatchObject({ status: 403, body: { name: 'OperationDeniedError' } })
})
