import { expect, test } from '@playwright/test'
import { api, countClicks, expectGood, signIn } from '../kit.ts'

type Overview = {
  name: string
  mode: string
  featureNaming?: { pattern: string | null }
  objectVersion: number
}
const unlessThere = (error: Error) => {
  if (!error.message.includes('409')) throw error
}
const make = (id: string, name: string) => api.post('/api/admin/projects', { id, name }).catch(unlessThere)
const overview = (id: string) => api.get<Overview>(`/api/admin/projects/${id}/overview`)

test.beforeAll(async () => {
  await make('settled', 'Settled')
  await make('doomed', 'Doomed')
  await api.post('/api/admin/projects/archive/doomed').catch(() => {})
})

test('signing in leads home, and from there to the projects', async ({ page }) => {
  await signIn(page)
  await expect(page).toHaveURL(/\/personal$/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
})

test('a project is created: its id is derived from its name, and validated', async ({ page }) => {
  await signIn(page, '/projects')
  const effort = await countClicks(page)
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Settled')
  const id = page.getByRole('textbox', { name: 'Id' })
  await expect(id).toHaveValue('settled')
  await expect(id).toHaveAccessibleDescription(/settled/)
  await page.getByRole('textbox', { name: 'Name' }).fill('Début 2')
  await expect(id).toHaveValue('debut-2')
  await expect(page.getByText('This ID is available.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Pattern' }).fill('^[a-z-]+$')
  const failed: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
  })
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(/\/projects\/debut-2$/)
  await expect(page.getByText('No flags yet')).toBeVisible()
  await effort.expectAtMost(2, 3)
  expect(failed, 'the new id is not checked again').toEqual([])
  expect(await overview('debut-2')).toMatchObject({
    name: 'Début 2',
    featureNaming: { pattern: '^[a-z-]+$' },
  })
})

test('a favourite project is in the navigation', async ({ page }) => {
  await signIn(page, '/projects')
  await page.getByRole('button', { name: 'Add Settled to favourites' }).click()
  const favourite = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settled' })
  await expect(favourite).toBeVisible()
  await page.getByRole('button', { name: 'Remove Settled from favourites' }).click()
  await expect(favourite).toHaveCount(0)
})

test('settings list their changes, and never overwrite those of another user', async ({ page }) => {
  await signIn(page, '/projects/settled/settings')
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('mine')
  await expect(page.getByText('Changed: Description')).toBeVisible()
  await api.put('/api/admin/projects/settled', { name: 'Settled', description: 'theirs' })
  await expect(page.getByRole('alert')).toContainText('changed by someone else')
  await page.getByRole('button', { name: 'Load their version' }).click()
  await expect(description).toHaveValue('theirs')
  await description.fill('ours')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings of Settled saved')).toBeVisible()
  expect(await overview('settled')).toMatchObject({ description: 'ours' })
})

test('saving one section of the settings is not a conflict for the other', async ({ page }) => {
  await make('sections', 'Sections')
  await signIn(page, '/projects/sections/settings')
  await page.getByRole('textbox', { name: 'Description' }).fill('Both are edited')
  await page.getByRole('textbox', { name: 'Pattern' }).fill('[a-z]+')
  const save = page.getByRole('button', { name: 'Save' })
  await save.last().click()
  await expect(save).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await save.click()
  await expect(save).toHaveCount(0)
  expect(await overview('sections')).toMatchObject({
    description: 'Both are edited',
    featureNaming: { pattern: '[a-z]+' },
  })
})

test('an archived project is revived, or deleted after typing its id', async ({ page }) => {
  await signIn(page, '/projects-archive')
  await page.getByRole('button', { name: 'Delete Doomed permanently' }).click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete Doomed permanently' })
  // The button is disabled but focusable, and explains what is missing.
  await confirm.press('Enter')
  await expect(page.getByText('This isn’t the name.')).toBeVisible()
  await expectGood(page, 'typed confirmation')
  await page.getByLabel('Type doomed to confirm').fill('doomed')
  await confirm.click()
  await expect(page.getByText('Project Doomed deleted')).toBeVisible()
  await expect(overview('doomed')).rejects.toThrow(/404/)
})

test('a project token shows its secret once', async ({ page }) => {
  await signIn(page, '/projects/settled/settings/api-access')
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('checkout-api')
  await expectGood(page, 'new token')
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByLabel('Secret', { exact: true })).toContainText(/settled:development\./)
  await expectGood(page, 'secret')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('cell', { name: 'checkout-api', exact: true })).toBeVisible()
})

test('a user without permission sees every control, and why it is disabled', async ({ page }) => {
  const user = { username: 'viewer', name: 'Vera Viewer', rootRole: 'Viewer', password: 'Correct-horse-7' }
  await api.post('/api/admin/user-admin', { ...user, sendEmail: false }).catch(unlessThere)
  await api.post('/api/admin/projects/settled/features', { name: 'only-looked-at' }).catch(unlessThere)
  await signIn(page, '/projects/settled', 'viewer')
  const create = page.getByRole('button', { name: 'New flag' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await create.focus()
  await expect(page.getByRole('tooltip')).toContainText('CREATE_FEATURE')
  const toggle = page.getByRole('switch', { name: 'only-looked-at in development' })
  await toggle.click({ force: true })
  await expect(toggle).not.toBeChecked()
  await expectGood(page, 'flags of a viewer')
})

for (const [name, path, ready] of [
  ['projects', '/projects', 'Settled'],
  ['new project', '/projects/create', 'Gradual rollout'],
  ['archived projects', '/projects-archive', 'Archived projects'],
  ['general', '/projects/settled/settings/general', 'Archive or delete'],
  ['access', '/projects/settled/settings/access', 'Give access'],
  ['environments', '/projects/settled/settings/environments', 'production'],
  ['default rules', '/projects/settled/settings/default-strategy', 'Default rule in production'],
] as const)
  test(`${name} are accessible and fit, in both themes and sizes`, async ({ page }) => {
    await signIn(page, path)
    await expect(page.getByText(ready).first()).toBeVisible()
    await expectGood(page, name)
  })
