import { expect, test } from '@playwright/test'
import { api, countClicks, expectGood, openPalette, signIn } from '../kit.ts'
import { address } from '../playwright.config.ts'

type Tokens = { tokens: { id: string; tokenName: string; environment: string; expiresAt: string | null }[] }
const tokens = async () => (await api.get<Tokens>('/api/admin/api-tokens')).tokens

/** Uses a token like an application; all servers know it within a second. */
const use = (secret: string) =>
  expect
    .poll(
      async () =>
        (await fetch(`${address}/api/client/features`, { headers: { authorization: secret } })).status,
    )
    .toBe(200)

test('journey 9: a token is created from home, its secret is shown once, and its first request is detected', async ({
  page,
}) => {
  await signIn(page)
  const effort = await countClicks(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API tokens' }).click()
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('token-journey')
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Token token-journey created' })
  await expect(dialog.getByRole('tab', { name: 'Node' })).toBeVisible()
  await effort.expectAtMost(3, 1)

  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeFocused()
  await expect(dialog.getByText(`url: '${address}/api/'`)).toBeVisible()
  await expect(dialog.getByText('Waiting for the first request with this token')).toBeVisible()
  const secret = (await dialog.getByLabel('Secret', { exact: true }).textContent()) ?? ''
  expect(secret).toMatch(/^\*:development\.v2_/)
  await use(secret)
  await expect(dialog.getByText('First request received')).toBeVisible()

  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('cell', { name: 'token-journey', exact: true })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(secret)
})

test('journey 9: by keyboard alone, with the palette', async ({ page }) => {
  await signIn(page, '/projects')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('new api token')
  await expect(
    page
      .getByRole('option', { name: 'New API token' })
      .or(page.getByRole('button', { name: 'New API token' }))
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('typed-token')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: 'Token typed-token created' })).toBeVisible()
  expect((await tokens()).map(({ tokenName }) => tokenName)).toContain('typed-token')
})

test('the token form validates its input, and sets environment, projects and expiry', async ({ page }) => {
  await signIn(page, '/admin/api/create-token')
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('narrow')
  await page.getByRole('dialog').getByText('Frontend', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Environment' }).click()
  await page.getByRole('option', { name: 'production' }).click()
  await page.getByRole('combobox', { name: 'Expires' }).click()
  await page.getByRole('option', { name: 'In 30 days' }).click()
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Token narrow created' })
  await expect(dialog.getByRole('tab', { name: 'React' })).toBeVisible()
  const made = (await tokens()).find(({ tokenName }) => tokenName === 'narrow')
  expect(made).toMatchObject({ environment: 'production' })
  expect(made?.expiresAt).not.toBeNull()
})

test('the delete dialog of a token shows when it was last used', async ({ page }) => {
  test.slow()
  const made = await api.post<{ secret: string }>('/api/admin/api-tokens', {
    tokenName: 'old-kiosk',
    type: 'backend',
  })
  await use(made.secret)
  await expect
    .poll(async () => JSON.stringify((await tokens()).find(({ tokenName }) => tokenName === 'old-kiosk')))
    .toMatch(/"seenAt":"/)
  await signIn(page, '/admin/api')
  await page.getByRole('button', { name: 'Actions for old-kiosk' }).click()
  await page.getByRole('menuitem', { name: 'Delete token' }).click()
  await expect(page.getByText(/It was last used/)).toBeVisible()
  await expectGood(page, 'deleting a token')
  await page.getByRole('button', { name: 'Delete token' }).click()
  await expect(page.getByText('Token old-kiosk deleted')).toBeVisible()
  expect((await tokens()).map(({ tokenName }) => tokenName)).not.toContain('old-kiosk')
})

test('view, filter and dialog are in the URL', async ({ page }) => {
  await signIn(page, '/admin/api')
  await page.getByRole('tab', { name: /Frontend/ }).click()
  await expect(page).toHaveURL(/view=frontend/)
  await page.getByRole('textbox', { name: 'Filter tokens' }).fill('no such token')
  await expect(page).toHaveURL(/q=no/)
  await expect(page.getByText('No results match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/admin\/api$/)
})

test('a personal token acts as its owner, and its secret is shown once', async ({ page }) => {
  await signIn(page, '/profile/personal-api-tokens')
  await page.getByRole('button', { name: 'New personal token' }).first().click()
  await page.getByRole('textbox', { name: 'Description' }).fill('deploy script')
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Token deploy script created' })
  const secret = (await dialog.getByLabel('Secret', { exact: true }).textContent()) ?? ''
  const answer = await fetch(`${address}/api/admin/user`, { headers: { authorization: secret } })
  expect(await answer.json()).toMatchObject({ user: { username: 'admin' } })
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Delete the token “deploy script”?' }).click()
  await page.getByRole('button', { name: 'Delete token' }).click()
  await expect(page.getByText('No personal tokens yet')).toBeVisible()
})

test('a token for an assistant can only propose changes', async ({ page }) => {
  await signIn(page, '/profile/personal-api-tokens')
  await page.getByRole('button', { name: 'New personal token' }).first().click()
  await page.getByRole('textbox', { name: 'Description' }).fill('assistant')
  await page.getByRole('checkbox', { name: 'Only propose changes' }).check()
  await expectGood(page, 'a token that only proposes')
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Token assistant created' })
  const authorization = (await dialog.getByLabel('Secret', { exact: true }).textContent()) ?? ''
  const refused = await fetch(`${address}/api/admin/projects`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Not possible' }),
  })
  expect(refused.status).toBe(403)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Only proposes changes')).toBeVisible()
  await expectGood(page, 'tokens, one only proposes')
  await page.getByRole('button', { name: 'Delete the token “assistant”?' }).click()
  await page.getByRole('button', { name: 'Delete token' }).click()
  await expect(page.getByText('No personal tokens yet')).toBeVisible()
})
