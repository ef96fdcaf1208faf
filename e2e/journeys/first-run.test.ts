import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { expectGood, password } from '../kit.ts'
import { startNewServer } from '../new-server.ts'

const script = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))

test('the setup link in the log of a new server creates its first administrator', async ({ page }) => {
  test.slow()
  const { address, setupLink, stop } = await startNewServer({ script, name: 'first', portOffset: 2000 })
  try {
    const link = await setupLink()
    await page.goto(`${address}/segments`)
    await expect(page.getByText('Open the setup link from the server log')).toBeVisible()
    await expect(page.getByText('Your session expired')).toBeHidden()
    await expectGood(page, 'before setup')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue('admin')
    await expectGood(page, 'setup')
    await page.getByLabel('Name', { exact: true }).fill('Ida Berg')
    await page.getByLabel('Password', { exact: true }).fill(password)
    const rule = page.getByRole('listitem').filter({ hasText: 'no character three times in a row' })
    const [tick, text] = await Promise.all([
      rule.locator('.tick').boundingBox(),
      rule.evaluate((item) => {
        const range = document.createRange()
        range.selectNode(item.childNodes[1] as Node)
        return [...range.getClientRects()].map(({ left }) => left)
      }),
    ])
    for (const left of text) expect(left).toBeGreaterThanOrEqual((tick?.x ?? 0) + 16)
    await page.getByRole('button', { name: 'Create account and continue' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Ida' })).toBeVisible()
    await page.context().clearCookies()
    await page.goto(link)
    await expect(page.getByRole('alert')).toContainText('setup link no longer works')
    await page.goto(`${address}/new-user?token=nobody`)
    await expect(page.getByRole('alert')).toContainText('Ask an administrator for a new one')
    await page.goto(`${address}/segments`)
    await expect(page.getByText('Sign in to continue.', { exact: true })).toBeVisible()
    await expect(page.getByText('setup link')).toBeHidden()
  } finally {
    await stop()
  }
})
