import { expect, test } from '@playwright/test'
import { api, expectGood, password, signIn } from '../kit.ts'

test('after the session expired, signing in over the page retries the change', async ({ page }) => {
  await api.post('/api/admin/user-admin', { username: 'sleeper', rootRole: 'Editor', password })
  await api.post('/api/admin/projects/default/features', { name: 'after-lunch' })
  await signIn(page, '/projects/default/features/after-lunch/settings', 'sleeper')
  await page.getByRole('textbox', { name: 'Description' }).fill('Typed before lunch')
  // The session is invalid on the server; the browser does not know yet.
  const cookies = await page.context().cookies()
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, value: 'ended' })))
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session expired' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Account')).toHaveValue('sleeper')
  await expectGood(page, 'session expired')
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
  await expect(dialog.getByText('The password is wrong.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
  await expect(dialog).toBeHidden()
  await expect
    .poll(() => api.get('/api/admin/projects/default/features/after-lunch'))
    .toMatchObject({ description: 'Typed before lunch' })
  await expect(page.getByText('Authorization header')).toBeHidden()
})

test('data that failed to load is loaded when the server is available again', async ({ page }) => {
  await api.post('/api/admin/segments', { name: 'returning', constraints: [] })
  await page.route(/api\/admin\/(live|segments)/, (route) => route.abort())
  await signIn(page, '/segments')
  await expect(page.getByText('The server can’t be reached.')).toBeVisible()
  await expect(page.getByText('Failed to fetch')).toBeHidden()
  await page.unroute(/api\/admin\/(live|segments)/)
  await expect(page.getByRole('link', { name: 'returning' })).toBeVisible()
})

test('a change that is made while the page loads is shown', async ({ page }) => {
  await api.post('/api/admin/projects/default/features', { name: 'meant-early', description: 'Before' })
  let connect = () => {}
  const waiting = new Promise<void>((resolve) => {
    connect = resolve
  })
  await page.route(/api\/admin\/live/, async (route) => {
    await waiting
    await route.continue()
  })
  await signIn(page, '/projects/default/features/meant-early')
  await expect(page.getByText('Before', { exact: true }).first()).toBeVisible()
  await api.put('/api/admin/projects/default/features/meant-early', { description: 'After' })
  connect()
  await expect(page.getByText('After', { exact: true }).first()).toBeVisible()
})
