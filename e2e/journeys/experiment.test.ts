import { expect, test } from '@playwright/test'
import { api, countClicks, openPalette, signIn } from '../kit.ts'

const home = '/api/admin/projects/experiments'
type Rule = { variants: { name: string; weight: number }[] }
const rules = (flag: string) =>
  api.get<Rule[]>(`${home}/features/${flag}/environments/development/strategies`)

test.beforeAll(() =>
  api.post('/api/admin/projects', { id: 'experiments', name: 'Experiments' }).catch((error: Error) => {
    if (!error.message.includes('409')) throw error
  }),
)

test('journey 7: a rule with two variants takes 3 clicks and 2 fields', async ({ page }) => {
  await api.post(`${home}/features`, { name: 'two-by-mouse', type: 'experiment' })
  await api.post(`${home}/features/two-by-mouse/environments/development/on`)
  await signIn(page, '/projects/experiments/features/two-by-mouse')
  await expect(page.getByRole('heading', { name: 'two-by-mouse' })).toBeVisible()
  const effort = await countClicks(page)
  await page.getByRole('link', { name: 'Add rule to development' }).click()
  await page.getByRole('button', { name: 'A/B 50/50' }).click()
  await expect(page.getByRole('textbox', { name: 'Name of variant 1' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Name of variant 1' }).fill('form-as-before')
  await page.getByRole('textbox', { name: 'Name of variant 2' }).fill('new-form')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByRole('heading', { name: 'two-by-mouse' })).toBeVisible()
  await effort.expectAtMost(3, 2)
  expect((await rules('two-by-mouse'))[1]?.variants).toMatchObject([
    { name: 'form-as-before', weight: 500 },
    { name: 'new-form', weight: 500 },
  ])
})

test('journey 7: an experiment is created by keyboard alone, with the palette', async ({ page }) => {
  await api.post(`${home}/features`, { name: 'two-by-keys', type: 'experiment' })
  await signIn(page, '/projects/experiments/features/two-by-keys')
  await expect(page.getByRole('heading', { name: 'two-by-keys' })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('experiment development')
  await expect(page.getByText('New experiment (A/B 50/50) in development')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name of variant 2' })).toHaveValue('treatment')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'two-by-keys' })).toBeVisible()
  await expect.poll(async () => (await rules('two-by-keys'))[0]?.variants.length).toBe(2)
})

test('reaching the limit of rules is shown before a rule is edited', async ({ page }) => {
  await api.post(`${home}/features`, { name: 'full' })
  for (let count = 0; count < 30; count += 1)
    await api.post(`${home}/features/full/environments/development/strategies`, {
      name: 'flexibleRollout',
      parameters: { rollout: '1', stickiness: 'default', groupId: 'full' },
    })
  await api.post(`${home}/features/full/environments/development/on`)
  await signIn(page, '/projects/experiments/features/full')
  const add = page.getByRole('button', { name: 'Add rule to development' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await add.focus()
  await expect(page.getByText(/reached the limit of .* rules/)).toBeVisible()
})
