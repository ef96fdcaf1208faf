import { expect, test } from '@playwright/test'
import { api, expectGood, inDatabase, signIn } from '../kit.ts'

const project = `radius-${Date.now()}`
const home = `/api/admin/projects/${project}`
const flag = `${project}-payment-form`
const place = `${home}/features/${flag}/environments/development`
const setting = '/api/admin/evaluation-sample'
const rule = (rollout: number, countries: string[]) => ({
  name: 'flexibleRollout',
  title: 'Nordic ramp',
  parameters: { rollout: String(rollout), stickiness: 'userId', groupId: flag },
  constraints: [{ contextName: 'country', operator: 'IN', values: countries }],
})
let id = ''

// Each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await api.post('/api/admin/projects', { id: project, name: 'Radius' })
  await api.post(`${home}/features`, { name: flag })
  id = (await api.post<{ id: string }>(`${place}/strategies`, rule(25, ['NO', 'SE', 'DK']))).id
  await api.post(`${place}/on`)
})

test.afterAll(() => api.put(setting, { enabled: false, share: 0, properties: [] }))

/** Stores contexts directly: servers store theirs every half minute. */
const sample = (app: string, count: number) =>
  inDatabase((client) => {
    const many = Array.from({ length: count }, (_, index) => index)
    const countries = ['NO', 'SE', 'DK', 'FI', 'DE']
    const fields = {
      userId: many.map((index) => `${app}-${index}`),
      country: many.map((index) => countries[index % countries.length]),
      plan: many.map((index) => (index % 3 === 0 ? 'enterprise' : 'pro')),
    }
    return client.query(
      `insert into sample_batches (environment, app, projects, count, fields) values ('development', $1, '{*}', $2, $3)`,
      [app, count, JSON.stringify(fields)],
    )
  })

test('an administrator turns sampling on, and identifiers are stored as pseudonyms', async ({ page }) => {
  await signIn(page, '/admin/sample')
  await page.getByRole('switch', { name: 'Sample contexts' }).press('Space')
  await page.getByRole('textbox', { name: 'Share of evaluations' }).fill('10')
  const add = page.getByRole('combobox', { name: 'Add field' })
  for (const name of ['userId', 'country', 'plan']) {
    await add.fill(name)
    await page.keyboard.press('Enter')
  }
  const modeOf = (name: string) => page.getByRole('radiogroup', { name: `How ${name} is stored` })
  await expect(modeOf('userId').getByRole('radio', { name: 'Pseudonym' })).toBeChecked()
  await expect(modeOf('country').getByRole('radio', { name: 'Plain' })).toBeChecked()
  await expectGood(page, 'sampling')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Sampling settings saved')).toBeVisible()
  expect(await api.get(setting)).toMatchObject({
    enabled: true,
    share: 0.1,
    properties: ['userId', 'country', 'plan'],
    pseudonyms: ['userId'],
  })
})

test('the form of a rule says how many recent contexts get a different result', async ({ page }) => {
  await sample('web', 1_000)
  await sample('checkout-api', 500)
  await sample('ios', 100)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/preview')) asked.push(request.url())
  })
  await signIn(
    page,
    `/projects/${project}/features/${flag}/strategies/edit?environmentId=development&strategyId=${id}`,
  )
  const rollout = page.getByRole('textbox', { name: 'Rollout' })
  await expect(rollout).toHaveValue(/^25/)
  await expect(page.getByRole('heading', { name: 'Nordic ramp' })).toBeVisible()
  expect(asked, 'nothing is asked before the form was changed').toEqual([])
  await rollout.fill('40')
  const line = page.getByRole('button', { name: /of 1,600 recent contexts get a different result/ })
  await expect(line).toBeVisible()
  await line.click()
  await expect(page.getByRole('region', { name: 'By country' })).toContainText('NO')
  await expect(page.getByRole('region', { name: 'By application' })).toContainText('checkout-api')
  await expectGood(page, 'rule form')
})

test('a change request shows its blast radius with examples', async ({ page }) => {
  await signIn(page, '/projects')
  const changes = [
    { action: 'updateStrategy', feature: flag, payload: { id, ...rule(40, ['NO', 'SE', 'DK', 'FI']) } },
  ]
  const answer = await page.request.post(`${home}/environments/development/change-requests`, {
    data: changes,
  })
  const request: { id: number } = await answer.json()
  await page.goto(`/projects/${project}/change-requests/${request.id}`)
  const card = page.getByRole('region', { name: 'Blast radius' })
  await expect(card).toContainText(/contexts get a different result/)
  await expect(card).toContainText('1,600 contexts seen since')
  await expect(card.getByRole('region', { name: 'By country' })).toContainText('FI')
  await expect(card).toContainText('Seen in 3 of')
  await card.getByRole('button', { name: '20 examples with reasons' }).click()
  await expect(card.getByRole('listitem').filter({ hasText: 'Before' })).toHaveCount(20)
  const attempt = page.getByRole('region', { name: 'Try it' })
  await attempt.getByRole('textbox', { name: 'User ID' }).fill('nobody')
  await attempt.getByRole('textbox', { name: 'Other fields' }).fill('country=JP')
  await attempt.getByRole('button', { name: 'Evaluate' }).click()
  await expect(attempt.getByRole('listitem')).toHaveText(`${flag}offoffunchanged`)
  await expectGood(page, 'request')
  await card.getByRole('button', { name: 'Run again' }).click()
  await expect(card).toContainText('1,600 contexts seen since')
  await page.request.delete(`${home}/change-requests/${request.id}`)
})

test('without samples, the numbers are called an estimate', async ({ page }) => {
  await api.put(setting, { enabled: false, share: 0, properties: [] })
  await signIn(
    page,
    `/projects/${project}/features/${flag}/strategies/edit?environmentId=development&strategyId=${id}`,
  )
  await page.getByRole('textbox', { name: 'Rollout' }).fill('50')
  await page.getByRole('button', { name: /^Estimate: / }).click()
  await expect(page.getByRole('link', { name: 'Set up sampling' })).toBeVisible()
  await expectGood(page, 'estimate')
})
