import { expect, type Page, test } from '@playwright/test'
import { api, countClicks, expectGood, openPalette, signIn, undoByKey } from '../kit.ts'

type Environment = { name: string; enabled: boolean; strategies: { parameters: { rollout: string } }[] }
type Flag = { environments: Environment[]; archived: boolean }
const project = 'journeys'
const base = `/api/admin/projects/${project}`

const stateOf = async (name: string, environment: string) => {
  const flag = await api.get<Flag>(`${base}/features/${name}`)
  return flag.environments.find((one) => one.name === environment)
}
/** After a failure, a new worker finds the objects of the previous one. */
const unlessThere = (error: Error) => {
  if (!error.message.includes('409')) throw error
}
const make = (name: string, more: object = {}) =>
  api.post(`${base}/features`, { name, ...more }).catch(unlessThere)
const list = async (page: Page, path = `/projects/${project}`) => {
  await signIn(page, path)
  await expect(page.getByRole('textbox', { name: 'Filter flags' })).toBeVisible()
}

test.beforeAll(async () => {
  await api.post('/api/admin/projects', { id: project, name: 'Journeys', mode: 'open' }).catch(unlessThere)
  const tags = [{ type: 'simple', value: 'payments' }]
  await make('new-payment-form', { description: 'Single-page card form', tags })
  await make('gift-wrap-upsell', { type: 'experiment', description: 'Offer gift wrap' })
  await make('cart-reservation-ttl', { type: 'operational' })
  await make('old-basket')
  await api.post(`${base}/archive`, { features: ['old-basket'] }).catch(() => {})
})

test('1: a flag that is on for 10 % in development takes 3 clicks and 2 fields', async ({ page }) => {
  await list(page)
  const effort = await countClicks(page)
  await page.getByRole('button', { name: 'New flag' }).click()
  await page.getByRole('textbox', { name: 'Name' }).pressSequentially('first-by-mouse')
  await page.getByLabel('Percentage of users in development').click()
  await page.keyboard.type('10')
  await page.getByRole('button', { name: 'Create flag' }).click()
  await expect(page.getByText('Flag first-by-mouse created')).toBeVisible()
  await effort.expectAtMost(3, 2)
  const state = await stateOf('first-by-mouse', 'development')
  expect(state?.enabled).toBe(true)
  expect(state?.strategies.map(({ parameters }) => parameters.rollout)).toEqual(['10'])
  expect((await stateOf('first-by-mouse', 'production'))?.enabled).toBe(false)
})

test('1: a flag is created by keyboard alone', async ({ page }) => {
  await list(page)
  await page.keyboard.press('c')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('first-by-keys')
  await page.keyboard.press('Tab')
  await page.keyboard.type('10')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Flag first-by-keys created')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'first-by-keys' })).toBeVisible()
  const state = await stateOf('first-by-keys', 'development')
  expect(state?.enabled).toBe(true)
  expect(state?.strategies.map(({ parameters }) => parameters.rollout)).toEqual(['10'])
})

test('1: a name that is taken is reported while typing, and no input is lost', async ({ page }) => {
  await list(page)
  await page.keyboard.press('c')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('new-payment-form')
  await page.getByLabel('Percentage of users in development').fill('25')
  await expect(name).toHaveAccessibleDescription(/new-payment-form/)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog', { name: 'New flag' })).toBeVisible()
  await expect(page.getByLabel('Percentage of users in development')).toHaveValue(/25/)
})

test('1: flag, rule and state are created in one request, and the name is not validated again', async ({
  page,
}) => {
  await list(page)
  const posts: string[] = []
  const failed: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.url().endsWith('/validate')) posts.push(request.url())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
  })
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'Name' }).fill('made-at-once')
  await page.getByLabel('Percentage of users in development').fill('10')
  await expect(page.getByText('This name is available.')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('link', { name: 'made-at-once' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(posts.filter((url) => url.includes('/features')).map((url) => new URL(url).pathname)).toEqual([
    `${base}/features`,
  ])
  expect(failed).toEqual([])
  expect((await stateOf('made-at-once', 'development'))?.enabled).toBe(true)
})

test('1: a refused request creates nothing, and no input is lost', async ({ page }) => {
  await list(page)
  await page.route('**/projects/*/features', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { name: 'PermissionError', message: 'Not today.' } })
      : route.continue(),
  )
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'Name' }).fill('half-made')
  await page.getByLabel('Percentage of users in development').fill('10')
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'New flag' })
  await expect(dialog.getByRole('alert')).toContainText('Not today.')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('half-made')
})

