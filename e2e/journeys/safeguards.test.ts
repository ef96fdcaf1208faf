import { expect, test } from '@playwright/test'
import { api, expectGood, signIn } from '../kit.ts'

const mark = Date.now()
const project = `guarded-${mark}`
const home = `/api/admin/projects/${project}`
const flag = `guarded-${mark}`
const metric = `errors_${mark}`
const here = `${home}/features/${flag}/environments/development`

type Environment = { safeguards: { impactMetric: { metricName: string }; triggerCondition: object }[] }
const stored = async () =>
  (await api.get<Environment>(here)).safeguards.map(({ impactMetric, triggerCondition }) => [
    impactMetric.metricName,
    triggerCondition,
  ])

test('a safeguard is added to a flag, changed and deleted on the page of its metrics', async ({ page }) => {
  await api.post('/api/admin/projects', { id: project, name: 'Guarded' })
  await api.post(`${home}/features`, { name: flag })
  await api.post(`${here}/on`)
  await api.post('/api/admin/impact-metrics/register', { name: metric, type: 'counter' })
  await signIn(page, `/projects/${project}/features/${flag}/metrics?environment=development`)

  await page.getByRole('button', { name: 'Add safeguard in development' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a safeguard' })
  await dialog.getByRole('button', { name: 'Save safeguard' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose a metric.')
  await dialog.getByRole('combobox', { name: 'Metric' }).fill(metric)
  await page.getByRole('option', { name: metric }).click()
  await dialog.getByRole('textbox', { name: 'Limit' }).fill('25')
  await expectGood(page, 'the form of a safeguard')
  await dialog.getByRole('button', { name: 'Save safeguard' }).click()
  await expect(page.getByText('Safeguard saved')).toBeVisible()
  const list = page.getByRole('region', { name: 'Safeguards' })
  await expect(list.getByRole('listitem')).toContainText('above 25')
  expect(await stored()).toEqual([[metric, { operator: '>', threshold: 25 }]])

  await list.getByRole('button', { name: `Change the safeguard for ${metric}` }).click()
  const form = page.getByRole('dialog', { name: 'Change a safeguard' })
  await form.getByText('Below').click()
  await form.getByRole('button', { name: 'Save safeguard' }).click()
  await expect(list.getByRole('listitem')).toContainText('below 25')
  await expectGood(page, 'the safeguards of a flag')

  await list.getByRole('button', { name: `Delete the safeguard for ${metric}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete safeguard' }).click()
  await expect(list.getByText('No safeguards.')).toBeVisible()
  expect(await stored()).toEqual([])
})
