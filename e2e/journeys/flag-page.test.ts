import { expect, type Page, test } from '@playwright/test'
import { api, countClicks, dragTo, expectGood, signIn, undoByKey } from '../kit.ts'

const projects = '/api/admin/projects'
const at = (flag: string) => `${projects}/default/features/${flag}`
const rulesOf = (flag: string, environment: string) => `${at(flag)}/environments/${environment}/strategies`
const page = (flag: string) => `/projects/default/features/${flag}`

type Rule = {
  id: string
  title: string | null
  disabled: boolean
  parameters: Record<string, string>
  constraints: { contextName: string; operator: string; values: string[] }[]
}
type Flag = { environments: { name: string; enabled: boolean; strategies: Rule[] }[] }

const gradual = (rollout: number, more: object = {}) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(rollout), stickiness: 'userId', groupId: 'journeys' },
  ...more,
})

let next = 0
/** Creates a flag for each test, with one rule of 25 % in development. */
async function prepare(rule: object = gradual(25, { title: 'Ramp' })) {
  next += 1
  const flag = `page-${next}-${Date.now()}`
  await api.post(`${projects}/default/features`, { name: flag, description: 'For a journey.' })
  await api.post(rulesOf(flag, 'development'), rule)
  return flag
}

async function rules(flag: string, environment: string): Promise<Rule[]> {
  const { environments } = await api.get<Flag>(at(flag))
  return environments.find(({ name }) => name === environment)?.strategies ?? []
}

const isOn = async (flag: string, environment: string) =>
  (await api.get<Flag>(at(flag))).environments.find(({ name }) => name === environment)?.enabled

/** The section of one environment, expanded. */
async function card(page: Page, environment: string) {
  const region = page.getByRole('region', { name: environment, exact: true })
  const show = region.getByRole('button', { name: `Show the rules of ${environment}` })
  await expect(region).toBeVisible()
  if (await show.isVisible()) await show.click()
  return region
}

/** The input for editing a rollout in place. */
const rolloutField = (tab: Page) => tab.getByRole('textbox', { name: /^Rollout of rule 1/ })

test.beforeAll(async () => {
  await api
    .post('/api/admin/context', {
      name: 'plan',
      legalValues: ['free', 'team', 'business'].map((value) => ({ value })),
    })
    .catch(() => {})
})

test('journey 5: the rollout of a rule is edited in place', async ({ page: tab }) => {
  const flag = await prepare()
  await api.post(`${at(flag)}/environments/development/on`)
  await signIn(tab, page(flag))
  const development = await card(tab, 'development')
  const effort = await countClicks(tab)
  await development.getByRole('button', { name: /^Rollout of rule 1/ }).click()
  await expect(rolloutField(tab)).toBeFocused()
  await tab.keyboard.type('40')
  await development.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(tab.getByRole('status').filter({ hasText: '25 % → 40 % in development' })).toBeVisible()
  await effort.expectAtMost(2, 1)
  expect((await rules(flag, 'development'))[0]?.parameters.rollout).toBe('40')
})

