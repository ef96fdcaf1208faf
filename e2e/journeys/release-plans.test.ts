import { expect, type Page, test } from '@playwright/test'
import { api, expectGood, signIn } from '../kit.ts'

const project = `releases-${Date.now()}`
const home = `/api/admin/projects/${project}`
const flag = `${project}-flag`
const template = `${project} careful`
const flagPage = `/projects/${project}/features/${flag}`

type Rule = { parameters: { rollout?: string; groupId?: string } }
type Template = { id: string; name: string; milestones: { name: string; strategies: Rule[] }[] }
const templates = () => api.get<Template[]>(`${home}/release-templates?include=root`)
const rollouts = async (environment: string) =>
  (await api.get<Rule[]>(`${home}/features/${flag}/environments/${environment}/strategies`)).map(
    ({ parameters }) => parameters.rollout,
  )

// Each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await api.post('/api/admin/projects', { id: project, name: 'Releases' })
  await api.post(`${home}/features`, { name: flag })
  await api.post(`${home}/features/${flag}/environments/development/on`)
})

test.afterAll(async () => {
  for (const { id, name } of await api.get<Template[]>('/api/admin/release-plan-templates'))
    if (name.startsWith(project)) await api.delete(`/api/admin/release-plan-templates/${id}`)
})

const plan = (page: Page, environment = 'development') =>
  page.getByRole('region', { name: `Release plan ${template} in ${environment}` })

test('a template is created from the offered steps, changed and saved', async ({ page }) => {
  await signIn(page, `/projects/${project}/settings/release-templates`)
  await expect(page.getByRole('heading', { name: 'No release templates in this project yet' })).toBeVisible()
  await page.getByRole('link', { name: 'Templates for all projects' }).click()
  await page.getByRole('button', { name: 'New template' }).first().click()
  await page.getByRole('button', { name: /^Create template/ }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter a name.')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(template)
  await page.getByRole('button', { name: 'Use 1 %, 10 %, 50 %, 100 %, a day each' }).click()
  const track = page.getByRole('list', { name: template })
  await expect(track.getByRole('listitem')).toHaveCount(4)
  await expect(track).toContainText('1 day')

  await page.getByRole('button', { name: 'Remove milestone 1' }).click()
  await page.getByRole('textbox', { name: 'Rollout of rule 1 of milestone 1' }).fill('20')
  await page.getByRole('textbox', { name: 'Name of milestone 1' }).fill('First fifth')
  await page.getByRole('textbox', { name: 'Time until the milestone after 1' }).fill('36')
  await page.getByRole('combobox', { name: 'Unit of the time' }).first().click()
  await page.getByRole('option', { name: 'hours' }).click()
  await page.getByRole('combobox', { name: 'Next milestone starts' }).nth(1).click()
  await page.getByRole('option', { name: 'when someone starts it' }).click()
  await expect(track.getByRole('listitem').first()).toContainText('36 hours')
  await expect(track.getByRole('listitem').nth(1)).toContainText('until someone starts the next')
  await page.getByRole('button', { name: 'Edit rule 1 of milestone 2' }).click()
  await page
    .getByRole('region', { name: /^Milestone 2/ })
    .getByRole('textbox', { name: 'Name', exact: true })
    .fill('Half of the users')
  await expectGood(page, 'template with an open rule')
  await page.getByRole('button', { name: /^Create template/ }).click()
  await expect(page.getByText(`Template ${template} saved`)).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(template) })
  await expect(row).toContainText('First fifth')
  await expect(row).toContainText('Not used')

  const [stored] = (await templates()).filter(({ name }) => name === template)
  expect(stored?.milestones.map(({ name }) => name)).toEqual(['First fifth', '50\u202f%', 'Everyone'])
  // Without a group, each flag that uses the template gets its own.
  expect(stored?.milestones[0]?.strategies).toMatchObject([{ parameters: { rollout: '20' } }])
  expect(stored?.milestones[0]?.strategies[0]?.parameters.groupId).toBeUndefined()
})

test('an edit shows what changes, and a milestone that is moved back is no change', async ({ page }) => {
  await signIn(page, '/release-templates')
  await page.getByRole('link', { name: template }).click()
  await page.getByRole('button', { name: 'Move milestone 1 down' }).click()
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('2. First fifth')
  await page.getByRole('button', { name: 'Move milestone 2 up' }).click()
  await expect(page.getByText('Nothing changed yet')).toBeVisible()
  await page.getByRole('textbox', { name: 'Description' }).fill('For every team')
  await page.getByRole('button', { name: /^Save template/ }).click()
  await expect(page.getByRole('row', { name: new RegExp(template) })).toContainText('For every team')
})

