import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { startRogue } from '../../../../test/providers/rogue-oidc.ts'

const { as } = await testApp({ ENCRYPTION_KEY: 'a key for tests', SSO_PRIVATE_ADDRESSES: 'false' })
const rogue = await startRogue()
afterAll(() => rogue.stop())

test('a provider with a private IP address is refused unless private addresses are allowed', async () => {
  await as.admin.post('/api/admin/auth/oidc/settings', {
    discoverUrl: rogue.issuer,
    clientId: 'flagstaff',
    secret: 'x',
  })
  const trial = await as.admin.post('/api/admin/auth/oidc/trials')
  expect(trial.status).toBe(400)
  expect(trial.body.message).toContain('private address')
})
