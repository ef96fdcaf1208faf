import { expect, test } from '@playwright/test'
import { api, expectGoodInEveryLook, report, signIn } from '../kit.ts'

const features = '/api/admin/projects/default/features'
const page = (flag: string) => `/projects/default/features/${flag}`

let next = 0
async function prepare() {
  next += 1
  const flag = `used-${next}-${Date.now()}`
  await api.post(features, { name: flag, description: 'For a journey.' })
  return flag
}

test('somebody sees who asks for a flag, what it answers, and what changed meanwhile', async ({
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
  await tab.getByRole('link', { name: 'Metrics' }).click()
  const table = tab.getByRole('table', { name: 'Evaluations in figures' })
  const newest = table.getByRole('row').nth(1)
  await expect(newest.getByRole('cell')).toHaveText(['45', '30', '15', '66.7\u202f%', '20', '10'])
  await expect(tab.getByRole('img', { name: /Evaluations per hour: 45 in all/ })).toBeVisible()
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

test('a flag nobody asks for says how counts get here, and shows them when they do', async ({
  page: tab,
}) => {
  const flag = await prepare()
  await tab.clock.install()
  await signIn(tab, `${page(flag)}/metrics`)
  await expect(tab.getByRole('heading', { name: `No application asked for ${flag}` })).toBeVisible()
  await expect(tab.getByText('/api/client/metrics')).toBeVisible()
  await expectGoodInEveryLook(tab, 'metrics without traffic')
  await report({ app: 'web', flag, yes: 3, no: 1 })
  await tab.clock.runFor(61_000)
  await expect(tab.getByRole('img', { name: /Evaluations per hour: 4 in all/ })).toBeVisible()
})
