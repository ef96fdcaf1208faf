import { expect, type Page, test } from '@playwright/test'
import { api, countClicks, expectGood, signIn } from '../kit.ts'

const home = '/api/admin/projects/reverted'
const unlessThere = (error: Error) => {
  if (!error.message.includes('409')) throw error
}
const body = (rollout: string) => ({
  name: 'flexibleRollout',
  title: 'Ramp',
  parameters: { rollout, stickiness: 'default', groupId: 'ramp' },
})

test.beforeAll(() => api.post('/api/admin/projects', { id: 'reverted', name: 'Reverted' }).catch(unlessThere))

/** A flag with a rule that went from 10 % to 90 % by mistake. */
async function mistake(flag: string, environment = 'development') {
  await api.post(`${home}/features`, { name: flag })
  const rules = `${home}/features/${flag}/environments/${environment}/strategies`
  const { id } = await api.post<{ id: string }>(rules, body('10'))
  await api.put(`${rules}/${id}`, body('90'))
  return {
    page: `/projects/reverted/features/${flag}`,
    rollout: async () =>
      (await api.get<{ parameters: { rollout: string } }>(`${rules}/${id}`)).parameters.rollout,
    change: (rollout: string) => api.put(`${rules}/${id}`, body(rollout)),
  }
}
const ready = (page: Page, flag: string) =>
  expect(page.getByRole('heading', { name: flag, exact: true })).toBeVisible()
const last = (page: Page) => page.getByRole('button', { name: /^Revert revision/ }).first()

test('journey 15: a change is found in the event log and reverted with two clicks', async ({ page }) => {
  const { page: address, rollout } = await mistake('back-by-mouse')
  await signIn(page, address)
  await ready(page, 'back-by-mouse')
  const effort = await countClicks(page)
  await page.getByRole('link', { name: 'Event log', exact: true }).first().click()
  await last(page).click()
  await expect(page.getByText('Change reverted')).toBeVisible()
  await effort.expectAtMost(2, 0)
  expect(await rollout()).toBe('10')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(rollout).toBe('90')
})

test('journey 15: a change is reverted by keyboard alone', async ({ page }) => {
  const { page: address, rollout } = await mistake('back-by-keys')
  await signIn(page, address)
  await ready(page, 'back-by-keys')
  await page.keyboard.press('h')
  const line = page.getByRole('button', { name: /updated the rule Ramp/ }).first()
  await expect(line).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(line).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('r')
  await expect.poll(rollout).toBe('10')
})

test('reverting in production, or after later changes, needs confirmation', async ({ page }) => {
  test.slow()
  const { page: address, rollout, change } = await mistake('back-in-production', 'production')
  await signIn(page, `${address}/logs`)
  await last(page).click()
  const dialog = page.getByRole('dialog', { name: 'Revert this change to back-in-production in production?' })
  await expect(dialog).toContainText('parameters.rollout')
  await expectGood(page, 'putting back')
  await change('95')
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click()
  await expect(dialog).toContainText('has changed since')
  expect(await rollout()).toBe('95')
  await dialog.getByRole('button', { name: 'Revert anyway' }).click()
  await expect(dialog).toBeHidden()
  expect(await rollout()).toBe('10')
})