test('journey 5: in production the changes are shown before saving', async ({ page: tab }) => {
  const flag = await prepare()
  await api.post(rulesOf(flag, 'production'), gradual(25))
  await api.post(`${at(flag)}/environments/production/on`)
  await signIn(tab, page(flag))
  const production = await card(tab, 'production')
  const effort = await countClicks(tab)
  await production.getByRole('button', { name: /^Rollout of rule 1/ }).click()
  await expect(rolloutField(tab)).toBeFocused()
  await tab.keyboard.type('40')
  const diff = production.getByRole('list', { name: 'Changes' })
  await expect(diff).toContainText('25 %')
  await expect(diff).toContainText('40 %')
  expect((await rules(flag, 'production'))[0]?.parameters.rollout).toBe('25')
  await production.getByRole('button', { name: 'Set 40 % in production' }).click()
  await expect(tab.getByRole('status').filter({ hasText: '25 % → 40 % in production' })).toBeVisible()
  await effort.expectAtMost(2, 1)
  await tab.getByRole('button', { name: /Undo/ }).click()
  await expect(tab.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible()
  expect((await rules(flag, 'production'))[0]?.parameters.rollout).toBe('25')
})

test('journey 5: the rollout is edited by keyboard alone', async ({ page: tab }) => {
  const flag = await prepare()
  await api.post(`${at(flag)}/environments/development/on`)
  await signIn(tab, page(flag))
  const effort = await countClicks(tab)
  await expect(tab.getByRole('heading', { name: flag })).toBeVisible()
  await expect(tab.getByRole('button', { name: /^Rollout of rule 1/ })).toBeVisible()
  await tab.keyboard.press('e')
  await expect(rolloutField(tab)).toBeFocused()
  await tab.keyboard.type('60')
  await tab.keyboard.press('Control+Enter')
  await expect(tab.getByRole('status').filter({ hasText: '25 % → 60 %' })).toBeVisible()
  await effort.expectAtMost(0, 1)
  expect((await rules(flag, 'development'))[0]?.parameters.rollout).toBe('60')
  await expect(tab.getByRole('button', { name: /^Rollout of rule 1 .* 60 %/ })).toBeFocused()
})

test('journey 6: a condition with two legal values is added', async ({ page: tab }) => {
  const flag = await prepare()
  await api.post(`${at(flag)}/environments/development/on`)
  await signIn(tab, page(flag))
  const development = await card(tab, 'development')
  const effort = await countClicks(tab)
  await development.getByRole('link', { name: /^Edit rule 1 in development/ }).click()
  await tab.getByRole('button', { name: 'Add a condition on plan' }).click()
  const values = tab.getByRole('group', { name: 'Values of plan' })
  await values.getByRole('checkbox', { name: 'team' }).click()
  await values.getByRole('checkbox', { name: 'business' }).click()
  await expect(tab.getByRole('list', { name: 'Changes' })).toContainText('plan')
  await tab.getByRole('button', { name: 'Save rule' }).click()
  await expect(tab.getByRole('heading', { name: flag })).toBeVisible()
  await effort.expectAtMost(5, 0)
  expect((await rules(flag, 'development'))[0]?.constraints).toMatchObject([
    { contextName: 'plan', operator: 'IN', values: ['team', 'business'] },
  ])
})

test('journey 6: a condition is typed as text', async ({ page: tab }) => {
  const flag = await prepare()
  await api.post(`${at(flag)}/environments/development/on`)
  await signIn(tab, page(flag))
  const development = await card(tab, 'development')
  await development.getByRole('link', { name: /^Edit rule 1 in development/ }).focus()
  await tab.keyboard.press('Enter')
  await tab.getByRole('combobox', { name: 'Type a condition' }).focus()
  await tab.keyboard.type('plan in team, business')
  await expect(tab.getByText('Enter adds')).toBeVisible()
  await tab.keyboard.press('Enter')
  await tab.keyboard.press('Control+Enter')
  await expect(tab.getByRole('heading', { name: flag })).toBeVisible()
  expect((await rules(flag, 'development'))[0]?.constraints[0]?.values).toEqual(['team', 'business'])
})

test('journey 8: a rule is copied from development to production', async ({ page: tab }) => {
  const flag = await prepare()
  await api.post(`${at(flag)}/environments/development/on`)
  await signIn(tab, page(flag))
  const development = await card(tab, 'development')
  const effort = await countClicks(tab)
  await development.getByRole('button', { name: 'Actions for rule 1 in development' }).click()
  await tab.getByRole('menuitem', { name: 'Copy to production' }).click()
  await effort.expectAtMost(2, 0)
  const dialog = tab.getByRole('dialog', { name: 'Copy the rule to production?' })
  await expect(dialog.getByRole('list', { name: 'Changes' })).toContainText('25 %')
  expect(await rules(flag, 'production')).toEqual([])
  await dialog.getByRole('button', { name: 'Copy to production' }).click()
  await expect(tab.getByRole('status').filter({ hasText: 'Rule copied to production' })).toBeVisible()
  await effort.expectAtMost(3, 0)
  expect(await rules(flag, 'production')).toMatchObject([{ title: 'Ramp', parameters: { rollout: '25' } }])
})

test('journey 14: an unused flag is archived, and revived', async ({ page: tab }) => {
  const flag = await prepare()
  await signIn(tab, page(flag))
  await expect(tab.getByRole('heading', { name: flag })).toBeVisible()
  const effort = await countClicks(tab)
  await tab.getByRole('button', { name: `Actions for ${flag}` }).click()
  await tab.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(tab.getByRole('heading', { name: `${flag} is archived.` })).toBeVisible()
  await effort.expectAtMost(2, 0)
  await tab.getByRole('button', { name: /Undo/ }).click()
  await expect(tab.getByRole('heading', { name: flag, exact: true })).toBeVisible()
  expect((await api.get<Flag>(at(flag))).environments).toHaveLength(2)
})

test('journey 14: archiving a flag that is on in production warns first, also by keyboard', async ({
  page: tab,
}) => {
  const flag = await prepare()
  await api.post(rulesOf(flag, 'production'), gradual(100))
  await api.post(`${at(flag)}/environments/production/on`)
  await signIn(tab, page(flag))
  await expect(tab.getByRole('heading', { name: flag })).toBeVisible()
  await tab.getByRole('button', { name: `Actions for ${flag}` }).click()
  await tab.getByRole('menuitem', { name: 'Archive' }).click()
  const dialog = tab.getByRole('dialog', { name: `Archive ${flag}?` })
  await expect(dialog).toContainText('It is on in production.')
  await tab.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await tab.keyboard.press('Shift+A')
  await expect(dialog.getByRole('button', { name: `Archive ${flag}` })).toBeFocused()
  await tab.keyboard.press('Enter')
  await expect(tab.getByRole('heading', { name: `${flag} is archived.` })).toBeVisible()
  await tab.getByRole('button', { name: 'Revive' }).click()
  await expect(tab.getByRole('heading', { name: flag, exact: true })).toBeVisible()
})

test('turning a flag on in production needs confirmation, and in development it does not', async ({
  page: tab,
}) => {
  const flag = await prepare()
  await signIn(tab, page(flag))
  await tab.getByRole('switch', { name: `${flag} in development` }).click({ force: true })
  await expect(tab.getByRole('status').filter({ hasText: `${flag} is on in development` })).toBeVisible()
  const production = tab.getByRole('switch', { name: `${flag} in production` })
  await production.click({ force: true })
  const dialog = tab.getByRole('dialog', { name: `Turn ${flag} on in production?` })
  await expect(dialog).toContainText('production has no rule yet')
  await expect(dialog.getByRole('radio', { name: '10 %' })).toBeChecked()
  expect(await isOn(flag, 'production')).toBe(false)
  await expect(production).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Turn on in production' }).click()
  await expect(tab.getByRole('status').filter({ hasText: `${flag} is on in production` })).toBeVisible()
  await expect(production).toBeChecked()
  expect(await isOn(flag, 'production')).toBe(true)
  const [first] = await rules(flag, 'production')
  expect(first?.parameters.rollout).toBe('10')
  await undoByKey(tab)
  await expect(production).not.toBeChecked()
  expect(await isOn(flag, 'production')).toBe(false)
})

test('a change by another user appears without a reload', async ({ page: tab }) => {
  const flag = await prepare()
  await api.post(`${at(flag)}/environments/development/on`)
  await signIn(tab, page(flag))
  const figure = tab.getByRole('button', { name: /^Rollout of rule 1/ })
  await expect(figure).toHaveText('25 %')
  await expect(tab.getByText(/^Live/)).toBeVisible()
  const [rule] = await rules(flag, 'development')
  await api.put(`${rulesOf(flag, 'development')}/${rule?.id}`, {
    parameters: { ...rule?.parameters, rollout: '75' },
  })
  await expect(figure).toHaveText('75 %')
  await api.post(`${at(flag)}/environments/development/off`)
  await expect(tab.getByRole('switch', { name: `${flag} in development` })).not.toBeChecked()
})

test('a rule that another user changed is never overwritten', async ({ page: tab }) => {
  const flag = await prepare()
  const [rule] = await rules(flag, 'development')
  await signIn(tab, `${page(flag)}/strategies/edit?environmentId=development&strategyId=${rule?.id}`)
  await tab.getByRole('textbox', { name: 'Rollout' }).fill('30')
  await api.put(`${rulesOf(flag, 'development')}/${rule?.id}`, { title: 'Theirs' })
  const bar = tab.getByRole('alert').filter({ hasText: 'changed by someone else' })
  await expect(bar).toBeVisible()
  await tab.getByRole('button', { name: 'Save rule' }).click()
  await expect(tab.getByRole('alert').filter({ hasText: 'changed in the meantime' })).toBeVisible()
  expect(await rules(flag, 'development')).toMatchObject([{ title: 'Theirs', parameters: { rollout: '25' } }])
  await bar.getByRole('button', { name: 'Load their version' }).click()
  await expect(tab.getByRole('heading', { name: 'Theirs' })).toBeVisible()
})

test('rules are reordered with the arrow keys', async ({ page: tab }) => {
  const flag = await prepare()
  await api.post(rulesOf(flag, 'development'), gradual(50, { title: 'Second' }))
  await api.post(`${at(flag)}/environments/development/on`)
  await signIn(tab, page(flag))
  await tab.getByRole('button', { name: 'Move rule 2 of 2 in development' }).focus()
  await tab.keyboard.press('ArrowUp')
  await expect(tab.getByRole('status').filter({ hasText: 'Rule moved to position 1 of 2' })).toBeAttached()
  await expect(tab.getByRole('button', { name: 'Move rule 1 of 2 in development' })).toBeFocused()
  await expect
    .poll(async () => (await rules(flag, 'development')).map(({ title }) => title))
    .toEqual(['Second', 'Ramp'])
})

test('rules are reordered with the mouse, and in production the new order is confirmed', async ({
  page: tab,
}) => {
  const flag = await prepare()
  for (const environment of ['development', 'production'])
    for (const title of ['Second', 'Third'])
      await api.post(rulesOf(flag, environment), gradual(50, { title }))
  for (const environment of ['development', 'production'])
    await api.post(`${at(flag)}/environments/${environment}/on`)
  const order = async (environment: string) => (await rules(flag, environment)).map(({ title }) => title)
  await signIn(tab, page(flag))
  const development = await card(tab, 'development')
  const rows = development.getByRole('list').first().getByRole('listitem')
  const drag = async (title: string, place: number, wanted: string[]) => {
    const grip = rows.filter({ hasText: title }).getByRole('button', { name: /^Move rule/ })
    const target = rows.nth(place)
    await dragTo(tab, grip, target, async () => (await target.textContent())?.includes(title) ?? false)
    await expect.poll(() => order('development')).toEqual(wanted)
  }
  await drag('Ramp', 2, ['Second', 'Third', 'Ramp'])
  await drag('Ramp', 0, ['Ramp', 'Second', 'Third'])

  const production = await card(tab, 'production')
  await production.getByRole('button', { name: /^Move rule 1 of 2/ }).focus()
  await tab.keyboard.press('ArrowDown')
  await expect(production.getByRole('listitem').first()).toContainText('Third')
  expect(await order('production')).toEqual(['Second', 'Third'])
  await production.getByRole('button', { name: 'Save this order in production' }).click()
  await expect.poll(() => order('production')).toEqual(['Third', 'Second'])
})

test('the page of an unknown flag offers to create it', async ({ page: tab }) => {
  const flag = `unknown-${Date.now()}`
  await signIn(tab, page(flag))
  await tab.getByRole('button', { name: `Create ${flag}` }).click()
  await expect(tab.getByRole('heading', { name: flag, exact: true })).toBeVisible()
})

test('the draft of a rule is evaluated for the context that is entered', async ({ page: tab }) => {
  const flag = await prepare()
  await signIn(tab, `${page(flag)}/strategies/create?environmentId=development`)
  await tab.getByRole('button', { name: 'Add a condition on plan' }).click()
  await tab.getByRole('checkbox', { name: 'team' }).click()
  const give = (field: string, value: string) =>
    tab.getByRole('combobox', { name: `Value of ${field}` }).fill(value)
  const answer = tab.getByText('Result', { exact: true }).locator('..')
  await give('plan', 'free')
  await expect(answer).toContainText('off')
  await give('plan', 'team')
  await give('userId', '42')
  await expect(answer).toContainText('on')
})

const variants = ['control', 'treatment'].map((name) => ({
  name,
  weight: 500,
  weightType: 'variable',
  stickiness: 'userId',
  payload: { type: 'string', value: name },
}))
const conditions = [
  { contextName: 'plan', operator: 'IN', values: ['team', 'business'] },
  { contextName: 'userId', operator: 'NOT_IN', values: ['1', '2', '3', '4', '5'] },
]

async function prepareAll() {
  const flag = await prepare(gradual(25, { title: 'Ramp', variants, constraints: conditions }))
  await api.post(rulesOf(flag, 'development'), gradual(10, { title: 'Later', disabled: true }))
  await api.post(rulesOf(flag, 'production'), gradual(100))
  for (const environment of ['development', 'production'])
    await api.post(`${at(flag)}/environments/${environment}/on`)
  return flag
}

test('the flag page is accessible and fits, in both themes and sizes, with menus and dialogs', async ({
  page: tab,
}) => {
  const flag = await prepareAll()
  await signIn(tab, page(flag))
  await expect(tab.getByRole('button', { name: /^Rollout of rule 1 in production/ })).toBeVisible()
  await expectGood(tab, 'overview')
  await tab.getByRole('button', { name: `Actions for ${flag}` }).click()
  await expectGood(tab, 'actions of the flag')
  await tab.getByRole('menuitem', { name: 'Clone…' }).click()
  await expect(tab.getByRole('dialog', { name: `Clone ${flag}` })).toBeVisible()
  await expectGood(tab, 'clone')
  await tab.keyboard.press('Escape')
  await tab.getByRole('button', { name: 'Actions for rule 1 in development' }).click()
  await expectGood(tab, 'actions of a rule')
  await tab.getByRole('menuitem', { name: 'Copy to production' }).click()
  await expect(tab.getByRole('dialog')).toBeVisible()
  await expectGood(tab, 'copy')
  await tab.keyboard.press('Escape')
  await tab.getByRole('button', { name: /^Rollout of rule 1 in production/ }).click()
  await expect(rolloutField(tab)).toBeFocused()
  await tab.keyboard.type('50')
  await expectGood(tab, 'rollout in production')
  await tab.keyboard.press('Escape')
  const production = tab.getByRole('region', { name: 'production', exact: true })
  await production.getByRole('button', { name: 'Explain for…' }).click()
  await expect(tab.getByRole('dialog', { name: `Explain ${flag} in production` })).toBeVisible()
  await expectGood(tab, 'explain')
})

test('the rule form is accessible and fits, in both themes and sizes', async ({ page: tab }) => {
  const flag = await prepareAll()
  const [rule] = await rules(flag, 'development')
  await signIn(tab, `${page(flag)}/strategies/edit?environmentId=development&strategyId=${rule?.id}`)
  await expect(tab.getByRole('group', { name: 'Values of plan' })).toBeVisible()
  await expectGood(tab, 'rule')
  await tab.getByRole('button', { name: '50 % of them' }).click()
  await expect(tab.getByRole('slider').first()).toHaveAttribute('aria-valuenow', '50')
  await expectGood(tab, 'changed rule')
  await tab.getByRole('link', { name: 'Segments' }).click()
  await expect(tab.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await expectGood(tab, 'leaving')
})

test('the other tabs of a flag are accessible and fit, in both themes and sizes', async ({ page: tab }) => {
  const flag = await prepareAll()
  await signIn(tab, page(flag))
  for (const part of ['logs', 'code', 'settings']) {
    await tab.goto(`${page(flag)}/${part}`)
    await expect(tab.getByRole('heading', { name: flag, exact: true })).toBeVisible()
    await expectGood(tab, part)
  }
  await tab.goto(page('no-such-flag'))
  await expect(tab.getByRole('button', { name: 'Create no-such-flag' })).toBeVisible()
  await expectGood(tab, 'unknown flag')
})

test('the activity says what happened, and the last change is not cut', async ({ page: tab }) => {
  const flag = await prepare()
  await api.post(`${at(flag)}/environments/development/on`)
  await api.post(`${at(flag)}/link`, { url: 'https://example.com', title: 'Design' })
  await tab.setViewportSize({ width: 1440, height: 900 })
  await signIn(tab, page(flag))
  await expect(tab.getByText(`added the link Design to ${flag}`)).toBeVisible()
  const changed = (await card(tab, 'development')).getByText(/^turned on by /)
  await expect(changed).toBeVisible()
  expect(await changed.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
})
