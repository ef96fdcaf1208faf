import { expect, test } from '@playwright/test'
import { api, expectGood, expectNoViolations, signIn } from '../kit.ts'
import { address } from '../playwright.config.ts'

const project = '/api/admin/projects/default'
const token = '*:development.journeys-backend'

/** Polls like an SDK. */
async function poll(instance: string) {
  const headers = {
    authorization: token,
    'unleash-appname': 'receipts-shop',
    'unleash-instanceid': instance,
    // Long enough not to expire during the test.
    'unleash-interval': '240000',
  }
  expect((await fetch(`${address}/api/client/features`, { headers })).status).toBe(200)
}

/** Sends the report of an edge about itself and its clients. */
const report = async (more: object) => {
  const response = await fetch(`${address}/api/client/metrics/edge`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({
      edgeVersion: '0.1.0',
      started: new Date(Date.now() - 7_200_000).toISOString(),
      region: 'eu-central',
      connectedStreamingClients: 12,
      processMetrics: { cpuUsage: 0.04, memoryUsage: 96_000_000 },
      ...more,
    }),
  })
  expect(response.status).toBe(202)
}
const holding = (revisionId: number) => [{ environment: 'development', projects: ['*'], revisionId }]

test('turning a flag on shows which instances have received the change', async ({ page }) => {
  test.slow()
  await api.post(`${project}/features`, { name: 'receipts-flag' })
  await poll('quick')
  await signIn(page, '/projects/default/features/receipts-flag')
  const card = page.getByRole('region', { name: 'development' })
  await card.getByRole('switch').click({ force: true })
  await expect(card.getByText('Delivered to 0 of 1 SDK instance')).toBeVisible()
  const said = card.getByRole('status').filter({ hasText: 'Delivered' })
  await expect(said).toHaveCount(0)
  await poll('quick')
  await expect(card.getByText('Delivered to 1 of 1 SDK instance', { exact: true })).toBeVisible()
  await expect(said).toHaveText('development: Delivered to 1 of 1 SDK instance')

  await poll('asleep')
  await card.getByRole('switch').click({ force: true })
  await expect(card.getByText('Delivered to 0 of 2 SDK instances')).toBeVisible()
  await poll('quick')
  await expect(card.getByText('Delivered to 1 of 2 SDK instances')).toBeVisible()
  await card.getByRole('button', { name: '1 not yet, in development' }).click()
  const dialog = page.getByRole('dialog', { name: '1 not yet, in development' })
  const waiting = dialog.getByRole('list', { name: 'Not yet delivered to' }).getByRole('listitem')
  await expect(waiting).toHaveCount(1)
  await expect(waiting).toContainText('receipts-shop asleep')
  await expect(waiting).toContainText('polling')
  await expect(dialog).toContainText('SDKs don’t confirm')
  await expectGood(page, 'who is waiting')
})

test('delivery of the newest change can be checked at any time', async ({ page }) => {
  await poll('quick')
  await signIn(page, '/projects/default/features/receipts-flag')
  await page.getByRole('button', { name: 'Delivery in production' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delivery in' })
  await expect(dialog).toContainText('No SDK is connected in production.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delivery in development' }).click()
  await expect(dialog).toContainText(/Delivered to \d of 2 SDK instances/)
})

test('an event in the log shows its delivery', async ({ page }) => {
  await signIn(page, '/projects/default/features/receipts-flag/logs')
  const events = page.getByRole('list', { name: 'Events' })
  await events
    .getByRole('button', { name: /development/ })
    .first()
    .click()
  await events.getByRole('button', { name: 'Check delivery' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check delivery' })
  await expect(dialog).toContainText(/Revision [\d,]+/)
  await expect(dialog).toContainText(/Delivered to \d of 2 SDK instances/)
  await expectNoViolations(page, 'delivery of an event')
})

test('edges are listed with their revisions, and nested below their parents', async ({ page }) => {
  const { revisions } = await api.get<{ revisions: { environment: string; revision: number }[] }>(
    '/api/admin/edges',
  )
  const newest = revisions.find(({ environment }) => environment === 'development')?.revision ?? 0
  await signIn(page, '/admin/edges')
  await expect(page.getByText('No edges connected')).toBeVisible()
  await expect(page.getByText('UPSTREAM_URL=').first()).toBeVisible()
  await report({ identifier: 'fra-1', appName: 'frankfurt', edgeApiKeyRevisionIds: holding(newest) })
  await report({
    identifier: 'cafe-1',
    appName: 'branch',
    parent: 'fra-1',
    edgeApiKeyRevisionIds: holding(newest - 2),
  })
  await page.reload()
  const rows = page.getByRole('table', { name: 'Edges' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('frankfurt')
  await expect(rows.nth(1)).toContainText('Up to date')
  await expect(rows.nth(2)).toContainText('branch')
  await expect(rows.nth(2)).toContainText('behind fra-1')
  await expect(rows.nth(2)).toContainText('2 revisions behind')
  await expectGood(page, 'edges')
})
