import { expect, test } from '@playwright/test'
import { openReceiver } from '../../apps/server/test/receiver.ts'
import { api, countClicks, expectGood, signIn } from '../kit.ts'

const project = `outside-${Date.now()}`
const name = `${project} hook`
const flag = `${project}-flag`
const features = `/api/admin/projects/${project}/features`

// Each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' })

let receiver: Awaited<ReturnType<typeof openReceiver>>
test.beforeAll(async () => {
  receiver = await openReceiver()
  await api.post('/api/admin/projects', { id: project, name: 'Outside' })
  await api.post(features, { name: flag })
})
test.afterAll(async () => {
  const { addons } = await api.get<{ addons: { id: number; description: string }[] }>('/api/admin/addons')
  for (const one of addons) if (one.description === name) await api.delete(`/api/admin/addons/${one.id}`)
  await receiver.close()
})

test('a webhook is set up with three clicks and an address, and tried before', async ({ page }) => {
  await signIn(page, '/projects')
  const effort = await countClicks(page)
  await page.getByRole('link', { name: 'Integrations' }).click()
  await page.getByRole('link', { name: /^Webhook/ }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  // A real recent event is shown as it would be sent.
  await expect(page.getByRole('region', { name: 'Body' })).toContainText('"type"')
  await expectGood(page, 'form with preview')
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('The receiver accepted the test: status 200')).toBeVisible()
  expect(receiver.requests).toHaveLength(1)
  receiver.answer(() => ({ status: 403 }))
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('The test failed.')).toBeVisible()
  receiver.reset()
  await page.getByRole('button', { name: /^Create integration/ }).click()
  await expect(page.getByLabel('Signing key')).toContainText('whsec_')
  // Two of them sent tests.
  expect(effort.clicks).toBeLessThanOrEqual(5)
  await expectGood(page, 'signing key')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Works')
  await expectGood(page, 'list')
})

test('events arrive, and a failing receiver is shown with what waits', async ({ page }) => {
  await api.post(`${features}/${flag}/environments/development/on`)
  await expect.poll(() => receiver.requests.map(({ body }) => JSON.parse(body).featureName)).toContain(flag)
  receiver.answer(() => ({ status: 503, body: 'upstream is down' }))
  await api.post(`${features}/${flag}/environments/development/off`)
  await signIn(page, '/integrations')
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('Failing since')
  await expect(row).toContainText('1 event waits')
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Show deliveries' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page
    .getByRole('button', { name: /turned off/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('upstream is down')
  await expect(dialog).toContainText('This is what was sent.')
  await expectGood(page, 'a failed delivery')
  await page.keyboard.press('Escape')
  receiver.reset()
  // It goes on by itself.
  await expect(page.getByText('Works')).toBeVisible({ timeout: 60_000 })
})

test('a delivery is sent again, events are replayed, and the integration is turned off and deleted', async ({
  page,
}) => {
  await signIn(page, '/integrations')
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Show deliveries' }).click()
  await page
    .getByRole('button', { name: /turned on/ })
    .first()
    .click()
  receiver.reset()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Sent again: status 200')).toBeVisible()
  expect(receiver.requests).toHaveLength(1)
  await page.getByRole('button', { name: 'Replay events' }).click()
  await page.getByRole('textbox', { name: 'First event' }).fill('1')
  await page.getByRole('textbox', { name: 'Last event' }).fill('3')
  await page.getByRole('button', { name: 'Replay events' }).last().click()
  await expect(page.getByText(/sent again/).first()).toBeVisible()
  await page.getByRole('navigation', { name: 'Integration' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Send events' }).click({ force: true })
  await page.getByRole('button', { name: /^Save integration/ }).click()
  await expect(page.getByText(`Integration ${name} saved`)).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Off')
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete integration' }).click()
  await expect(page.getByText(`Integration ${name} deleted`)).toBeVisible()
})
