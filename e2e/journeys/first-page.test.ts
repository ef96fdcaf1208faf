import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('a visitor can sign in from the root URL', async ({ page }) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      await page.getByLabel('Username or email').fill('admin')
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toHaveText('The username or password is wrong.')
      await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      expect(errors).toEqual([])
    })

    test('the API reference lists the endpoints', async ({ page }) => {
      await page.goto('/docs/openapi')
      await expect(page.getByText('/api/client/features').first()).toBeVisible()
    })
  })
}

test('a page whose script is lost is loaded again, and says so if that does not help', async ({ page }) => {
  let lost = 0
  const lose = (times: number) =>
    page.route(/assets\/start-[^/]*\.js/, (route) => (++lost > times ? route.continue() : route.abort()))
  await lose(1)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(lost).toBe(2)
  await page.unroute(/assets\/start-[^/]*\.js/)
  await lose(99)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('could not be loaded')
})
