import { expect, type Page, test } from '@playwright/test'
import { api, countClicks, expectGood, password, signIn } from '../kit.ts'

type Rule = { id: string; parameters: { rollout: string } }
type Request = {
  id: number
  state: string
  features: { name: string; changes: { action: string; payload: unknown }[] }[]
}

const author = `drafter-${Date.now()}`
let next = 0

let authorId = 0
const MEMBER = 5

test.beforeAll(async () => {
  const account = { username: author, rootRole: 'Viewer', password }
  authorId = (await api.post<{ id: number }>('/api/admin/user-admin', account)).id
})

/** A project of which the author is a member, with a flag that is on in production with one rule of 25 %, and then protected. */
async function prepare(options: object = {}) {
  next += 1
  const project = `drafts-${next}-${Date.now()}`
  const flag = `${project}-flag`
  const home = `/api/admin/projects/${project}`
  const production = `${home}/features/${flag}/environments/production`
  await api.post('/api/admin/projects', { id: project, name: 'Drafts' })
  await api.put(`${home}/users/${authorId}/roles`, { roles: [MEMBER] })
  await api.post(`${home}/features`, { name: flag })
  await api.post(`${production}/strategies`, {
    name: 'flexibleRollout',
    title: 'Ramp',
    parameters: { rollout: '25', stickiness: 'userId', groupId: flag },
  })
  await api.post(`${production}/on`)
  await api.put(`${home}/environments/production/change-requests/config`, {
    changeRequestsEnabled: true,
    ...options,
  })
  const rollouts = async () =>
    (await api.get<{ strategies: Rule[] }>(production)).strategies.map(({ parameters }) => parameters.rollout)
  return { project, flag, home, rollouts, path: `/projects/${project}/features/${flag}` }
}

/** The open requests of the account that is signed in, as the server has them. */
async function open(page: Page, project: string): Promise<Request[]> {
  const response = await page.request.get(`/api/admin/projects/${project}/change-requests/open`)
  expect(response.status()).toBe(200)
  return (await response.json()) as Request[]
}

const rollout = (page: Page) => page.getByRole('button', { name: /^Rollout of rule 1 in production/ })
const field = (page: Page) => page.getByRole('textbox', { name: 'Rollout of rule 1 in production' })
const addToDraft = (page: Page) => page.getByRole('button', { name: 'Add to draft' })
const bar = (page: Page) => page.getByRole('region', { name: 'Your drafts' })
const productionSwitch = (page: Page, flag: string) =>
  page.getByRole('switch', { name: `${flag} in production` })

test('a rollout change is proposed with two clicks and a value, and sent with two more', async ({ page }) => {
  const { project, flag, path, rollouts } = await prepare()
  await signIn(page, path, author)
  await expect(rollout(page)).toHaveText(/25/)
  const effort = await countClicks(page)
  await rollout(page).click()
  await field(page).fill('40')
  await addToDraft(page).click()
  await effort.expectAtMost(2, 1)
  await expect(page.getByText('Added to your draft for production')).toBeVisible()
  await expect(bar(page)).toContainText('1 change in your draft for production')
  // The live value stays, and the draft is shown under it.
  await expect(rollout(page)).toHaveText(/25/)
  const rule = page.getByRole('listitem').filter({ hasText: 'In your draft' })
  await expect(rule).toContainText('40')
  await expect(page.getByRole('link', { name: 'View', exact: true })).toHaveAttribute(
    'href',
    new RegExp(`/projects/${project}/change-requests/\\d+$`),
  )
  expect(await rollouts()).toEqual(['25'])
  await expectGood(page, 'flag with a draft')

  const sending = effort.clicks
  await bar(page).getByRole('button', { name: 'Send for review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send your draft for review?' })
  await expect(dialog).toContainText('1 change in production will wait for 1 approval.')
  // The page learns from the live stream that the draft is gone, before it gets the response.
  await page.route('**/change-requests/*/state', async (route) => {
    const response = await route.fetch()
    await expect(bar(page)).toHaveCount(0)
    await route.fulfill({ response })
  })
  await dialog.getByRole('button', { name: 'Send for review' }).click()
  await effort.expectAtMost(sending + 2)
  await expect(page.getByText('Sent for review', { exact: true })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByText('In your change request')).toBeVisible()
  await expect
    .poll(() => open(page, project))
    .toMatchObject([{ state: 'In review', features: [{ name: flag }] }])
})

test('several changes collect in one draft, which can be discarded', async ({ page }) => {
  const { project, flag, path } = await prepare()
  await signIn(page, path, author)
  await productionSwitch(page, flag).click({ force: true })
  const ask = page.getByRole('dialog', { name: `Turn ${flag} off in production?` })
  await expect(ask.getByRole('button', { name: 'More ways to save' })).toHaveCount(0)
  await ask.getByRole('button', { name: 'Add to draft' }).click()
  await expect(page.getByText('will be turned off')).toBeVisible()
  await expect(productionSwitch(page, flag)).toBeChecked()

  await page.getByRole('link', { name: 'Add rule to production' }).click()
  await page.getByRole('textbox', { name: 'Rollout' }).fill('10')
  // A form has its save bar where the draft bar is elsewhere.
  await expect(bar(page)).toHaveCount(0)
  await expectGood(page, 'rule form that proposes')
  await addToDraft(page).click()
  await expect(bar(page)).toContainText('2 changes in your draft for production')
  await expect(page.getByText('New rule')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for rule 1 in production' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to draft' }).click()
  await expect(page.getByText('This rule will be deleted.')).toBeVisible()
  await expect(bar(page)).toContainText('3 changes in your draft for production')
  await expectGood(page, 'flag with every kind of pending change')
  const [request, ...others] = await open(page, project)
  expect(others).toEqual([])
  expect(request?.features[0]?.changes.map(({ action }) => action).sort()).toEqual([
    'addStrategy',
    'deleteStrategy',
    'updateEnabled',
  ])

  // The bar is on every page of the project.
  await page.goto(`/projects/${project}`)
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard your draft for production?' })
  await expect(dialog).toContainText('3 changes are deleted.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(bar(page)).toBeVisible()
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await dialog.getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('Draft discarded')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  expect(await open(page, project)).toEqual([])
})

