import { expect, test } from '@playwright/test'
import { api, expectNoViolations, signIn, undoByKey } from '../kit.ts'

const strategies = '/api/admin/strategies'
const features = '/api/admin/projects/default/features'
type Rule = { name: string; parameters: Record<string, string> }
type Stored = { deprecated: boolean; parameters: { name: string; type: string; required: boolean }[] }

test('a strategy is defined with its parameters', async ({ page: tab }) => {
  const name = `byPlan${Date.now()}`
  await signIn(tab, '/strategies')
  await tab.getByRole('button', { name: 'New strategy' }).click()
  await tab.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await tab.getByRole('textbox', { name: 'Title' }).fill('By plan')
  await tab.getByRole('button', { name: 'Add parameter' }).click()
  await tab.getByRole('button', { name: 'Create strategy' }).click()
  await expect(tab.getByRole('alert')).toContainText('Name every parameter')
  await tab.getByRole('textbox', { name: 'Name of parameter 1' }).fill('plans')
  await tab.getByRole('combobox', { name: 'Type of parameter 1' }).click()
  await tab.getByRole('option', { name: 'List' }).click()
  await tab.getByRole('checkbox', { name: 'Parameter 1 is required' }).click()
  await tab.getByRole('button', { name: 'Create strategy' }).click()
  await expect(tab.getByRole('heading', { name: 'By plan' })).toBeVisible()
  expect((await api.get<Stored>(`${strategies}/${name}`)).parameters).toMatchObject([
    { name: 'plans', type: 'list', required: true },
  ])
  const act = async (action: string) => {
    await tab.getByRole('button', { name: `Actions for ${name}` }).click()
    await tab.getByRole('menuitem', { name: action }).click()
  }
  await act('Deprecate')
  await expect(tab.getByText('It’s no longer offered for new rules.')).toBeVisible()
  expect((await api.get<Stored>(`${strategies}/${name}`)).deprecated).toBe(true)
  await act('Delete strategy')
  await tab.getByRole('dialog').getByRole('button', { name: 'Delete strategy' }).click()
  await expect(tab.getByRole('heading', { name: 'Strategies' })).toBeVisible()
  await undoByKey(tab)
  await expect(tab.getByRole('link', { name: 'By plan' }).first()).toBeVisible()
})

test('a rule with a custom strategy has an input for each parameter, and can be edited', async ({
  page: tab,
}) => {
  const name = `byRoom${Date.now()}`
  const flag = `rooms-${Date.now()}`
  await api.post(strategies, {
    name,
    title: `By room of ${flag}`,
    parameters: [
      { name: 'floor', type: 'number', required: true },
      { name: 'rooms', type: 'list' },
      { name: 'share', type: 'percentage' },
      { name: 'quiet', type: 'boolean' },
      { name: 'note', type: 'string' },
    ],
  })
  await api.post(features, { name: flag })
  await signIn(tab, `/projects/default/features/${flag}/strategies/create?environmentId=development`)
  await tab.getByRole('combobox', { name: 'Strategy' }).click()
  await tab.getByRole('option', { name: `By room of ${flag}` }).click()
  await tab.getByRole('button', { name: 'Add rule' }).click()
  await expect(tab.getByText('Required.')).toBeVisible()
  await tab.getByRole('textbox', { name: /^floor/ }).fill('ground')
  await expect(tab.getByText('Not a number.')).toBeVisible()
  await tab.getByRole('textbox', { name: /^floor/ }).fill('3')
  await tab.getByRole('combobox', { name: 'rooms' }).click()
  await tab.keyboard.type('blue,green')
  await tab.keyboard.press('Enter')
  await tab.getByRole('textbox', { name: 'share' }).fill('40')
  await tab.getByRole('switch', { name: 'quiet' }).click()
  await tab.getByRole('textbox', { name: 'Name', exact: true }).fill('Third floor')
  await tab.getByRole('button', { name: 'Add rule' }).click()
  const path = `${features}/${flag}/environments/development/strategies`
  await expect.poll(async () => (await api.get<Rule[]>(path)).length).toBe(1)
  expect((await api.get<Rule[]>(path))[0]).toMatchObject({
    name,
    parameters: { floor: '3', rooms: 'blue,green', share: '40', quiet: 'true' },
  })
  await tab.getByRole('button', { name: 'Show the rules of development' }).click()
  await tab.getByRole('link', { name: /^Edit rule 1 in development/ }).click()
  await tab.getByRole('textbox', { name: 'note' }).fill('hush')
  await expect(tab.getByRole('list', { name: 'Changes' })).toContainText('hush')
  await tab.getByRole('button', { name: 'Save rule' }).click()
  await expect.poll(async () => (await api.get<Rule[]>(path))[0]?.parameters.note).toBe('hush')

  await tab.goto(`/strategies/${name}`)
  await expect(tab.getByRole('table', { name: 'Rules that use it' })).toContainText(flag)
  await tab.getByRole('button', { name: `Actions for ${name}` }).click()
  await tab.getByRole('menuitem', { name: 'Delete strategy' }).click()
  await expect(tab.getByRole('dialog')).toContainText('can’t be deleted yet')
})

test('a server with read-only strategies shows a notice instead of the buttons', async ({ page }) => {
  const name = `frozen${Date.now()}`
  await api.post(strategies, { name, parameters: [] })
  // It is a server setting, so the test changes the response.
  await page.route('**/api/admin/ui-config', async (route) => {
    const response = await route.fetch()
    const flags = { disableCustomStrategyCreation: true, disableCustomStrategyEditing: true }
    await route.fulfill({ response, json: { ...(await response.json()), flags } })
  })
  await signIn(page, '/strategies')
  const create = page.getByRole('button', { name: 'New strategy' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await create.hover()
  await expect(page.getByRole('tooltip')).toContainText('don’t allow new strategies')
  await page.goto(`/strategies/${name}`)
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveAttribute('aria-disabled', 'true')
  await expectNoViolations(page, 'a strategy nobody may change')
})