test('a flag follows the template: preview, start, pause, resume and remove', async ({ page }) => {
  await signIn(page, flagPage)
  await page.getByRole('button', { name: 'Use template in development' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use a release template in development' })
  await dialog.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: template }).click()
  await expect(dialog.getByRole('list', { name: `Milestones of ${template}` })).toContainText('First fifth')
  await expect(dialog).toContainText('The first milestone starts immediately.')
  await expectGood(page, 'preview')
  await dialog.getByRole('button', { name: 'Add release plan' }).click()
  await expect(plan(page)).toContainText('milestone 1 of 3')
  await expect(plan(page).getByRole('listitem').first()).toHaveAttribute('aria-current', 'step')
  await expect(plan(page)).toContainText(/starts in 1 d 1[12] h/)
  await expect(page.getByText('Release plan: First fifth')).toBeVisible()
  expect(await rollouts('development')).toContain('20')
  await expectGood(page, 'running plan')

  await page.getByRole('button', { name: 'Pause the release plan in development' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('Errors rise')
  await page.getByRole('button', { name: 'Pause plan' }).click()
  await expect(plan(page)).toContainText('Paused: Errors rise')
  await page.getByRole('button', { name: 'Resume the release plan in development' }).click()
  await page.getByRole('button', { name: 'Resume plan' }).click()
  await expect(plan(page)).not.toContainText('Paused')

  await plan(page).getByRole('button', { name: 'Show milestones' }).click()
  await plan(page).getByRole('button', { name: 'Change when Everyone starts' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Next milestone starts' }).click()
  await page.getByRole('option', { name: 'after the flag was on' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(plan(page)).toContainText('Everyone starts after 10,000 times on.')

  await plan(page).getByRole('button', { name: 'Edit rule 1 of 50\u202f%' }).click()
  const rule = page.getByRole('dialog', { name: 'Edit rule of 50\u202f%' })
  await rule.getByRole('textbox', { name: 'Rollout' }).fill('60')
  await rule.getByRole('button', { name: 'Save rule' }).click()
  await expect(rule).toHaveCount(0)

  await plan(page).getByRole('button', { name: 'Start 50\u202f%…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start 50\u202f%' }).click()
  await expect(plan(page)).toContainText('milestone 2 of 3')
  expect(await rollouts('development')).toContain('60')
  expect(await rollouts('development')).not.toContain('20')

  await page.getByRole('switch', { name: `${flag} in development` }).press('Space')
  await expect(plan(page)).toContainText('The flag is off: the clock is stopped.')
  await page.getByRole('button', { name: 'Actions for the release plan in development' }).click()
  await page.getByRole('menuitem', { name: 'Remove plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove plan' }).click()
  await expect(plan(page)).toHaveCount(0)
})

test('in a protected environment, a plan is added to the draft', async ({ page }) => {
  await api.put(`${home}/environments/production/change-requests/config`, { changeRequestsEnabled: true })
  await signIn(page, flagPage)
  const card = page.getByRole('region', { name: 'production', exact: true })
  const use = card.getByRole('button', { name: 'Use template in production' })
  if (!(await use.isVisible()))
    await card.getByRole('button', { name: 'Show the rules of production' }).click()
  await use.click()
  const dialog = page.getByRole('dialog', { name: 'Use a release template in production' })
  await dialog.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: template }).click()
  await dialog.getByRole('button', { name: 'Add to draft' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card).toContainText('The release plan will change.')
  expect(await api.get(`${home}/features/${flag}/environments/production/release-plans`)).toEqual([])
})

test('an archived template is not offered, and can be revived', async ({ page }) => {
  await signIn(page, '/release-templates')
  const row = page.getByRole('row', { name: new RegExp(template) })
  await row.getByRole('button', { name: `Actions for ${template}` }).click()
  await page.getByRole('menuitem', { name: 'Archive template' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive template' }).click()
  await expect(row).toHaveCount(0)
  expect((await templates()).map(({ name }) => name)).not.toContain(template)
  await page.getByText('Archived', { exact: true }).click()
  await row.getByRole('button', { name: `Actions for ${template}` }).click()
  await page.getByRole('menuitem', { name: 'Revive template' }).click()
  await expect(row).toHaveCount(0)
  await page.getByText('Active', { exact: true }).click()
  await expect(row).toBeVisible()
})
