import { type Browser, expect, type Page, test } from '@playwright/test'
import { api, countClicks, expectGood, password, signIn } from '../kit.ts'

const project = `reviews-${Date.now()}`
const home = `/api/admin/projects/${project}`
const author = `${project}-author`
const rule = (rollout: string, countries: string[]) => ({
  name: 'flexibleRollout',
  title: 'Nordic ramp',
  parameters: { rollout, stickiness: 'userId', groupId: 'ramp' },
  constraints: [{ contextName: 'userId', operator: 'IN', values: countries }],
})

test.beforeAll(async () => {
  await api.post('/api/admin/projects', { id: project, name: 'Checkout' })
  await api.post('/api/admin/user-admin', {
    username: author,
    name: 'Tomas Lind',
    rootRole: 'Editor',
    password,
  })
  await api.put(`${home}/environments/production/change-requests/config`, { changeRequestsEnabled: true })
})

type Request = { id: number; features: { changes: { id: number }[] }[] }

/** The page of the author, who has a draft that changes a new flag in production. */
async function draft(browser: Browser, flag: string, title: string) {
  await api.post(`${home}/features`, { name: flag })
  const page = await (await browser.newContext()).newPage()
  await signIn(page, '/projects', author)
  const call = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await page.request[method](`${home}${path}`, { data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return answer
  }
  const add = { action: 'addStrategy', feature: flag, payload: rule('40', ['NO', 'SE']) }
  const turnOn = { action: 'updateEnabled', feature: flag, payload: { enabled: true } }
  const answer = await call('post', '/environments/production/change-requests', [add, turnOn])
  const { id }: Request = await answer.json()
  await call('put', `/change-requests/${id}/title`, { title })
  return {
    id,
    page,
    address: `/projects/${project}/change-requests/${id}`,
    send: () => call('put', `/change-requests/${id}/state`, { state: 'In review' }),
    state: async () => (await (await page.request.get(`${home}/change-requests/${id}`)).json()).state,
    isOn: async () =>
      (await api.get<{ enabled: boolean }>(`${home}/features/${flag}/environments/production`)).enabled,
    /** Frees the author for the next draft, and closes the page. */
    async end() {
      await page.request.put(`${home}/change-requests/${id}/state`, { data: { state: 'Cancelled' } })
      await page.context().close()
    },
  }
}
const toasted = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).last()).toBeVisible()
const waiting = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Change requests/ })

test('a reviewer approves from the inbox with two clicks, and the author applies it with one', async ({
  page,
  browser,
}) => {
  const request = await draft(browser, `${project}-mouse`, 'Raise payment form to 40 %')
  await signIn(page, '/change-requests')
  await expect(page.getByRole('heading', { name: 'Change requests', level: 1 })).toBeVisible()
  const row = page.getByRole('row', { name: /Raise payment form/ })
  await expect(page.getByRole('table').or(page.getByText('Nothing waits for you'))).toBeVisible()
  await expect(page.getByRole('banner')).toContainText(/Live\s*r/)
  await expect(row).toHaveCount(0)
  await request.send()
  // The list and the number in the navigation follow without a reload.
  await expect(row).toContainText('In review')
  await expect(row).toContainText('0 of 1')
  await expect(waiting(page)).toContainText('waiting for you')
  await expectGood(page, 'inbox')

  const effort = await countClicks(page)
  await row.getByRole('link', { name: /^Review/ }).click()
  await expect(page.getByRole('heading', { name: /^Raise payment form/ })).toBeVisible()
  await expect(page.getByText('adds the rule Nordic ramp')).toBeVisible()
  await expect(page.getByText('turns it on')).toBeVisible()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await toasted(page, 'Approved')
  await effort.expectAtMost(2, 0)
  expect(await request.state()).toBe('Approved')
  await expectGood(page, 'approved request')

  await request.page.goto('/change-requests?tab=mine')
  const apply = await countClicks(request.page)
  await request.page.getByRole('button', { name: /^Apply: Raise payment form/ }).click()
  await toasted(request.page, 'Applied')
  await apply.expectAtMost(1, 0)
  expect(await request.isOn()).toBe(true)
  await expect(page.getByText('Applied').first()).toBeVisible()
  await page.goto(`/projects/${project}/change-requests?tab=closed`)
  await expect(page.getByRole('row', { name: /Raise payment form/ })).toContainText('Applied')
  await expectGood(page, 'closed requests')
  await request.end()
})

test('the author asks reviewers, and sees who was asked', async ({ browser }) => {
  const request = await draft(browser, `${project}-asked`, 'Who looks at this?')
  const { page } = request
  await page.goto(request.address)
  const effort = await countClicks(page)
  await page.getByRole('button', { name: 'Ask reviewers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who should review this?' })
  await expect(dialog).toContainText('They get an email when you send the draft for review.')
  await expect(dialog.getByRole('combobox', { name: 'Reviewers' })).toBeFocused()
  await page.getByRole('option', { name: 'admin' }).click()
  await expectGood(page, 'ask reviewers')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toasted(page, 'Reviewers saved')
  await effort.expectAtMost(3)
  await expect(page.getByRole('list', { name: 'Reviews' })).toContainText('asked')
  await expectGood(page, 'asked reviewers')

  await page.getByRole('button', { name: 'Ask reviewers' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Reviewers' })).toBeFocused()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Reviews' })).toHaveCount(0)
  await request.end()
})

