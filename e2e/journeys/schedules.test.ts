import { type Browser, expect, type Page, test } from '@playwright/test'
import { api, countClicks, expectGood, inDatabase, password, signIn } from '../kit.ts'

const project = `schedules-${Date.now()}`
const home = `/api/admin/projects/${project}`
const author = `${project}-author`
const rule = (rollout: string) => ({
  name: 'flexibleRollout',
  title: 'Ramp',
  parameters: { rollout, stickiness: 'default', groupId: 'ramp' },
})
const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

test.beforeAll(async () => {
  await api.post('/api/admin/projects', { id: project, name: 'Checkout' })
  await api.post('/api/admin/user-admin', {
    username: author,
    name: 'Tomas Lind',
    rootRole: 'Editor',
    password,
  })
})

type Request = { id: number; state: string; schedule?: { scheduledAt: string }; until?: string }
const read = (id: number) => api.get<Request>(`${home}/change-requests/${id}`)

async function call(page: Page, method: 'post' | 'put', path: string, data: object): Promise<Request> {
  const answer = await page.request[method](`${home}${path}`, { data })
  const text = await answer.text()
  expect(answer.ok(), `${path}: ${text}`).toBe(true)
  // Renaming returns nothing.
  return JSON.parse(text || '{}')
}

/** The page of the author, who has a draft that changes the rule of a new flag in production. */
async function draft(browser: Browser, flag: string, title: string) {
  const production = `${home}/features/${flag}/environments/production`
  const protect = (changeRequestsEnabled: boolean) =>
    api.put(`${home}/environments/production/change-requests/config`, {
      changeRequestsEnabled,
      reasonRequired: false,
    })
  await protect(false)
  await api.post(`${home}/features`, { name: flag })
  const { id: ruleId } = await api.post<{ id: string }>(`${production}/strategies`, rule('50'))
  await api.post(`${production}/on`)
  await protect(true)
  const page = await (await browser.newContext({ timezoneId: 'Europe/Oslo' })).newPage()
  await signIn(page, '/projects', author)
  const { id } = await call(page, 'post', '/environments/production/change-requests', {
    action: 'updateStrategy',
    feature: flag,
    payload: { ...rule('75'), id: ruleId },
  })
  await call(page, 'put', `/change-requests/${id}/title`, { title })
  const move = (who: Page, state: string, more: object = {}) =>
    call(who, 'put', `/change-requests/${id}/state`, { state, ...more })
  return {
    id,
    page,
    flagAddress: `/projects/${project}/features/${flag}`,
    address: `/projects/${project}/change-requests/${id}`,
    /** Changes the rule without a review. */
    override: () => api.put(`${production}/strategies/${ruleId}`, rule('10')),
    schedule: (at: string) => move(page, 'Scheduled', { scheduledAt: at }),
    apply: () => move(page, 'Applied'),
    /** Sends the request, and approves it as an administrator. */
    async approve(admin: Page) {
      await move(page, 'In review')
      expect((await move(admin, 'Approved')).state).toBe('Approved')
    },
    async end() {
      const { state } = await (await page.request.get(`${home}/change-requests/${id}`)).json()
      if (state === 'Scheduled') await move(page, 'Rejected')
      else if (state !== 'Applied') await move(page, 'Cancelled')
      await page.context().close()
    },
  }
}
const toasted = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).last()).toBeVisible()
const schedule = (page: Page) => page.getByRole('region', { name: 'Schedule' })

test('an approved request is scheduled with two clicks and a time, and moved', async ({ page, browser }) => {
  const request = await draft(browser, `${project}-later`, 'Raise it in the morning')
  await signIn(page, request.address)
  await request.approve(page)
  const own = request.page
  await own.goto(request.address)
  await expect(own.getByRole('button', { name: /^Apply/ })).toBeVisible()
  const effort = await countClicks(own)
  await own.getByRole('button', { name: 'Schedule…' }).click()
  const dialog = own.getByRole('dialog', { name: 'Schedule change request' })
  await expect(dialog).toContainText('Central European')
  await dialog.getByLabel('Apply on').fill('2020-01-01T09:00')
  await dialog.getByRole('button', { name: 'Schedule request' }).click()
  await expect(dialog).toContainText('Choose a time in the future.')
  await expectGood(own, 'schedule dialog')
  effort.clicks = 1
  await dialog.getByLabel('Apply on').fill('2037-05-04T09:00')
  await dialog.getByRole('button', { name: 'Schedule request' }).click()
  await toasted(own, 'Scheduled')
  await effort.expectAtMost(2, 1)
  await expect(dialog).toHaveCount(0)
  // Nine in Oslo, in summer.
  expect((await read(request.id)).schedule?.scheduledAt).toBe('2037-05-04T07:00:00.000Z')
  await expect(schedule(own)).toContainText('Will be applied on Mon, 4 May 2037, 09:00')
  await expect(own.getByText('scheduled it for Mon, 4 May 2037, 09:00')).toBeVisible()
  await expectGood(own, 'scheduled request')

  await own.getByRole('button', { name: 'Change time…' }).click()
  const again = own.getByRole('dialog', { name: 'Change time' })
  await expect(again.getByLabel('Apply on')).toHaveValue('2037-05-04T09:00')
  await again.getByLabel('Apply on').fill('2037-05-05T10:30')
  await again.getByRole('button', { name: 'Change time' }).click()
  await expect(schedule(own)).toContainText('Tue, 5 May 2037, 10:30')

  await own.goto(`/projects/${project}/change-requests`)
  await expect(own.getByRole('row', { name: /Raise it in the morning/ })).toContainText('5 May 2037, 10:30')
  await expectGood(own, 'scheduled requests of a project')
  await own.goto('/change-requests?tab=scheduled')
  await expect(own.getByRole('row', { name: /Raise it in the morning/ })).toContainText('Scheduled')
  await own.goto(request.flagAddress)
  await expect(own.getByRole('link', { name: /5 May 2037, 10:30: Raise it in the morning/ })).toBeVisible()
  await expectGood(own, 'flag with a scheduled change')
  await own.goto(request.address)
  await own.getByRole('button', { name: /^Apply now/ }).click()
  await toasted(own, 'Applied')
  expect((await read(request.id)).state).toBe('Applied')
  await request.end()
})

