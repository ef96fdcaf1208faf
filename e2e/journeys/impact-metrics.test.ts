import { expect, type Page, test } from '@playwright/test'
import { api, expectGood, inDatabase, signIn } from '../kit.ts'
import { address } from '../playwright.config.ts'

const mark = Date.now()
const metric = `orders_${mark}`
const latency = `latency_${mark}`
const flag = `impact-${mark}`
const features = '/api/admin/projects/default/features'

/** Sends metrics like an SDK in development. */
async function measure(impactMetrics: object[]) {
  const response = await fetch(`${address}/api/client/metrics`, {
    method: 'POST',
    headers: { authorization: '*:development.journeys-backend', 'content-type': 'application/json' },
    body: JSON.stringify({ appName: 'shop', impactMetrics }),
  })
  expect(response.status).toBe(202)
}
const counter = (value: number, plan: string) => ({
  name: metric,
  help: 'Orders that were paid',
  type: 'counter',
  samples: [{ value, labels: { plan, 'checkout-v2': 'enabled' } }],
})
const histogram = {
  name: latency,
  help: 'Seconds until the order is confirmed',
  type: 'histogram',
  samples: [
    {
      count: 10,
      sum: 4,
      buckets: [
        { le: 0.5, count: 8 },
        { le: 1, count: 10 },
        { le: '+Inf', count: 10 },
      ],
      labels: {},
    },
  ],
}

// Each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await api.post(features, { name: flag })
  await api.post(`${features}/${flag}/environments/development/on`)
  await measure([counter(30, 'gold'), counter(12, 'free'), histogram])
  // Values of the past cannot be sent, so they are copied there, and to the next hour: a step that begins during the
  // journey has values at once.
  await inDatabase((client) =>
    client.query(
      `insert into impact_minutes (series_id, minute, value, count, buckets)
       select m.series_id, m.minute - make_interval(mins => n), round(m.value * (1 + sin(n / 21.0) / 2)), m.count, m.buckets
       from impact_minutes m join impact_series s on s.id = m.series_id, generate_series(-60, 1330) n
       where s.metric = any($1) and (n < 0 or n % 7 = 0 and n % 161 <> 0) on conflict do nothing`,
      [[metric, latency]],
    ),
  )
})

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

test('an administrator adds a chart and sees it while choosing', async ({ page }) => {
  await signIn(page, '/impact-metrics')
  await page.getByRole('button', { name: 'New chart' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New chart' })
  await dialog.getByRole('button', { name: 'Create chart' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose a metric.')
  await dialog.getByRole('combobox', { name: 'Metric' }).fill(metric)
  await page.getByRole('option', { name: metric }).click()
  await expect(dialog.getByText('Orders that were paid')).toBeVisible()
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('slider')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'plan' }).click()
  await page.getByRole('option', { name: 'All values, one line each' }).click()
  await expect(preview.getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Orders by plan')
  await expectGood(page, 'the form of a chart')
  await dialog.getByRole('button', { name: 'Create chart' }).click()
  await expect(page.getByText('Chart Orders by plan saved')).toBeVisible()
  await expect(card(page, 'Orders by plan').getByRole('listitem')).toHaveCount(2)
})

test('the values of a chart can be read with the keyboard and as a table', async ({ page }) => {
  await signIn(page, '/impact-metrics')
  const chart = card(page, 'Orders by plan')
  const slider = chart.getByRole('slider', { name: 'Values of Orders by plan' })
  await slider.focus()
  await page.keyboard.press('End')
  const newest = await slider.getAttribute('aria-valuetext')
  expect(newest).toMatch(/: free \d+, gold \d+$/)
  await page.keyboard.press('ArrowLeft')
  await expect(slider).not.toHaveAttribute('aria-valuetext', newest ?? '')
  await chart.getByText('Show as table').click()
  const table = chart.getByRole('table', { name: 'Orders by plan' })
  await expect(table.getByRole('columnheader')).toHaveText(['Time', 'free', 'gold'])
  await expect(table.getByRole('row')).toHaveCount(97)
  await expectGood(page, 'charts of the instance')
})

test('a chart can be changed, deleted and restored', async ({ page }) => {
  await signIn(page, '/impact-metrics')
  const actions = page.getByRole('button', { name: 'Actions for Orders by plan' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Edit chart' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit chart' })
  await dialog.getByText('7 days').click()
  await dialog.getByRole('button', { name: 'Save chart' }).click()
  await expect(card(page, 'Orders by plan')).toContainText('Count of')
  await expect(card(page, 'Orders by plan')).toContainText('last 7 days')
  await actions.click()
  await page.getByRole('menuitem', { name: 'Delete chart' }).click()
  await expect(card(page, 'Orders by plan')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(card(page, 'Orders by plan')).toBeVisible()
})

test('a flag has separate charts below its usage', async ({ page }) => {
  await signIn(page, `/projects/default/features/${flag}/metrics`)
  const section = page.getByRole('region', { name: 'Impact metrics' })
  await expect(section).toContainText('No charts for this flag yet.')
  await section.getByRole('button', { name: 'New chart' }).click()
  const dialog = page.getByRole('dialog', { name: 'New chart' })
  await dialog.getByRole('combobox', { name: 'Metric' }).fill(latency)
  await page.getByRole('option', { name: latency }).click()
  await dialog.getByRole('combobox', { name: 'Value' }).click()
  await page.getByRole('option', { name: '95th percentile' }).click()
  await dialog.getByRole('button', { name: 'Create chart' }).click()
  await expect(card(page, latency).getByRole('slider')).toBeVisible()
  await expect(card(page, latency)).toContainText('0.875')
  await expectGood(page, 'charts of a flag')
})

test('an administrator tests an external source before saving it', async ({ page }) => {
  await signIn(page, '/admin/impact-metrics')
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.2:9')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText(/is a private address/)).toBeVisible()
  await expectGood(page, 'the external source')
})
