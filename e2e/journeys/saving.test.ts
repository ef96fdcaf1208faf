import { expect, test } from '@playwright/test'
import { api, signIn } from '../kit.ts'

const base = '/api/admin/projects/default/features'

test('a fraction of a percent is refused, not rounded', async ({ page }) => {
  await signIn(page, '/projects/default?create=true')
  await page.getByRole('textbox', { name: 'Name' }).fill('half-a-percent')
  await page.getByLabel('Percentage of users in development').pressSequentially('0.5')
  await expect(page.getByText('Enter a whole percentage from 0 to 100.')).toBeVisible()
  await page.getByRole('button', { name: 'Create flag' }).click()
  await expect(page.getByRole('dialog', { name: 'New flag' })).toBeVisible()
  await page.getByLabel('Percentage of users in development').fill('5')
  await page.getByRole('button', { name: 'Create flag' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const flag = await api.get<{ environments: { strategies: { parameters: { rollout: string } }[] }[] }>(
    `${base}/half-a-percent`,
  )
  expect(flag.environments.flatMap(({ strategies }) => strategies)[0]?.parameters.rollout).toBe('5')

  await page.goto('/projects/default/features/half-a-percent/strategies/create?environmentId=development')
  const rollout = page.getByRole('textbox', { name: 'Rollout' })
  await rollout.fill('')
  await rollout.pressSequentially('0.5')
  await expect(page.getByRole('alert')).toContainText('Enter a whole percentage')
  await page.keyboard.press('Control+Enter')
  await expect(rollout).toBeVisible()

  await page.goto('/projects/default/settings/default-strategy')
  const usual = page.getByRole('textbox', { name: /development/ }).first()
  await usual.fill('')
  await usual.pressSequentially('0.5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter a whole percentage')
})

test('a warning from the server is shown after saving', async ({ page }) => {
  await api.post(base, { name: 'warned' })
  const rules = `${base}/warned/environments/development/strategies`
  const parameters = { rollout: '50', stickiness: 'tenant', groupId: 'warned' }
  const { id } = await api.post<{ id: string }>(rules, { name: 'flexibleRollout', parameters })
  await signIn(
    page,
    `/projects/default/features/warned/strategies/edit?environmentId=development&strategyId=${id}`,
  )
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('By tenant')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('status').filter({ hasText: 'tenant' })).toBeVisible()
})
