import { expect, test } from '@playwright/test'
import { api, expectGood, password, signIn } from '../kit.ts'

const project = `protected-${Date.now()}`
const home = `/api/admin/projects/${project}`

test('a change in a protected environment needs a reason, which is recorded', async ({ page }) => {
  await api.post('/api/admin/projects', { id: project, name: 'Protected' })
  await api.post(`${home}/features`, { name: `${project}-flag` })
  await api.put(`${home}/environments/development/change-requests/config`, { changeRequestsEnabled: true })
  await signIn(page, `/projects/${project}/features/${project}-flag`)
  const development = page.getByRole('switch', { name: `${project}-flag in development` })
  const skip = async () => {
    await page.getByRole('button', { name: 'More ways to save' }).click()
    await page.getByRole('menuitem', { name: 'Save without review…' }).click()
  }
  await development.click({ force: true })
  await skip()
  const dialog = page.getByRole('dialog', { name: 'Save without a review?' })
  await expect(dialog).toContainText('development')
  await expectGood(page, 'reason')
  await dialog.getByRole('button', { name: 'Save without review' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Für den Vorfall – now')
  await dialog.getByRole('button', { name: 'Save without review' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(development).toBeChecked()
  await expect.poll(recordedSkip).toMatchObject({
    flags: [`${project}-flag`],
    reason: 'Für den Vorfall – now',
  })

  // The question whether to turn it on is open until the page has the response.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(development).toBeChecked()
  await development.click({ force: true })
  await skip()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Nothing was changed.')).toBeVisible()
  await expect(development).toBeChecked()
})

const settled = `${project}-settings`
const settings = `/projects/${settled}/settings/change-requests`
const rules = async () =>
  (await api.get<{ environment: string }[]>(`/api/admin/projects/${settled}/change-requests/config`)).find(
    ({ environment }) => environment === 'production',
  )

test.beforeAll(async () => {
  await api.post('/api/admin/projects', { id: settled, name: 'Reviewed' })
  await api.post(`/api/admin/projects/${settled}/features`, { name: `${settled}-flag` })
})

test('an environment is protected from the settings with the mouse, which warns about too few reviewers', async ({
  page,
}) => {
  await signIn(page, `/projects/${settled}/settings`)
  await page
    .getByRole('navigation', { name: 'Project settings' })
    .getByRole('link', { name: 'Change requests' })
    .click()
  const card = page.getByRole('form', { name: 'Reviews in production' })
  await expect(card).toContainText('Changes are saved directly')
  await expectGood(page, 'nothing protected')
  await card.getByRole('switch', { name: 'Require reviews in production' }).press('Space')
  await expect(card).toContainText('Changes need a review')
  await expect(card.getByRole('region', { name: 'Who can review in production' })).toContainText('admin')
  await expect(card.getByRole('checkbox', { name: 'Allow turning off without a review' })).toBeChecked()

  const { total } = await api.get<{ total: number }>('/api/admin/user-admin/administrators')
  const approvals = card.getByRole('textbox', { name: 'Approvals needed in production' })
  await approvals.fill('11')
  await approvals.press('Enter')
  await expect(card.getByRole('alert')).toHaveText('Enter a number of approvals from 1 to 10.')
  await approvals.fill(String(total + 1))
  await expect(card.getByRole('status')).toContainText('can approve changes in production')
  // Reviews start strict.
  await expect(card.getByRole('checkbox', { name: 'Strict' })).toBeChecked()
  await expectGood(page, 'too few reviewers')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Reviews in production saved')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Save' })).toHaveCount(0)
  expect(await rules()).toMatchObject({
    changeRequestEnabled: true,
    requiredApprovals: total + 1,
    offIsFree: true,
    strict: true,
    adminsApproveOwn: false,
  })
  await approvals.fill('1')
  await expect(card.getByRole('status')).toHaveCount(0)

  await page.goto(`/projects/${settled}/features/${settled}-flag`)
  const environment = page.getByRole('region', { name: 'production' })
  await expect(environment.getByRole('img', { name: 'Changes need a review' })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'development' }).getByRole('img', { name: 'Changes need a review' }),
  ).toHaveCount(0)
  await expectGood(page, 'flag in a protected environment')
})

test('protection is changed with the keyboard, and making it weaker needs a reason', async ({ page }) => {
  await api.put(`/api/admin/projects/${settled}/environments/production/change-requests/config`, {
    changeRequestsEnabled: true,
    requiredApprovals: 10,
  })
  await signIn(page, settings)
  const card = page.getByRole('form', { name: 'Reviews in production' })
  await card.getByRole('switch', { name: 'Require reviews in production' }).focus()
  await page.keyboard.press('Tab')
  await expect(card.getByRole('textbox', { name: 'Approvals needed in production' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save without a review?' })
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card.getByRole('alert')).toHaveText('Nothing was changed.')
  await card.getByRole('textbox', { name: 'Approvals needed in production' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('One reviewer is enough')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(rules).toMatchObject({ requiredApprovals: 1 })

  const toggle = page.getByRole('switch', { name: 'Require reviews in development' })
  await toggle.focus()
  await page.keyboard.press('Space')
  await expect(toggle).toBeChecked()
  const development = page.getByRole('form', { name: 'Reviews in development' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(development.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await page.reload()
  await expect(toggle).toBeChecked()
})

test('a reader of the settings cannot change them, and a viewer does not see them', async ({ page }) => {
  const username = `${settled}-reader`
  const { id } = await api.post<{ id: number }>('/api/admin/user-admin', {
    username,
    rootRole: 'Viewer',
    password,
  })
  await signIn(page, settings, username)
  await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Administrators' }).getByRole('listitem').first()).toBeVisible()

  const role = {
    name: `${settled}-role`,
    type: 'custom',
    permissions: [{ name: 'PROJECT_CHANGE_REQUEST_READ' }],
  }
  const { roles } = await api.post<{ roles: { id: number } }>('/api/admin/roles', role)
  await api.put(`/api/admin/projects/${settled}/users/${id}/roles`, { roles: [roles.id] })
  await page.goto(settings)
  await expect(page.getByRole('note')).toHaveCount(1)
  await expect(page.getByRole('note')).toContainText('Needs PROJECT_CHANGE_REQUEST_WRITE / UPDATE_PROJECT')
  const card = page.getByRole('form', { name: 'Reviews in production' })
  await expect(card.getByRole('switch', { name: 'Require reviews in production' })).toBeDisabled()
  await expect(card.getByRole('textbox', { name: 'Approvals needed in production' })).toBeDisabled()
  await expect(card.getByRole('checkbox', { name: 'Strict' })).toBeDisabled()
  await expect(card.getByRole('region', { name: 'Who can review in production' })).toContainText('admin')
  await expect(card.getByRole('link', { name: 'Manage access' })).toHaveCount(0)
  await expectGood(page, 'read-only')
})

async function recordedSkip(): Promise<object | undefined> {
  const { events } = await api.get<{ events: { type: string; data: object }[] }>(
    `/api/admin/events/${project}-flag`,
  )
  return events.find(({ type }) => type === 'change-request-skipped')?.data
}