test('a draft is made temporary, and the applied request leads to the one that reverts it', async ({
  page,
  browser,
}) => {
  const request = await draft(browser, `${project}-while`, 'Raise it for a week')
  const own = request.page
  await own.goto(request.address)
  await schedule(own).getByRole('button', { name: 'Make temporary…' }).click()
  const dialog = own.getByRole('dialog', { name: 'Make changes temporary' })
  await dialog.getByLabel('Revert on').fill('2037-05-04T18:00')
  await expectGood(own, 'temporary dialog')
  await dialog.getByRole('button', { name: 'Make temporary' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(schedule(own)).toContainText('Reverted on Mon, 4 May 2037, 18:00')
  await expectGood(own, 'temporary draft')

  await signIn(page, '/projects')
  await request.approve(page)
  await page.goto(request.address)
  await expect(schedule(page)).toContainText('Reverted on')
  // A changed time needs a new review.
  await expect(own.getByText('Approved', { exact: true }).first()).toBeVisible()
  await schedule(own).getByRole('button', { name: 'Make permanent' }).click()
  await own.getByRole('dialog').getByRole('button', { name: 'Make permanent' }).click()
  await toasted(own, 'End time removed')
  await expect(schedule(own)).not.toContainText('Reverted on')
  await expect(own.getByText('Waiting for 1 approval')).toBeVisible()
  await call(own, 'put', `/change-requests/${request.id}/until`, { until: inDays(7) })
  const { edition } = await (await page.request.get(`${home}/change-requests/${request.id}`)).json()
  await call(page, 'put', `/change-requests/${request.id}/state`, { state: 'Approved', edition })
  await request.apply()

  await own.reload()
  await schedule(own)
    .getByRole('link', { name: /^Reverted by change request #\d+/ })
    .click()
  await expect(own.getByRole('heading', { name: /^Revert: Raise it for a week/ })).toBeVisible()
  await expectGood(own, 'request that reverts')
  await schedule(own)
    .getByRole('link', { name: `Reverts change request #${request.id}` })
    .click()
  await expect(own).toHaveURL(new RegExp(`${request.address}$`))
  await expectGood(own, 'temporary applied request')
  await request.end()
})

test('a suspended schedule says why, and what to do next', async ({ page, browser }) => {
  const request = await draft(browser, `${project}-stopped`, 'Raise it, if nobody else does')
  await signIn(page, request.address)
  await request.approve(page)
  await request.schedule(inDays(1))
  const own = request.page
  await own.goto(request.address)
  await expect(schedule(own)).toContainText('Will be applied on')
  await request.override()
  // The server looks once a minute, so it may have suspended the schedule already. Otherwise that is done here.
  await expect(
    own.getByText(/A change no longer fits the current state|The schedule is suspended/).first(),
  ).toBeVisible()
  await inDatabase((client) =>
    client.query(
      `update change_requests set schedule_status = 'suspended', schedule_reason = $2 where id = $1`,
      [request.id, `A rule of ${project}-stopped was changed.`],
    ),
  )
  await own.reload()
  const alert = own.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('The schedule is suspended')
  await expect(alert).toContainText(`A rule of ${project}-stopped was changed.`)
  await expect(own.getByRole('button', { name: 'Change time…' })).toHaveAttribute('aria-disabled', 'true')
  await expectGood(own, 'suspended request')
  await own.getByRole('button', { name: 'Reject' }).click()
  await own.getByRole('dialog').getByRole('button', { name: 'Reject request' }).click()
  await toasted(own, 'Rejected')
  expect((await read(request.id)).state).toBe('Rejected')
  await request.page.context().close()
})
