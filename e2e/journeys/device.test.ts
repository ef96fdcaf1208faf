import { expect, test } from '@playwright/test'
import { api, expectGood, password, signIn } from '../kit.ts'
import { address } from '../playwright.config.ts'

type Codes = { device_code: string; user_code: string }
const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
const start = (host: string) => api.post<Codes>('/auth/device', { host })
const poll = async ({ device_code }: Codes) => {
  const response = await fetch(`${address}/auth/device/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type, device_code }),
  })
  return (await response.json()) as { error?: string; access_token?: string; token_name?: string }
}

test('a user approves a device after signing in', async ({ page }) => {
  await api.post('/api/admin/user-admin', { username: 'device-owner', rootRole: 'Editor', password })
  const codes = await start('build-server')
  await page.goto(`/device?code=${codes.user_code}`)
  await page.getByLabel('Username or email').fill('device-owner')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue(codes.user_code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('build-server')).toBeVisible()
  await expect(page.getByText(codes.user_code)).toBeVisible()
  await expect(page.getByText('30 days')).toBeVisible()
  await expectGood(page, 'a device waits')
  await page.getByRole('button', { name: 'Approve device' }).click()
  await expect(page.getByRole('heading', { name: 'Device approved' })).toBeVisible()
  await expectGood(page, 'device approved')
  expect(await poll(codes)).toMatchObject({ token_name: 'CLI on build-server' })
  await page.getByRole('link', { name: 'Personal tokens' }).click()
  await expect(page.getByText('CLI on build-server')).toBeVisible()
})

test('a denied device gets no access', async ({ page }) => {
  const codes = await start('stranger')
  await signIn(page, '/device')
  await page.getByRole('textbox', { name: 'Code' }).fill(codes.user_code.toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Deny device' }).click()
  await expect(page.getByRole('heading', { name: 'Device denied' })).toBeVisible()
  expect(await poll(codes)).toMatchObject({ error: 'access_denied' })
})

test('wrong codes are refused, and too many lock the page', async ({ page }) => {
  await api.post('/api/admin/user-admin', { username: 'device-guesser', rootRole: 'Viewer', password })
  await signIn(page, '/device', 'device-guesser')
  await page.getByRole('textbox', { name: 'Code' }).fill('BBBB-BBBB')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('No device is waiting with this code.')).toBeVisible()
  await expectGood(page, 'wrong code')
  await expect(async () => {
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Too many attempts.').first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
})
