import { expect, test } from '@playwright/test'
import { api, countClicks, expectGood, report, seedApplication, signIn } from '../kit.ts'

const features = '/api/admin/projects/default/features'
const page = (flag: string) => `/projects/default/features/${flag}`

let next = 0
async function prepare() {
  next += 1
  const flag = `used-${next}-${Date.now()}`
  await api.post(features, { name: flag, description: 'For a journey.' })
  return flag
}

test('the metrics page shows which applications evaluate a flag, the results, and changes of the flag', async ({
  page: tab,
}) => {
  const flag = await prepare()
  await api.post(`${features}/${flag}/environments/development/strategies`, {
    name: 'flexibleRollout',
    parameters: { rollout: '50', stickiness: 'default', groupId: flag },
  })
  await api.post(`${features}/${flag}/environments/development/on`)
  await report({ app: 'web', flag, yes: 30, no: 10, variants: { blue: 20, green: 10 } })
  await report({ app: 'shop', flag, yes: 0, no: 5 })
  await signIn(tab, page(flag))
  await tab.getByRole('link', { name: 'Metrics', exact: true }).click()
  const table = tab.getByRole('table', { name: 'Evaluations in figures' })
  const newest = table.getByRole('row').nth(1)
  await expect(newest.getByRole('cell')).toHaveText(['45', '30', '15', '66.7\u202f%', '20', '10'])
  await expect(tab.getByRole('img', { name: /Evaluations per hour: 45 in total/ })).toBeVisible()
  // Production has nothing to show, so the environment with traffic is shown.
  await expect(tab.getByRole('combobox', { name: 'Environment' })).toHaveValue('development')
  await tab.getByRole('button', { name: /^shop/ }).click()
  await expect(newest.getByRole('cell').first()).toHaveText('5')
  await expect(tab).toHaveURL(/app=shop/)
  await tab.getByRole('button', { name: /^shop/ }).click()
  await expect(newest.getByRole('cell').first()).toHaveText('45')
  await tab.getByText('Variants', { exact: true }).click()
  await expect(tab.getByRole('region', { name: 'Evaluations per hour' }).locator('li').first()).toHaveText(
    'blue',
  )
  const changes = tab.getByRole('list', { name: 'Changes in this period' })
  await expect(changes).toContainText('turned development on')
  await expect(tab.getByRole('link', { name: /^Changes 1–3, from/ })).toBeVisible()
  await changes.getByRole('listitem').last().getByRole('link').click()
  await expect(tab).toHaveURL(/\/logs\?.*open=/)
  await expect(
    tab.getByRole('list', { name: 'Events' }).getByRole('button', { expanded: true }),
  ).toBeVisible()
})

test('a flag without usage explains how to report it, and shows usage when it arrives', async ({
  page: tab,
}) => {
  const flag = await prepare()
  await tab.clock.install()
  await signIn(tab, `${page(flag)}/metrics`)
  await expect(tab.getByRole('heading', { name: `No application evaluated ${flag}` })).toBeVisible()
  await expect(tab.getByText('/api/client/metrics')).toBeVisible()
  await expectGood(tab, 'metrics without traffic')
  await report({ app: 'web', flag, yes: 3, no: 1 })
  await tab.clock.runFor(61_000)
  await expect(tab.getByRole('img', { name: /Evaluations per hour: 4 in total/ })).toBeVisible()
})

test('the flag table loads recent usage in one request, after its rows', async ({ page: tab }) => {
  const flags = [await prepare(), await prepare()]
  await report({ app: 'web', flag: flags[0] ?? '', yes: 1200, no: 34 })
  const asked: string[] = []
  tab.on('request', (request) => {
    if (request.url().endsWith('/usage/sparklines')) asked.push(request.postData() ?? '')
  })
  await tab.route('**/usage/sparklines', async (route) => {
    // The rows do not wait for this request.
    await expect(tab.getByRole('row', { name: new RegExp(flags[0] ?? '') })).toBeVisible()
    await route.continue()
  })
  await signIn(tab, `/projects/default?q=${flags[0]?.slice(0, 5)}`)
  const rowOf = (flag = '') => tab.getByRole('row', { name: new RegExp(flag) })
  await expect(rowOf(flags[0])).toContainText('1.2K')
  await expect(rowOf(flags[0])).toContainText('development: last evaluated')
  await expect(rowOf(flags[0])).toContainText('production: never evaluated')
  await expect(rowOf(flags[1])).toContainText('not seen')
  // One request for all rows, which is repeated after a minute.
  expect(new Set(asked).size).toBe(1)
})

test('an unknown flag that applications evaluate is listed and can be created', async ({ page: tab }) => {
  const name = `wanted-${Date.now()}`
  const app = `shop-${Date.now()}`
  await seedApplication(app, { flag: name, strategy: 'default' })
  await signIn(tab, '/applications')
  await tab.getByRole('link', { name: 'Unknown flags' }).click()
  const effort = await countClicks(tab)
  const row = tab.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText(`${app} in development`)
  await row.getByRole('link', { name: `Create flag ${name}` }).click()
  const dialog = tab.getByRole('dialog', { name: 'New flag' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await dialog.getByRole('button', { name: 'Create flag' }).click()
  await expect(dialog).toBeHidden()
  await effort.expectAtMost(2, 0)
  const { unknownFlags } = await api.get<{ unknownFlags: { name: string }[] }>(
    '/api/admin/metrics/unknown-flags',
  )
  expect(unknownFlags.map((one) => one.name)).not.toContain(name)
})

test('an application shows its issues, and can be edited and deleted', async ({ page: tab }) => {
  const app = `till-${Date.now()}`
  await seedApplication(app, { flag: `gone-${app}`, strategy: `by-${app}` })
  await signIn(tab, '/applications')
  await tab.getByRole('textbox', { name: 'Filter applications' }).fill(app)
  await expect(tab.getByRole('row')).toHaveCount(2)
  await tab.getByRole('link', { name: app }).click()
  const issues = tab.getByRole('list', { name: 'Issues' })
  await expect(issues.getByRole('listitem')).toContainText([
    `gone-${app} doesn’t exist`,
    `The strategy by-${app} doesn’t exist`,
    'unleash-node-sdk 6.0.0 is outdated',
  ])
  await issues.getByRole('link', { name: /^Show instances/ }).click()
  await expect(tab.getByRole('table', { name: 'Instances' })).toContainText('pod-1')
  await tab.getByRole('link', { name: 'Settings' }).click()
  await tab.getByRole('textbox', { name: 'Description' }).fill('Tills in the shops')
  await tab.getByRole('button', { name: 'Save' }).click()
  await tab.getByRole('link', { name: 'Overview' }).click()
  await expect(tab.getByText('Tills in the shops')).toBeVisible()
  await tab.getByRole('link', { name: 'Settings' }).click()
  await tab.getByRole('button', { name: `Delete ${app}` }).click()
  await tab.getByRole('dialog').getByRole('button', { name: 'Delete application' }).click()
  await expect(tab).toHaveURL(/\/applications$/)
  await expect(tab.getByRole('link', { name: app })).toBeHidden()
})