test('2: one click turns a flag on in development, and it can be undone', async ({ page }) => {
  await list(page)
  const toggle = page.getByRole('switch', { name: 'gift-wrap-upsell in development' })
  const effort = await countClicks(page)
  await toggle.click({ force: true })
  await expect(toggle).toBeChecked()
  await effort.expectAtMost(1, 0)
  await expect(page.getByRole('status').filter({ hasText: 'gift-wrap-upsell is on' })).toBeVisible()
  await expect.poll(async () => (await stateOf('gift-wrap-upsell', 'development'))?.enabled).toBe(true)
  await undoByKey(page)
  await expect(toggle).not.toBeChecked()
  await expect.poll(async () => (await stateOf('gift-wrap-upsell', 'development'))?.enabled).toBe(false)
})

test('2: a flag is turned on by keyboard alone', async ({ page }) => {
  await list(page, `/projects/${project}?sort=name`)
  await expect(page.getByRole('link', { name: 'cart-reservation-ttl' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'cart-reservation-ttl' })).toBeFocused()
  await page.keyboard.press('1')
  await expect(page.getByRole('switch', { name: 'cart-reservation-ttl in development' })).toBeChecked()
  await expect.poll(async () => (await stateOf('cart-reservation-ttl', 'development'))?.enabled).toBe(true)
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(page.getByRole('link', { name: 'cart-reservation-ttl' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/features\/cart-reservation-ttl/)
})

test('2: production asks for confirmation, without an optimistic update', async ({ page }) => {
  await list(page)
  const toggle = page.getByRole('switch', { name: 'new-payment-form in production' })
  await toggle.click({ force: true })
  const dialog = page.getByRole('dialog', { name: 'Turn on new-payment-form in production?' })
  await expect(dialog).toContainText('new-payment-form is on in production')
  await expect(toggle).not.toBeChecked()
  await expectGood(page, 'confirmation for production')
  await page.keyboard.press('Enter')
  await expect(toggle).toBeChecked()
  expect((await stateOf('new-payment-form', 'production'))?.enabled).toBe(true)
})

test('3: a flag is found from anywhere: Ctrl+K, a few letters, Enter', async ({ page }) => {
  await signIn(page, '/segments')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  const effort = await countClicks(page)
  await openPalette(page)
  await page.keyboard.type('payment-f')
  const hit = page.getByRole('dialog').getByRole('button', { name: /new-payment-form/ })
  await expect(hit).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/projects/${project}/features/new-payment-form`))
  await effort.expectAtMost(0, 1)
})

test('4: a flag is found in its project with one click, or with / and Enter', async ({ page }) => {
  await list(page)
  const effort = await countClicks(page)
  const filter = page.getByRole('textbox', { name: 'Filter flags' })
  await page.keyboard.press('/')
  await expect(filter).toBeFocused()
  await page.keyboard.type('payment')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/q=payment/)
  await page.getByRole('link', { name: 'new-payment-form' }).click()
  await expect(page).toHaveURL(/\/features\/new-payment-form/)
  await effort.expectAtMost(1, 1)
  await page.goBack()
  await expect(filter).toHaveValue('payment')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('/')
  await expect(filter).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/features\/new-payment-form/)
})

test('11: three flags are turned on at once with five clicks', async ({ page }) => {
  for (const name of ['bulk-a', 'bulk-b', 'bulk-c']) await make(name)
  await list(page, `/projects/${project}?q=bulk-`)
  const effort = await countClicks(page)
  for (const name of ['bulk-a', 'bulk-b', 'bulk-c'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await page.getByRole('button', { name: 'Turn on…' }).click()
  await expect(page.getByRole('dialog')).toContainText('bulk-b on in development')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await effort.expectAtMost(5, 0)
  for (const name of ['bulk-a', 'bulk-b', 'bulk-c'])
    expect((await stateOf(name, 'development'))?.enabled).toBe(true)
})

test('a change by another user appears in the row, with the user', async ({ page }) => {
  await make('seen-live')
  await list(page, `/projects/${project}?q=seen-live`)
  const toggle = page.getByRole('switch', { name: 'seen-live in development' })
  await expect(toggle).not.toBeChecked()
  await expect(page.getByText(/^Live/)).toBeVisible()
  await api.post(`${base}/features/seen-live/environments/development/on`)
  await expect(toggle).toBeChecked()
  await expect(page.getByRole('row', { name: /seen-live/ })).toContainText(/turned on/i)
})

test('an archived flag can be revived, or deleted after typing its name', async ({ page }) => {
  await make('to-revive')
  await make('to-delete')
  await api.post(`${base}/archive`, { features: ['to-revive', 'to-delete'] })
  await list(page)
  await page.getByRole('tab', { name: /Archived/ }).click()
  await page.getByRole('button', { name: 'Actions for to-revive' }).click()
  await page.getByRole('menuitem', { name: 'Revive' }).click()
  await expect(page.getByRole('link', { name: 'to-revive' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Actions for to-delete' }).click()
  await page.getByRole('menuitem', { name: /Delete permanently/ }).click()
  await page.getByLabel('Type to-delete to confirm').fill('to-delete')
  await expectGood(page, 'typed confirmation')
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByRole('link', { name: 'to-delete' })).toHaveCount(0)
  await expect(api.get(`${base}/features/to-delete`)).rejects.toThrow(/404/)
  expect((await api.get<Flag>(`${base}/features/to-revive`)).archived).toBe(false)
})

test('the table, its menus and dialogs are accessible and fit, in both themes and sizes', async ({
  page,
}) => {
  await list(page)
  await expect(page.getByRole('link', { name: 'new-payment-form' })).toBeVisible()
  await expectGood(page, 'flags')
  await page.getByRole('button', { name: 'Actions for gift-wrap-upsell' }).click()
  await expectGood(page, 'row menu')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select gift-wrap-upsell' }).click()
  await expectGood(page, 'bulk bar')
  await page.getByRole('button', { name: 'Turn on…' }).click()
  await expectGood(page, 'bulk dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'Name' }).fill('looked-at')
  await page.getByLabel('Percentage of users in production').fill('5')
  await expectGood(page, 'new flag')
})

test('filters, results and the palette are accessible and fit, in both themes and sizes', async ({
  page,
}) => {
  await list(page)
  await page.goto(`/projects/${project}?type=!experiment&created=30d`)
  await page.getByRole('button', { name: 'Add filter' }).click()
  await expectGood(page, 'filters offered')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Change the filter Type/ }).click()
  await expectGood(page, 'filter edited')
  await page.goto(`/projects/${project}?q=nothing-like-it`)
  await expect(page.getByText('No flags match.')).toBeVisible()
  await expectGood(page, 'nothing matches')
  await page.goto(`/projects/${project}?tab=archived`)
  await expect(page.getByRole('link', { name: 'old-basket' })).toBeVisible()
  await expectGood(page, 'archived flags')
  await page.goto('/search')
  await expect(page.getByRole('link', { name: 'new-payment-form' })).toBeVisible()
  await expectGood(page, 'all flags')
  await openPalette(page)
  await page.keyboard.type('pay')
  await expect(page.getByRole('dialog').getByRole('button', { name: /new-payment-form/ })).toBeVisible()
  await expectGood(page, 'palette')
})

test('with six environments all production ones are visible, and columns can be chosen', async ({ page }) => {
  const extra = [
    ['qa', 'test'],
    ['canary', 'development'],
    ['load', 'test'],
    ['production-us', 'production'],
  ] as const
  const many = 'many-environments'
  await api.post('/api/admin/projects', { id: many, name: 'Six', mode: 'open' }).catch(unlessThere)
  for (const [name, type] of extra) {
    await api.post('/api/admin/environments', { name, type }).catch(unlessThere)
    await api.post(`/api/admin/projects/${many}/environments`, { environment: name }).catch(unlessThere)
  }
  await api.post(`/api/admin/projects/${many}/features`, { name: 'wide-flag' }).catch(unlessThere)
  try {
    await page.setViewportSize({ width: 1100, height: 800 })
    await list(page, `/projects/${many}`)
    const head = (name: string) => page.getByRole('columnheader', { name })
    await expect(head('production-us')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'wide-flag in production', exact: true })).toBeVisible()
    await expect(head('Tags')).toHaveCount(0)
    await page.getByRole('button', { name: 'Choose columns' }).click()
    const choice = page.getByRole('dialog', { name: 'Choose columns' })
    await expect(choice.getByRole('checkbox', { name: 'production-us' })).toBeDisabled()
    for (const name of ['Lifecycle', 'Evaluations, 48 h', 'qa', 'canary', 'load', 'Created by'])
      await choice.getByRole('checkbox', { name }).uncheck()
    await expect(head('Tags')).toBeVisible()
    await expectGood(page, 'column choice')
    await page.reload()
    await expect(head('Tags')).toBeVisible()
    await expect(head('Lifecycle')).toHaveCount(0)
    await expect(page).toHaveURL(/hide=lifecycle/)
    // The URL overrides the stored preference.
    await page.goto(`/projects/${many}?hide=none`)
    await expect(head('Lifecycle')).toBeVisible()
    await page.goto(`/projects/${many}?hide=lifecycle`)
    await expect(head('production-us')).toBeVisible()
    await expect(head('Lifecycle')).toHaveCount(0)
    await page.getByRole('button', { name: 'Choose columns' }).click()
    await page.getByRole('button', { name: 'Show all columns' }).click()
    await expect(head('Lifecycle')).toBeVisible()
  } finally {
    for (const [name] of extra)
      await api.delete(`/api/admin/projects/${many}/environments/${name}`).catch(() => {})
    await api.delete(`/api/admin/projects/${many}`).catch(() => {})
    for (const [name] of extra) await api.delete(`/api/admin/environments/${name}`).catch(() => {})
  }
})
