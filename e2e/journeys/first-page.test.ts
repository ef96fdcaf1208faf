import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('whoever opens the address can sign in, and lands inside', async ({ page }) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      await page.getByLabel('Username or email').fill('admin')
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toHaveText('The user name or the password is wrong.')
      await page.getByLabel('Password', { exact: true }).fill('Correct-horse-7')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      expect(errors).toEqual([])
    })

    test('the API reference shows what there is', async ({ page }) => {
      await page.goto('/docs/openapi')
      await expect(page.getByText('/api/client/features').first()).toBeVisible()
    })
  })
}
