import { expect, type Page, test } from '@playwright/test'
import { newKeyPair } from '../../apps/server/test/providers/certificates.ts'
import { startOidc } from '../../apps/server/test/providers/oidc.ts'
import { startSaml } from '../../apps/server/test/providers/saml-server.ts'
import { api, expectGood, signIn } from '../kit.ts'
import { address } from '../playwright.config.ts'

// Runs two real identity providers, which sign in the user that a test names.

test.describe.configure({ mode: 'serial' })
let oidc: Awaited<ReturnType<typeof startOidc>>
let saml: Awaited<ReturnType<typeof startSaml>>
const auth = '/api/admin/auth'

test.beforeAll(async () => {
  oidc = await startOidc({ home: address })
  saml = await startSaml({ home: address, keys: newKeyPair('provider') })
})
test.afterAll(async () => {
  await api.post(`${auth}/simple/settings`, { disabled: false })
  await api.post(`${auth}/oidc/settings`, { enabled: false })
  await api.post(`${auth}/saml/settings`, { enabled: false })
  await oidc.stop()
  await saml.stop()
})

const card = (page: Page, name: string) => page.getByRole('form', { name })

test('OpenID Connect is configured and tested before it is turned on', async ({ page }) => {
  oidc.signsIn({ sub: 'grace-1', email: 'grace@acme.example', name: 'Grace Hopper', groups: ['beta'] })
  await signIn(page, '/admin/auth/oidc')
  const provider = card(page, 'Identity provider')
  await provider.getByRole('textbox', { name: 'Discovery URL' }).fill(oidc.discoverUrl)
  await provider.getByRole('textbox', { name: 'Client ID' }).fill(oidc.clientId)
  await provider.getByLabel('Client secret', { exact: true }).fill(oidc.secret)
  await provider.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings of OpenID Connect saved')).toBeVisible()
  await expect(provider.getByText('A secret is stored')).toBeVisible()
  const accounts = card(page, 'Accounts')
  await accounts.getByRole('checkbox', { name: 'Create accounts on first sign-in' }).check()
  await accounts.getByRole('textbox', { name: 'Email domains' }).fill('acme.example')
  await accounts.getByRole('button', { name: 'Save' }).click()
  const groups = card(page, 'Groups')
  await groups.getByRole('checkbox', { name: 'Sync groups from the provider' }).check()
  await groups.getByRole('checkbox', { name: /Request the scope/ }).check()
  await groups.getByRole('button', { name: 'Save' }).click()
  await expect(groups.getByRole('button', { name: 'Save' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Test sign-in' }).click()
  await expect(page).toHaveURL(/\/admin\/auth\/oidc\?tried=/)
  await expect(page.getByText('a new account with the role Viewer would be created')).toBeVisible()
  await expect(card(page, 'Test sign-in').getByText('beta', { exact: true })).toBeVisible()
  await expectGood(page, 'trial')
  const { users } = await api.get<{ users: { email?: string }[] }>('/api/admin/user-admin')
  expect(users.some(({ email }) => email === 'grace@acme.example')).toBe(false)
})

test('signing in with OpenID Connect creates an account, with the permissions of its groups', async ({
  page,
}) => {
  const beta = { name: 'Beta testers', mappingsSSO: ['beta'], users: [], rootRole: 2 }
  await api.post('/api/admin/groups', beta)
  await api.post(`${auth}/oidc/settings`, { enabled: true })
  oidc.signsIn({ sub: 'grace-1', email: 'grace@acme.example', name: 'Grace Hopper', groups: ['beta'] })
  await page.goto('/segments')
  await page.getByRole('link', { name: 'Continue with OpenID Connect' }).click()
  await expect(page).toHaveURL(`${address}/segments`)
  await expect(page.getByRole('button', { name: /^Account of Grace Hopper/ })).toBeVisible()
  // The account is a viewer; the group allows creating segments.
  const create = page.getByRole('button', { name: 'New segment' }).first()
  await expect(create).not.toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: /^Account of Grace/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
})

test('signing in with SAML uses the same account', async ({ page }) => {
  await api.post(`${auth}/saml/settings`, {
    enabled: true,
    entityId: saml.entityId,
    signOnUrl: saml.signOnUrl,
    certificate: saml.certificate,
  })
  saml.signsIn({ id: 'grace', attributes: { email: 'grace@acme.example', displayName: 'Grace Hopper' } })
  await page.goto('/search')
  await expectGood(page, 'sign-in with providers')
  await page.getByRole('link', { name: 'Continue with SAML' }).click()
  await expect(page).toHaveURL(`${address}/search`)
  await expect(page.getByRole('button', { name: /^Account of Grace Hopper/ })).toBeVisible()
})

test('a user without an account sees that access was requested', async ({ page }) => {
  saml.signsIn({ id: 'nobody', attributes: { email: 'nobody@elsewhere.example' } })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with SAML' }).click()
  await expect(page.getByRole('alert')).toContainText('We asked the administrators for one')
  await expectGood(page, 'access requested')
})

test('password sign-in can be turned off once an administrator has signed in through a provider', async ({
  page,
  browser,
}) => {
  await signIn(page, '/admin/auth/password')
  const early = page.getByRole('button', { name: 'Turn passwords off' })
  await expect(early).toHaveAttribute('aria-disabled', 'true')
  await early.focus()
  await expect(page.getByRole('tooltip')).toContainText('No administrator has signed in')

  const admin = { name: 'Root', email: 'root@acme.example', rootRole: 1, sendEmail: false }
  await api.post('/api/admin/user-admin', admin)
  saml.signsIn({ id: 'root', attributes: { email: 'root@acme.example', displayName: 'Root' } })
  const anew = async (path: string) => {
    const other = await (await browser.newContext({ baseURL: address })).newPage()
    await other.goto(path)
    return other
  }
  const first = await anew('/admin/auth/password')
  await first.getByRole('link', { name: 'Continue with SAML' }).click()
  await first.getByRole('button', { name: 'Turn passwords off' }).click()
  await first.getByRole('dialog').getByRole('button', { name: 'Turn passwords off' }).click()
  await expect(first.getByText('Off: people sign in through a provider.')).toBeVisible()

  const second = await anew('/admin/auth/password')
  await expect(second.getByRole('link', { name: 'Continue with SAML' })).toBeVisible()
  await expect(second.getByRole('textbox')).toHaveCount(0)
  await expectGood(second, 'sign-in without passwords')
  await second.getByRole('link', { name: 'Continue with SAML' }).click()
  await second.getByRole('button', { name: 'Turn passwords on' }).click()
  await second.getByRole('dialog').getByRole('button', { name: 'Turn passwords on' }).click()
  await expect(second.getByText('On: people can sign in with a password.')).toBeVisible()
})