test('a request is sent, approved and applied by keyboard alone', async ({ page, browser }) => {
  const request = await draft(browser, `${project}-keys`, 'Raise it by keyboard')
  await request.page.goto('/change-requests?tab=mine')
  await expect(request.page.getByRole('link', { name: 'Raise it by keyboard', exact: true })).toBeVisible()
  await request.page.keyboard.press('j')
  await request.page.keyboard.press('Enter')
  await expect(request.page.getByRole('button', { name: /^Send for review/ })).toBeVisible()
  await request.page.keyboard.press('s')
  await toasted(request.page, 'Sent for review')

  await signIn(page, '/change-requests')
  await expect(page.getByRole('link', { name: 'Raise it by keyboard', exact: true })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible()
  await page.keyboard.press('a')
  await toasted(page, 'Approved')

  await expect(request.page.getByRole('button', { name: /^Apply/ })).toBeVisible()
  await request.page.keyboard.press('p')
  await toasted(request.page, 'Applied')
  expect(await request.isOn()).toBe(true)
  await request.end()
})

test('a draft is sent for review with two clicks, and is not found by others', async ({ page, browser }) => {
  const request = await draft(browser, `${project}-draft`, 'Only mine')
  await signIn(page, request.address)
  await expect(page.getByRole('heading', { name: 'Change request not found' })).toBeVisible()
  await expectGood(page, 'draft of someone else')

  await request.page.goto('/change-requests?tab=mine')
  await expect(request.page.getByText('Only mine')).toBeVisible()
  const effort = await countClicks(request.page)
  await request.page.getByRole('link', { name: 'Only mine', exact: true }).click()
  await expect(request.page.getByText('only you can see it')).toBeVisible()
  await request.page.getByRole('button', { name: /^Send for review/ }).click()
  await toasted(request.page, 'Sent for review')
  await effort.expectAtMost(2, 0)
  await expect(request.page.getByText('Waiting for 1 approval')).toBeVisible()
  await expect(request.page.getByRole('button', { name: /^Approve/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await page.reload()
  await page.getByRole('textbox', { name: 'Comment' }).fill('Please wait for Monday.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Please wait for Monday.')).toBeVisible()
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject the change request?' })
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('Not this week')
  await expectGood(page, 'reject')
  await dialog.getByRole('button', { name: 'Reject request' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Not this week')).toBeVisible()
  expect(await request.state()).toBe('Rejected')
  await request.page.context().close()
})

test('a conflict is shown at its change, and removing the change resolves it', async ({ page, browser }) => {
  const request = await draft(browser, `${project}-conflict`, 'Add Finland')
  await request.send()
  await signIn(page, request.address)
  await expect(page.getByText('No conflicts')).toBeVisible()
  await page.request.delete(`${home}/features/${project}-conflict`)
  await expect(page.getByText('2 changes no longer fit the current state')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveAttribute('aria-disabled', 'true')
  await expectGood(page, 'conflict')
  await api.post(`/api/admin/archive/revive/${project}-conflict`)
  await expect(page.getByText('No conflicts')).toBeVisible()

  await request.page.goto(request.address)
  await request.page.getByRole('button', { name: /turns it on/ }).click()
  await request.page.getByRole('menuitem', { name: 'Remove change' }).click()
  await expectGood(request.page, 'remove')
  await request.page.getByRole('dialog').getByRole('button', { name: 'Remove change' }).click()
  await toasted(request.page, 'Change removed')
  await expect(request.page.getByText('turns it on')).toHaveCount(0)
  await expect(request.page.getByText('edition 2')).toBeVisible()
  await request.page.getByText('JSON', { exact: true }).click()
  await expect(request.page.getByText('"rollout": "40"')).toBeVisible()
  await expectGood(request.page, 'JSON')
  await request.end()
})

test('an applied request is reverted with one click, and a draft that was overtaken is updated', async ({
  page,
  browser,
}) => {
  const flag = `${project}-again`
  const request = await draft(browser, flag, 'Raise it again')
  await request.send()
  await signIn(page, request.address)
  const call = async (path: string, data: object) => {
    const headers = { 'x-change-reason': 'tests' }
    const answer = await page.request.put(`${home}${path}`, { data, headers })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  }
  await call(`/change-requests/${request.id}/state`, { state: 'Approved' })
  await call(`/change-requests/${request.id}/state`, { state: 'Applied' })

  await request.page.goto(request.address)
  await request.page.getByRole('button', { name: 'Revert' }).click()
  await expect(request.page.getByText('only you can see it')).toBeVisible()
  await expect(request.page).not.toHaveURL(new RegExp(`${request.address}$`))
  await expect(request.page.getByRole('banner')).toContainText(/Live\s*r/)

  const at = `/features/${flag}/environments/production`
  const { strategies } = await api.get<{ strategies: { id: string }[] }>(`${home}${at}`)
  await call(`${at}/strategies/${strategies[0]?.id}`, rule('60', ['NO']))
  const overtaken = request.page.getByText('A change no longer fits the current state')
  await expect(overtaken).toBeVisible()
  await expectGood(request.page, 'overtaken')
  await request.page.getByRole('button', { name: 'Update to current state' }).click()
  await toasted(request.page, 'Change request updated to the current state')
  await expect(overtaken).toHaveCount(0)
  await request.page.request.delete(`/api/admin${new URL(request.page.url()).pathname}`)
  await request.page.context().close()
})

test('a draft is renamed and discarded', async ({ browser }) => {
  const { page, address } = await draft(browser, `${project}-discard`, 'Never mind')
  await page.goto(address)
  const menu = page.getByRole('button', { name: /^Actions for change request/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Something else')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Something else/ })).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await toasted(page, 'Draft discarded')
  await expect(page.getByText('You have no open change requests')).toBeVisible()
  await expectGood(page, 'empty')
  await page.context().close()
})
