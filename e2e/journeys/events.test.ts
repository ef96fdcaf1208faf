import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { api, expectGood, signIn } from '../kit.ts'

const unlessThere = (error: Error) => {
  if (!error.message.includes('409')) throw error
}
const flag = '/api/admin/projects/logged/features/logged-flag'

test.beforeAll(async () => {
  await api.post('/api/admin/projects', { id: 'logged', name: 'Logged' }).catch(unlessThere)
  await api.post('/api/admin/projects/logged/features', { name: 'logged-flag' }).catch(unlessThere)
  const rules = `${flag}/environments/production/strategies`
  const rule = await api.post<{ id: string }>(rules, {
    name: 'flexibleRollout',
    title: 'Ramp',
    parameters: { rollout: '10', stickiness: 'default', groupId: 'logged-flag' },
  })
  await api.put(`${rules}/${rule.id}`, {
    name: 'flexibleRollout',
    title: 'Ramp',
    parameters: { rollout: '25', stickiness: 'default', groupId: 'logged-flag' },
  })
})

test('an event is one line, and opening it shows the changes', async ({ page }) => {
  test.slow()
  await signIn(page, '/history?project=logged')
  const line = page.getByRole('button', { name: /updated the rule Ramp of logged-flag/ })
  await expect(line).toContainText('rollout 10 → 25 %')
  await expect(line).toContainText('production')
  await line.click()
  await expect(page).toHaveURL(/open=/)
  await expect(page.getByLabel('Changes', { exact: true })).toContainText('parameters.rollout')
  await expectGood(page, 'an open event')
  await page.reload()
  await expect(page.getByLabel('Changes', { exact: true })).toBeVisible()
})

test('filters are in the URL, shown as chips, and can be removed', async ({ page }) => {
  await signIn(page, '/history')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: 'Type', exact: true }).click()
  await page.getByRole('combobox', { name: 'Choose: Type' }).fill('segment created')
  await page.getByRole('option', { name: /segment-created/ }).click()
  await expect(page).toHaveURL(/type=segment-created/)
  await page.getByRole('textbox', { name: 'Search events' }).fill('zzz-no-such-word')
  await expect(page.getByText('No results match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/history$/)
  await page.goto('/history?flag=logged-flag&environment=production')
  await page.getByRole('button', { name: /Remove the filter Flag/ }).click()
  await expect(page).toHaveURL(/\/history\?environment=production$/)
})

test('the log updates live, and can be paused', async ({ page }) => {
  await signIn(page, '/projects/logged/logs')
  await expect(page.getByRole('button', { name: /created the flag logged-flag/ })).toBeVisible()
  await api.post(`${flag}/environments/production/on`)
  await expect(page.getByRole('button', { name: /turned on logged-flag/ })).toBeVisible()
  await page.getByRole('button', { name: /^Following/ }).click()
  await expect(page).toHaveURL(/paused=true/)
  await api.post(`${flag}/environments/production/off`)
  await page.waitForTimeout(1_500)
  await expect(page.getByRole('button', { name: /turned off logged-flag/ })).toHaveCount(0)
  await page.getByRole('button', { name: /^Paused/ }).click()
  await expect(page.getByRole('button', { name: /turned off logged-flag/ })).toBeVisible()
})

test('filtered events can be exported as CSV and JSON', async ({ page }) => {
  await api.patch(`${flag}`, [{ op: 'replace', path: '/description', value: '=HYPERLINK("x")' }])
  await signIn(page, '/history?flag=logged-flag')
  await expect(page.getByRole('button', { name: /created the flag logged-flag/ })).toBeVisible()
  const take = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: 'Export' })
        .click()
        .then(() => page.getByRole('menuitem', { name }).click()),
    ])
    return readFile(await download.path(), 'utf8')
  }
  const csv = await take('As CSV')
  expect(csv.split('\r\n')[0]).toMatch(/^id,createdAt,type,/)
  expect(csv).not.toMatch(/(^|,)"?[=+@]/m)
  const events = JSON.parse(await take('As JSON')) as { featureName: string }[]
  expect(events.length).toBe(csv.trim().split(/\r\n/).length - 1)
  expect(new Set(events.map(({ featureName }) => featureName))).toEqual(new Set(['logged-flag']))
})

test('a long log is loaded page by page while scrolling', async ({ page }) => {
  for (let index = 0; index < 130; index += 1)
    await api.post(`${flag}/environments/development/${index % 2 ? 'off' : 'on'}`)
  await signIn(page, '/projects/logged/logs')
  await expect(page.getByText(/^\d+ of \d+$/)).toBeVisible()
  expect(await page.getByRole('list', { name: 'Events' }).getByRole('listitem').count()).toBeLessThan(80)
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    await expect(page.getByText('Start of the log')).toBeVisible({ timeout: 2_000 })
    await expect(page.getByRole('button', { name: /created the project/ })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 120_000 })
})
