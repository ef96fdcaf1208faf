import { expect, type Page, test } from '@playwright/test'
import { api, expectGood, password, signIn } from '../kit.ts'

const project = `frozen-${Date.now()}`
const home = `/api/admin/projects/${project}`
const flag = `${project}-flag`
const name = `${project} weekends`
/** The built-in project role, which cannot skip reviews. */
const OWNER = 4
const flagPage = `/projects/${project}/features/${flag}`

type Freeze = { id: number; name: string; project: string | null }
const ownFreezes = async () =>
  (await api.get<{ freezes: Freeze[] }>('/api/admin/freezes')).freezes.filter(
    (one) => one.project === project,
  )

// Each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await api.post('/api/admin/projects', { id: project, name: 'Frozen' })
  await api.post(`${home}/features`, { name: flag })
  await api.post(`${home}/features/${flag}/environments/development/on`)
})

test.afterAll(async () => {
  for (const { id } of await ownFreezes()) await api.delete(`/api/admin/freezes/${id}`)
})

const toggle = (page: Page) => page.getByRole('switch', { name: `${flag} in development` })
const bar = (page: Page) => page.getByRole('region', { name: 'Freezes' })

test('a weekly freeze is created from the settings of a project', async ({ page }) => {
  await signIn(page, `/projects/${project}/settings/freezes`)
  await expect(page.getByRole('heading', { name: 'No freezes apply to this project.' })).toBeVisible()
  await page.getByRole('button', { name: 'New freeze' }).click()
  await expect(page.getByRole('combobox', { name: 'Project' })).toHaveValue('Frozen')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: /^Create freeze/ }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter when the freeze starts and ends.')
  await page.getByText('Every week', { exact: true }).click()
  // From Monday to Monday is the whole week, so the freeze applies whenever this test runs.
  await page.getByRole('combobox', { name: 'First day of row 1' }).click()
  await page.getByRole('option', { name: 'Monday' }).click()
  await page.getByLabel('Start time of row 1').fill('00:00')
  await page.getByLabel('End time of row 1').fill('00:00')
  await page.getByRole('button', { name: 'Add times' }).click()
  await expect(page.getByLabel('Start time of row 2')).toBeVisible()
  await expectGood(page, 'two rows')
  await page.getByRole('button', { name: 'Remove row 2' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Ber')
  await page.getByRole('option', { name: 'Europe/Berlin' }).click()
  await page.getByRole('button', { name: /^Create freeze/ }).click()
  await expect(page.getByText(`Freeze ${name} saved`)).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('All week, Europe/Berlin')
  await expect(row).toContainText('Now')
  await expect(row).toContainText('Break glass')
  await expect(
    page.getByRole('region', { name: 'Next four weeks' }).getByRole('img', { name: new RegExp(name) }),
  ).toBeVisible()
  await expectGood(page, 'a freeze that applies')
})

test('people without the permission are refused, and can turn a flag off', async ({ page }) => {
  const username = `${project}-editor`
  const account = { username, rootRole: 'Viewer', password }
  const { id } = await api.post<{ id: number }>('/api/admin/user-admin', account)
  await api.put(`${home}/users/${id}/roles`, { roles: [OWNER] })
  await signIn(page, flagPage, username)
  await expect(bar(page)).toContainText(
    `Flags in all environments are frozen: ${name}. You can still turn flags off.`,
  )
  await expect(toggle(page)).toBeChecked()
  await toggle(page).press('Space')
  await expect(toggle(page)).not.toBeChecked()
  // The switch ignores clicks until the page has the response.
  await expect(toggle(page)).not.toHaveAttribute('aria-busy')
  await toggle(page).press('Space')
  await expect(page.getByText(`are frozen: ${name}. You can still turn flags off and lower`)).toBeVisible()
  await expect(toggle(page)).not.toBeChecked()
})

test('an administrator breaks the glass with a reason, which is recorded', async ({ page }) => {
  await signIn(page, flagPage)
  await expect(bar(page)).toContainText(name)
  await expectGood(page, 'flag in a frozen project')
  await toggle(page).press('Space')
  const dialog = page.getByRole('dialog', { name: 'Change flags during a freeze?' })
  await expect(dialog).toContainText(name)
  await expectGood(page, 'reason')
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The shop is down')
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toggle(page)).toBeChecked()
  await expect.poll(recordedSkip).toMatchObject({ flags: [flag], reason: 'The shop is down' })
})

test('a deleted freeze comes back with undo', async ({ page }) => {
  await signIn(page, '/freezes')
  const row = page.getByRole('row', { name: new RegExp(name) })
  const remove = async () => {
    await row.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Delete freeze' }).click()
    await expect(page.getByText(`Freeze ${name} deleted`)).toBeVisible()
    await expect(row).toHaveCount(0)
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  expect(await ownFreezes()).toMatchObject([{ name }])
  await remove()
  await page.goto(flagPage)
  await expect(toggle(page)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})

async function recordedSkip(): Promise<object | undefined> {
  const { events } = await api.get<{ events: { type: string; data: object }[] }>('/api/admin/events')
  return events.find(({ type, data }) => type === 'freeze-skipped' && JSON.stringify(data).includes(flag))
    ?.data
}
