import { expect, test } from '@playwright/test'
import { api, countClicks, expectGood, password, signIn } from '../kit.ts'

test('a user is invited, and signs in with the link', async ({ page, browser }) => {
  await signIn(page, '/admin/users')
  const effort = await countClicks(page)
  await page.getByRole('button', { name: 'New user' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lars Vik')
  await page.getByRole('textbox', { name: 'Email' }).fill('lars.vik@acme.example')
  await page.getByRole('button', { name: 'Invite user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lars Vik invited' })
  await expect(dialog).toBeVisible()
  await effort.expectAtMost(2, 2)
  const link = new URL((await dialog.getByLabel('Invitation link', { exact: true }).textContent()) ?? '')
  const guest = await browser.newContext()
  const other = await guest.newPage()
  await other.goto(new URL(link.pathname + link.search, page.url()).href)
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByLabel('Confirm password').fill(password)
  await other.getByRole('button', { name: 'Save password and sign in' }).click()
  await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await guest.close()
})

test('an account is edited and deleted, and users cannot delete themselves', async ({ page }) => {
  const made = await api.post<{ id: number }>('/api/admin/user-admin', {
    name: 'Passing Guest',
    email: 'guest@acme.example',
    rootRole: 'Viewer',
  })
  await signIn(page, `/admin/users/${made.id}/edit`)
  const dialog = page.getByRole('dialog', { name: 'Edit Passing Guest' })
  await dialog.getByRole('radio', { name: 'Editor' }).check()
  await dialog.getByRole('button', { name: 'Save user' }).click()
  await expect(page.getByText('User Passing Guest saved')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Passing Guest' }).click()
  await page.getByRole('menuitem', { name: 'Delete user' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click()
  await expect(page.getByText('User Passing Guest deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for admin' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete user' })).toHaveAttribute('aria-disabled', 'true')
})

test('an administrator creates a password reset link for a user', async ({ page }) => {
  await api.post('/api/admin/user-admin', { username: 'forgetful', rootRole: 'Viewer' })
  await signIn(page, '/admin/users')
  await page.getByRole('button', { name: 'Actions for forgetful' }).click()
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByLabel('Invitation link', { exact: true })).toContainText('/reset-password?token=')
})

test('allowed origins are validated and can be tested before saving', async ({ page }) => {
  await signIn(page, '/admin/cors')
  const origins = page.getByRole('textbox', { name: 'Allowed origins' })
  await origins.fill('https://shop.example\nnonsense')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('nonsense')
  await origins.fill('https://shop.example')
  await page.getByRole('textbox', { name: 'Origin', exact: true }).fill('https://evil.example')
  await expect(page.getByText('denied')).toBeVisible()
  await expect(page.getByText('1 origin added, 1 origin removed')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Allowed origins saved')).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Undone')).toBeVisible()
})

test('maintenance mode pauses all changes, shows a notice on every page, and can be turned off', async ({
  page,
}) => {
  test.slow()
  await signIn(page, '/admin/maintenance')
  await page.getByRole('button', { name: 'Pause all changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause all changes' }).click()
  try {
    await expect(page.getByText('Changes are paused. Flags are served as usual.')).toBeVisible()
    await page.goto('/segments')
    const create = page.getByRole('button', { name: 'New segment' }).first()
    await expect(create).toHaveAttribute('aria-disabled', 'true')
    await create.focus()
    await expect(page.getByRole('tooltip')).toContainText('paused for maintenance')
    await expectGood(page, 'maintenance')
    await page.goto('/admin/maintenance')
    await page.getByRole('button', { name: 'Allow changes again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Allow changes again' }).click()
    await expect(page.getByText('Changes are paused. Flags are served as usual.')).toHaveCount(0)
  } finally {
    await api.post('/api/admin/maintenance', { enabled: false })
  }
})

test('statistics are shown, and downloaded as CSV', async ({ page }) => {
  await signIn(page, '/admin/statistics')
  await expect(page.getByRole('row', { name: /^Users / })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('statistics.csv')
})

test('a lost connection is reported after a while, until it is restored', async ({ page }) => {
  test.slow()
  await page.clock.install()
  await signIn(page, '/segments')
  await expect(page.getByText(/^Live/)).toBeVisible()
  let clicked: Promise<void> | undefined
  await page.route('**/api/admin/live**', async (route) => {
    if (!clicked) return route.fulfill({ status: 503 })
    // An automatic attempt that is still under way waits as well, and is replaced by the one of the button.
    await clicked
    await route.continue().catch(() => undefined)
  })
  await page.reload()
  await expect(page.getByText('No connection.')).toBeVisible()
  await expectGood(page, 'offline')
  // Stop the clock, so that only the button reconnects.
  await page.clock.pauseAt(Date.now() + 120_000)
  clicked = page.getByRole('button', { name: 'Retry now' }).click()
  await clicked
  await expect(page.getByText('No connection.')).toHaveCount(0)
})

test('a viewer can see everything, and why changes are not allowed', async ({ page }) => {
  await api.post('/api/admin/user-admin', {
    username: 'onlooker',
    name: 'Only Looker',
    rootRole: 'Viewer',
    password,
  })
  await signIn(page, '/environments', 'onlooker')
  const create = page.getByRole('button', { name: 'New environment' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await create.focus()
  await expect(page.getByRole('tooltip')).toContainText('Needs the Admin role')
  await create.click({ force: true })
  await expect(page).toHaveURL(/\/environments$/)
  await page.goto('/admin/users')
  await expect(page.getByText('You don’t have access to this page')).toBeVisible()
})

test('theme and density are set in the profile and persist', async ({ page }) => {
  await signIn(page, '/profile')
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByText('Compact', { exact: true }).click()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
})

test('changing the password requires the current one', async ({ page }) => {
  await api.post('/api/admin/user-admin', { username: 'changer', rootRole: 'Viewer', password })
  await signIn(page, '/profile/change-password', 'changer')
  await page.getByRole('textbox', { name: 'Current password' }).fill('wrong')
  await page.getByRole('textbox', { name: 'New password' }).fill('Another-horse-8')
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('Another-horse-9')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The two passwords don’t match.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('Another-horse-8')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('textbox', { name: 'Current password' }).fill(password)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
})

test('the MCP server is turned off and on', async ({ page }) => {
  await signIn(page, '/admin/mcp')
  await expect(page.getByText('On: assistants can connect with a token.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off MCP server' }).click()
  await expect(page.getByText('Off: messages of assistants are refused.')).toBeVisible()
  expect(await api.get('/api/admin/remote-mcp/settings')).toEqual({ enabled: false })
  await page.getByRole('button', { name: 'Turn on MCP server' }).click()
  await expect(page.getByText('On: assistants can connect with a token.')).toBeVisible()
})
