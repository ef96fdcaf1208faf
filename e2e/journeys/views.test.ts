import { expect, test } from '@playwright/test'
import { api, expectGood, signIn } from '../kit.ts'

test('a filtered list is saved as a view, opened again and deleted', async ({ page }) => {
  test.slow()
  await api.post('/api/admin/projects', { id: 'viewed', name: 'Viewed' }).catch((error: Error) => {
    if (!error.message.includes('409')) throw error
  })
  for (const [name, type] of [
    ['viewed-one', 'release'],
    ['viewed-two', 'experiment'],
  ])
    await api.post('/api/admin/projects/viewed/features', { name, type })
  await signIn(page, '/projects/viewed?type=experiment&sort=name')
  await expect(page.getByRole('link', { name: 'viewed-two' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'viewed-one' })).toBeHidden()
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('textbox', { name: 'Name of this view' }).fill('Experiments')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Experiments', exact: true })).toBeVisible()
  await expectGood(page, 'saved views')

  await page.goto('/projects/viewed')
  await expect(page.getByRole('link', { name: 'viewed-one' })).toBeVisible()
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('button', { name: 'Experiments', exact: true }).click()
  await expect(page.getByRole('link', { name: 'viewed-one' })).toBeHidden()
  await expect(page).toHaveURL(/type=experiment/)

  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('button', { name: 'Delete the view Experiments' }).click()
  await expect(page.getByText('No saved views yet.')).toBeVisible()
})
