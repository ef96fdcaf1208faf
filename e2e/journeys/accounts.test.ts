import { expect, type Page, test } from '@playwright/test'
import { openMailbox } from '../../apps/server/test/mailbox.ts'
import { mailPort } from '../database.ts'
import { api, expectGood, password, signIn } from '../kit.ts'
import { address } from '../playwright.config.ts'

/** A visitor with a different browser. */
async function stranger(page: Page) {
  const browser = page.context().browser()
  if (!browser) throw new Error('there is no browser')
  const context = await browser.newContext()
  return { page: await context.newPage(), close: () => context.close() }
}

async function signInByHand(page: Page, name: string, secret = password) {
  await page.goto(`${address}/login`)
  await page.getByLabel('Username or email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

test('a user signs up with the invite link, until it is disabled', async ({ page }) => {
  await signIn(page, '/admin/users')
  await page.getByRole('button', { name: 'Create invite link' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = (await page.getByLabel('Link', { exact: true }).textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  const guest = await stranger(page)
  await guest.page.goto(link)
  await guest.page.getByLabel('Name').fill('Ines Marr')
  await guest.page.getByLabel('Email').fill('ines.marr@acme.example')
  await guest.page.getByLabel('Password', { exact: true }).fill('weak')
  await expect(guest.page.getByText('10 to 127 characters, not met yet')).toBeVisible()
  await expectGood(guest.page, 'sign-up')
  await guest.page.getByLabel('Password', { exact: true }).fill(password)
  await guest.page.getByRole('button', { name: 'Create account' }).click()
  await expect(guest.page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 person joined with it.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Invite link saved')).toBeVisible()
  const late = await stranger(page)
  await late.page.goto(link)
  await expect(late.page.getByRole('alert')).toContainText('no longer works')
  await late.page.getByRole('link', { name: 'Go to sign in' }).click()
  await expect(late.page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await guest.close()
  await late.close()
})

test('an account whose sign-in fails after sign-up is not created twice', async ({ page }) => {
  const { url } = await api.post<{ url: string }>('/api/admin/invite-link/tokens', {
    name: 'second',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await page.route('**/auth/simple/login', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto(url)
  await page.getByLabel('Name').fill('Nils Olsen')
  await page.getByLabel('Email').fill('nils.olsen@acme.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Account created' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create account' })).toHaveCount(0)
  await page.unroute('**/auth/simple/login')
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await signInByHand(page, 'nils.olsen@acme.example')
})

test('a forgotten password is reset by email', async ({ page }) => {
  const mailbox = await openMailbox(Number(mailPort))
  try {
    const email = 'absent.minded@acme.example'
    await api.post('/api/admin/user-admin', { email, rootRole: 'Viewer', sendEmail: false })
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expectGood(page, 'forgotten password')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('If there is an account with this address')).toBeVisible()
    const letter = () => mailbox.mails.find(({ to }) => to.includes(email))
    await expect.poll(() => letter()?.subject).toContain('new Flagstaff password')
    const [link = ''] = /http\S+\/reset-password\?token=\S+/.exec(letter()?.text ?? '') ?? []
    await page.goto(link)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Save password and sign in' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.context().clearCookies()
    await page.goto(link)
    await expect(page.getByRole('alert')).toContainText('no longer works')
    await signInByHand(page, email)
  } finally {
    await mailbox.close()
  }
})

test('a service account gets a token that works', async ({ page, request }) => {
  await signIn(page, '/admin/service-accounts')
  await page.getByRole('button', { name: 'New service account' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Nightly deploys')
  await dialog.getByLabel('Username').fill('deployer')
  await dialog.getByRole('radio', { name: 'Editor' }).check()
  await dialog.getByRole('button', { name: 'Create service account' }).click()
  await expect(page.getByText('Service account Nightly deploys created')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Nightly deploys' }).click()
  await page.getByRole('menuitem', { name: 'Tokens' }).click()
  const tokens = page.getByRole('dialog', { name: 'Tokens of Nightly deploys' })
  await tokens.getByRole('button', { name: 'New token' }).click()
  await page.getByLabel('Description', { exact: true }).fill('pipeline')
  await page.getByRole('button', { name: 'Create token' }).click()
  const secret = (await page.getByLabel('Secret', { exact: true }).textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  const headers = { authorization: secret }
  const me = await request.get(`${address}/api/admin/user`, { headers })
  expect(await me.json()).toMatchObject({ user: { username: 'deployer', accountType: 'Service Account' } })
  await page.getByRole('button', { name: 'Delete the token “pipeline”?' }).click()
  await page.getByRole('button', { name: 'Delete token' }).click()
  await expect(page.getByText('Token pipeline deleted')).toBeVisible()
  expect((await request.get(`${address}/api/admin/user`, { headers })).status()).toBe(401)
})

test('a session that was ended from another browser is signed out at once', async ({ page }) => {
  await api.post('/api/admin/user-admin', { username: 'traveller', rootRole: 'Viewer', password })
  const [hotel, home] = [await stranger(page), await stranger(page)]
  await signInByHand(hotel.page, 'traveller')
  await signInByHand(home.page, 'traveller')
  await home.page.goto(`${address}/profile/sessions`)
  await expect(home.page.getByText('2 sessions')).toBeVisible()
  await home.page.getByRole('button', { name: 'End all other sessions' }).click()
  await home.page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click()
  await expect(home.page.getByText('1 session', { exact: true })).toBeVisible()
  await hotel.page.goto(`${address}/segments`)
  await expect(hotel.page.getByText('Your session expired.')).toBeVisible()

  await signIn(page, '/admin/sessions?q=traveller')
  await page.getByRole('button', { name: /^End the session of traveller/ }).click()
  await expect(page.getByText('Session ended')).toBeVisible()
  await home.page.goto(`${address}/segments`)
  await expect(home.page.getByText('Your session expired.')).toBeVisible()
  await page.goto('/admin/logins?q=traveller')
  await expect(page.getByRole('row').filter({ hasText: 'signed out' })).toHaveCount(2)
  await hotel.close()
  await home.close()
})

test('a token is rotated, and the old secret expires as chosen', async ({ page, request }) => {
  const old = await api.post<{ secret: string }>('/api/admin/api-tokens', {
    tokenName: 'till',
    type: 'backend',
    environment: 'development',
  })
  await signIn(page, '/admin/api?q=till')
  await page.getByRole('button', { name: 'Actions for till' }).click()
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
  await page.getByRole('combobox', { name: 'Old secret expires' }).click()
  await page.getByRole('option', { name: 'Immediately' }).click()
  await page.getByRole('button', { name: 'Create new secret' }).click()
  const secret = (await page.getByLabel('Secret', { exact: true }).textContent()) ?? ''
  const statusOf = async (authorization: string) =>
    (await request.get(`${address}/api/client/features`, { headers: { authorization } })).status()
  await expect.poll(() => statusOf(secret)).toBe(200)
  await expect.poll(() => statusOf(old.secret)).toBe(401)
})