test('the next change of a rule continues from the draft', async ({ page }) => {
  const { project, path } = await prepare()
  await signIn(page, path, author)
  await rollout(page).click()
  await field(page).fill('40')
  await addToDraft(page).click()
  await expect(page.getByRole('link', { name: 'In your draft' })).toBeVisible()
  await page.getByRole('link', { name: /^Edit rule 1 in production/ }).click()
  await expect(page.getByText('This rule is in your draft.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Rollout' })).toHaveValue(/^40/)
  await page.getByRole('textbox', { name: 'Name' }).fill('Nordic ramp')
  await addToDraft(page).click()
  await expect(bar(page)).toContainText('1 change in your draft')
  expect(await open(page, project)).toMatchObject([
    { features: [{ changes: [{ payload: { title: 'Nordic ramp', parameters: { rollout: '40' } } }] }] },
  ])
})

test('someone who cannot skip reviews gets the draft as the only way', async ({ page }) => {
  const { project, flag } = await prepare()
  await signIn(page, `/projects/${project}`, author)
  // The list of flags does not know where changes need a review, so the server's refusal opens the dialog.
  await productionSwitch(page, flag).click({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes need a review' })
  await expect(dialog).toContainText('Changes to flags need a review in production.')
  await expect(dialog.getByRole('button', { name: 'Save without review…' })).toHaveCount(0)
  await expectGood(page, 'choice without skipping')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing was changed.')).toBeVisible()
  expect(await open(page, project)).toEqual([])

  await expect(page.getByRole('dialog')).toHaveCount(0)
  await productionSwitch(page, flag).click({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByRole('button', { name: 'Add to draft' }).click()
  await expect(bar(page)).toContainText('1 change in your draft for production')
  await expect(productionSwitch(page, flag)).toBeChecked()
})

test('someone who can skip reviews saves without one, with a reason', async ({ page }) => {
  const { flag, path, rollouts } = await prepare()
  await signIn(page, path)
  await rollout(page).click()
  await field(page).fill('60')
  await page.getByRole('button', { name: 'More ways to save' }).click()
  await expectGood(page, 'ways to save')
  await page.getByRole('menuitem', { name: 'Save without review…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save without a review?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The sale starts now.')
  await dialog.getByRole('button', { name: 'Save without review' }).click()
  await expect(page.getByText(`${flag}: 25 % → 60 % in production`.replaceAll(' %', '\u202f%'))).toBeVisible()
  expect(await rollouts()).toEqual(['60'])
  await expect(bar(page)).toHaveCount(0)
})

test('turning off stays free where the protection says so', async ({ page }) => {
  const { project, flag, path } = await prepare({ offIsFree: true })
  await signIn(page, path, author)
  await productionSwitch(page, flag).click({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off in production' }).click()
  await expect(productionSwitch(page, flag)).not.toBeChecked()
  // The switch ignores clicks until the page has the response.
  await expect(productionSwitch(page, flag)).not.toHaveAttribute('aria-busy')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await productionSwitch(page, flag).click({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: 'Add to draft' }).click()
  await expect(page.getByText('will be turned on')).toBeVisible()
  expect(await open(page, project)).toHaveLength(1)
})

test('someone without permission to change flags can propose', async ({ page }) => {
  const { project, home, path } = await prepare()
  await api.delete(`${home}/users/${authorId}/roles`)
  await signIn(page, path, author)
  await rollout(page).click()
  await field(page).fill('30')
  await addToDraft(page).click()
  await expect(bar(page)).toContainText('1 change in your draft for production')
  expect(await open(page, project)).toHaveLength(1)
})

test('an archived flag is proposed, and the flag says so', async ({ page }) => {
  const { flag, path } = await prepare()
  await signIn(page, path, author)
  await page.getByRole('button', { name: `Actions for ${flag}` }).click()
  await page.getByRole('menuitem', { name: /Archive/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to draft' }).click()
  await expect(page.getByText('The flag will be archived.')).toBeVisible()
})

test('a change is proposed and sent with the keyboard', async ({ page }) => {
  const { project, path } = await prepare()
  await signIn(page, path, author)
  await expect(rollout(page)).toBeVisible()
  await page.keyboard.press('e')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('35')
  await page.keyboard.press('Enter')
  await expect(addToDraft(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText('1 change in your draft for production')
  await bar(page).getByRole('button', { name: 'Send for review' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Comment for reviewers' })).toBeFocused()
  await page.keyboard.type('Ready for more.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Sent for review', { exact: true })).toBeVisible()
  await expect.poll(() => open(page, project)).toMatchObject([{ state: 'In review' }])
})
