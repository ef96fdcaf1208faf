import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { api, countClicks, expectGood, openPalette, signIn } from '../kit.ts'

const project = `incident-${Date.now()}`
const flag = `${project}-checkout`
const production = `/api/admin/projects/${project}/features/${flag}/environments/production`
const rule = (rollout: string) => ({
  name: 'flexibleRollout',
  title: 'Ramp',
  parameters: { rollout, stickiness: 'default', groupId: flag },
})
const rolloutNow = async () =>
  (await api.get<{ strategies: { parameters: { rollout: string } }[] }>(production)).strategies.map(
    ({ parameters }) => parameters.rollout,
  )
let start = ''

// Each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await api.post('/api/admin/projects', { id: project, name: 'Incident shop' })
  await api.post(`/api/admin/projects/${project}/features`, { name: flag })
  const { id } = await api.post<{ id: string }>(`${production}/strategies`, rule('25'))
  await api.post(`${production}/on`)
  const { to } = await api.get<{ to: { at: string } }>('/api/admin/changes')
  start = to.at
  await api.put(`${production}/strategies/${id}`, rule('60'))
  await api.put(`${production}/strategies/${id}`, rule('90'))
  await api.post(`/api/admin/projects/${project}/features`, { name: `${flag}-new` })
})

test('the palette leads to what changed, and a link keeps the period', async ({ page, context }) => {
  await signIn(page, '/projects')
  await expect(page.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('What changed')
  const hit = page.getByRole('dialog').getByRole('button', { name: /What changed/ })
  await expect(hit).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'What changed', exact: true })).toBeVisible()
  await page.getByText('24 h', { exact: true }).click()
  await expect(page).toHaveURL(/last=24h/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/changes\?from=.*&to=/)
})

test('a flag is restored to the start of the incident after its difference is shown', async ({ page }) => {
  await signIn(page, `/changes?project=${project}&from=${start}`)
  const group = page.getByRole('listitem').filter({ hasText: `Flag${flag}Changed` })
  await expect(group.getByText('rule Ramp: rollout 25 → 90 %')).toBeVisible()
  await group.getByRole('button', { name: `2 changes of ${flag}` }).click()
  await expect(group.getByText('rollout 60 → 90 %')).toBeVisible()
  await expectGood(page, 'what changed')
  const effort = await countClicks(page)
  await group.getByRole('button', { name: `Restore ${flag} in production` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('rule Ramp: rollout 90 → 25 %')).toBeVisible()
  await dialog.getByRole('button', { name: 'Restore flag' }).click()
  await effort.expectAtMost(2)
  await expect(page.getByText(`${flag} restored in production`)).toBeVisible()
  expect(await rolloutNow()).toEqual(['25'])
  await expect(page.getByText('Changed and changed back')).toBeVisible()
})

test('one change is reverted, and a new change appears without a reload', async ({ page }) => {
  await signIn(page, `/changes?project=${project}&from=${start}`)
  await api.post(`${production}/off`)
  await expect(page.getByText('state on → off')).toBeVisible()
  await page.getByRole('button', { name: `4 changes of ${flag}`, exact: true }).click()
  await page
    .getByRole('button', { name: /^Revert change/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click()
  await expect(page.getByText('state on → off')).toBeHidden()
})

test('the access report names roles, and downloads as CSV with one click', async ({ page }) => {
  await signIn(page, `/admin/access-report?project=${project}`)
  const table = page.getByRole('table', { name: 'Access report' })
  await expect(table.getByRole('row').filter({ hasText: 'Admin' }).first()).toContainText('production')
  const effort = await countClicks(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const file = await (await downloading).path()
  await effort.expectAtMost(1)
  expect(readFileSync(file, 'utf8')).toContain(`,${project},production,`)
})

test('a day without an access report leads to one with a report', async ({ page }) => {
  for (const day of ['2001-01-01', '2199-01-01']) {
    await signIn(page, `/admin/access-report?project=${project}&at=${day}`)
    await expect(page.getByRole('heading', { name: /^No report for/ })).toBeVisible()
    await expect(page.getByText(/^Access reports exist from /)).toBeVisible()
  }
  await expectGood(page, 'a day without an access report')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Show (\d|current access)/ })
    .last()
    .click()
  await expect(page.getByRole('table', { name: 'Access report' })).toBeVisible()
})
