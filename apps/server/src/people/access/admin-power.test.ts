import { rootPermissions } from '@flagstaff/contract/permissions'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { amountsToAdmin } from './admin-power.ts'

const { as, db, actors } = await testApp({ CREATE_USER_RATE_LIMIT_PER_MINUTE: '1000' })
const all = Object.keys(rootPermissions)

test.each([
  [['ADMIN'], true],
  [['UPDATE_AUTH_CONFIGURATION'], true],
  [['READ_ROLE', 'UPDATE_AUTH_CONFIGURATION'], true],
  [[], false],
  [['UPDATE_PROJECT', 'READ_ROLE', 'CREATE_CLIENT_API_TOKEN'], false],
])('%j amounts to Admin: %s', (permissions, expected) => {
  expect(amountsToAdmin(permissions)).toBe(expected)
})

/** Every request that could grant permissions the caller does not have. */
const waysUp = [
  ['post', '/api/admin/user-admin', { email: 'me-too@example.com', rootRole: 1 }],
  ['put', `/api/admin/user-admin/${actors.viewer.id}`, { rootRole: 1 }],
  ['post', `/api/admin/user-admin/${actors.admin.id}/change-password`, { password: 'Correct-horse-7' }],
  ['post', '/api/admin/user-admin/reset-password', { id: actors.admin.id }],
  ['post', '/api/admin/roles', { name: 'more', type: 'root-custom', permissions: [] }],
  ['post', '/api/admin/groups', { name: 'chiefs', rootRole: 1, users: [{ user: { id: actors.viewer.id } }] }],
  ['post', '/api/admin/service-account', { username: 'robot', name: 'robot', rootRole: 1 }],
  ['post', '/api/admin/auth/oidc/settings', { enabled: false }],
  ['post', '/api/admin/auth/saml/settings', { enabled: false }],
  ['post', '/api/admin/scim-settings', { enabled: true }],
  ['post', '/api/admin/scim-settings/generate-new-token', undefined],
] as const

test('a role with all permissions short of Admin cannot be used to grant permissions', async () => {
  const permissions = all.filter((name) => !amountsToAdmin([name])).map((name) => ({ name }))
  const { body } = await as.admin.post('/api/admin/roles', { name: 'Most', type: 'root-custom', permissions })
  await db.updateTable('users').set({ root_role: body.roles.id }).where('id', '=', actors.viewer.id).execute()
  for (const [method, url, payload] of waysUp) {
    const { status } = await as.viewer[method](url, payload)
    expect({ url, status }).toEqual({ url, status: 403 })
  }
})
