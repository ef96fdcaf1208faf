import { expect, test } from '@playwright/test'
import { expectGood, signIn } from '../kit.ts'

test('administrators see the findings of the doctor, problems first', async ({ page }) => {
  await signIn(page, '/admin')
  await page.getByRole('link', { name: 'Doctor', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Doctor', level: 1 })).toBeVisible()
  const findings = page
    .locator('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('img') })
  await expect(findings.filter({ hasText: 'migrations are applied' })).toHaveCount(1)
  await expect(findings.filter({ hasText: 'ENCRYPTION_KEY' })).toHaveCount(1)
  const states = await findings.evaluateAll((all) => all.map((one) => one.getAttribute('data-state')))
  const rank = ['bad', 'warning', 'good']
  expect(states).toEqual(states.toSorted((a, b) => rank.indexOf(a ?? '') - rank.indexOf(b ?? '')))
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(findings.first()).toBeVisible()
  await expectGood(page)
})
