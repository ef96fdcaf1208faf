import { expect, test } from '@playwright/test'
import { api, inDatabase, password, signIn } from '../kit.ts'
import { address } from '../playwright.config.ts'
import { scim } from '../provision.ts'

/** Removes the provisioned accounts and groups, the token and the settings of other tests. */
async function beginAnew() {
  await api.delete('/api/admin/user-admin/scim-users')
  await api.delete('/api/admin/groups/scim-groups')
  await inDatabase((client) =>
    client.query(`delete from scim_token; delete from settings where name = 'scim'`),
  )
}

const EMAIL = 'scim-journey@example.com'

test('an identity provider provisions a user and a group, and deactivates the user', async ({
  page,
  browser,
}) => {
  await beginAnew()
  // An existing account, so that there is a password to sign in with.
  await api.post('/api/admin/user-admin', {
    email: EMAIL,
    username: 'scim-journey',
    name: 'Before',
    password,
    rootRole: 3,
    sendEmail: false,
  })
  await signIn(page, '/admin/auth/scim')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText(/^http:.*\/scim$/)).toBeVisible()
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Token created' })
  await expect(dialog.getByText('Waiting for the first request with this token')).toBeVisible()
  const token = (await dialog.getByLabel('Token', { exact: true }).textContent()) ?? ''

  const person = await scim(token, 'POST', '/Users', {
    userName: EMAIL,
    displayName: 'Jean Journey',
    emails: [{ value: EMAIL, type: 'work', primary: true }],
    active: true,
  })
  await scim(token, 'POST', '/Groups', { displayName: 'Provisioned crew', members: [{ value: person.id }] })
  await expect(dialog.getByText('First request received')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('1 active, 0 deactivated')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(token)

  await page.goto('/admin/users')
  await expect(page.getByText('Jean Journey')).toBeVisible()
  await page.goto('/admin/groups')
  await expect(page.getByText('Provisioned crew')).toBeVisible()

  const other = await (await browser.newContext({ baseURL: address })).newPage()
  await signIn(other, '/projects', 'scim-journey')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await scim(token, 'PATCH', `/Users/${person.id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
  })
  await other.goto('/segments')
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await other.context().close()

  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Jean Journey')).toHaveCount(0)
})

test('the token is replaced, groups are deleted and SCIM is turned off', async ({ page }) => {
  await api.post('/api/admin/scim-settings', { enabled: true })
  await api.post('/api/admin/scim-settings/generate-new-token')
  await signIn(page, '/admin/auth/scim')
  await page.getByRole('button', { name: 'Replace token' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Token created' })
  const token = (await dialog.getByLabel('Token', { exact: true }).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  await scim(token, 'POST', '/Groups', { displayName: 'Short-lived crew' })

  await page.getByRole('button', { name: 'Delete provisioned groups' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete provisioned groups' }).click()
  await expect(page.getByText('Provisioned groups deleted')).toBeVisible()
  await expect(page.getByText('There are no provisioned groups.')).toBeVisible()

  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Provisioning is off.')).toBeVisible()
  const refused = await fetch(`${address}/scim/Users`, { headers: { authorization: `Bearer ${token}` } })
  expect(refused.status).toBe(404)
})
