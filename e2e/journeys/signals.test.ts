import { expect, type Page, test } from '@playwright/test'
import { api, countClicks, expectGood, signIn } from '../kit.ts'
import { address } from '../playwright.config.ts'

const mark = Date.now()
const endpoint = `journey-${mark}`
const flag = `signalled-${mark}`
const account = `robot-${mark}`
const name = `Alerts ${mark}`
const home = '/api/admin/projects/default'
let secret = ''
let accountId = 0

type Endpoint = { id: number; name: string }
type ActionSet = { id: number; name: string }
const findSet = async () =>
  (await api.get<{ actions: ActionSet[] }>(`${home}/actions`)).actions.find((set) => set.name === name)

// Each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await api.post(`${home}/features`, { name: flag })
  await api.post(`${home}/features/${flag}/environments/production/on`)
  const made = await api.post<{ id: number }>('/api/admin/service-account', {
    name: account,
    username: account,
    rootRole: 2,
  })
  accountId = made.id
})

test.afterAll(async () => {
  const set = await findSet()
  if (set) await api.delete(`${home}/actions/${set.id}`)
  const { signalEndpoints } = await api.get<{ signalEndpoints: Endpoint[] }>('/api/admin/signal-endpoints')
  for (const one of signalEndpoints)
    if (one.name === endpoint) await api.delete(`/api/admin/signal-endpoints/${one.id}`)
  await api.delete(`/api/admin/service-account/${accountId}`)
  await api.delete(`${home}/features/${flag}`)
})

const choose = async (page: Page, field: string, option: string) => {
  const box = page.getByRole('combobox', { name: field })
  if ((await box.inputValue()) === option) return 0
  await box.click()
  await page.getByRole('option', { name: option, exact: true }).click()
  return 2
}

test('an endpoint is created with a token that is shown once', async ({ page }) => {
  await signIn(page, '/integrations')
  await page.getByRole('link', { name: 'Signals', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Signals' })).toBeVisible()
  await page
    .getByRole('button', { name: /^New endpoint/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Name' }).fill(endpoint)
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  const token = page.getByRole('status', { name: 'Token' })
  await expect(token).toContainText('signal:v2_')
  secret = ((await token.textContent()) ?? '').trim()
  await expectGood(page, 'new endpoint')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(`/api/signal-endpoint/${endpoint}`)).toBeVisible()
})

test('an action set is a sentence, and is tried before it is created', async ({ page }) => {
  await signIn(page, '/projects/default/settings/actions')
  const effort = await countClicks(page)
  await page
    .getByRole('button', { name: /^New action set/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'New action set' })).toBeVisible()
  // Chosen already if there is only one.
  const chosen =
    (await choose(page, 'Signal endpoint', endpoint)) + (await choose(page, 'Service account', account))
  await page.getByRole('combobox', { name: 'Flag' }).click()
  await page.getByRole('combobox', { name: 'Flag' }).fill(flag)
  await page.getByRole('option', { name: flag }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await expect(page.locator('form')).toContainText(
    `When ${endpoint} sends a signal, then turn off ${flag} in production.`,
  )
  await page.getByRole('button', { name: /^Create action set/ }).click()
  await expect(page.getByText(`Action set ${name} created`)).toBeVisible()
  await effort.expectAtMost(4 + chosen, 2)

  await page.getByRole('link', { name }).click()
  await choose(page, 'Example', 'Alertmanager')
  await expect(page.locator('form')).toContainText('in which status is firing and commonLabels.alertname')
  await page.getByRole('button', { name: 'Try payload' }).click()
  await expect(page.getByText('The payload matches.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Actions' })).toContainText(`Changes 1 flag: ${flag}`)
  await expectGood(page, 'action set with a trial')
  await page.getByRole('textbox', { name: 'Payload' }).fill('{"status": "resolved"}')
  await page.getByRole('button', { name: 'Try payload' }).click()
  await expect(page.getByText('The payload does not match, so nothing happens.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Conditions' })).toContainText('not in the payload')
  await page.getByRole('button', { name: /^Save action set/ }).click()
  await expect(page.getByText(`Action set ${name} saved`)).toBeVisible()
})

const send = async (payload: object) => {
  const response = await fetch(`${address}/api/signal-endpoint/${endpoint}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  })
  expect(response.status).toBe(200)
}

test('a signal turns the flag off, and the run says so', async ({ page }) => {
  await send({ status: 'firing', commonLabels: { alertname: 'HighErrorRate' } })
  const set = await findSet()
  await signIn(page, `/projects/default/settings/actions/${set?.id}/runs`)
  await expect(page.getByRole('row', { name: /Done/ })).toBeVisible()
  await expectGood(page, 'runs of an action set')
  await page.getByRole('button', { name: /^Show run/ }).click()
  await expect(page.getByRole('dialog')).toContainText(`turn off ${flag} in production`)
  await expectGood(page, 'a run')
  const { enabled } = await api.get<{ enabled: boolean }>(`${home}/features/${flag}/environments/production`)
  expect(enabled).toBe(false)

  await page.goto('/integrations/signals')
  await page.getByRole('link', { name: endpoint }).click()
  await page.getByRole('button', { name: /^Show signal/ }).click()
  await expect(page.getByRole('dialog')).toContainText('HighErrorRate')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Started 1 action set.')).toBeVisible()
  await send({ status: 'resolved' })
  await expect(page.getByText(`${name}: wanted status is firing, received resolved.`)).toBeVisible()
  await expectGood(page, 'an endpoint')
  await page.getByRole('button', { name: 'Revoke default' }).click()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByText('Without a token, nobody can send signals.')).toBeVisible()
})
