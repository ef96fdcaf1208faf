import { expect, type Page, test } from '@playwright/test'
import { api, countClicks, expectGood, signIn } from '../kit.ts'
import { address } from '../playwright.config.ts'

const mark = Date.now()
const project = `rollouts-${mark}`
const home = (id = project) => `/api/admin/projects/${id}`
const at = (flag: string, id = project) => `${home(id)}/features/${flag}/environments/development`

type Counts = [onUses: number, onEvents: number, offUses: number, offEvents: number]

/** Reports outcomes as an application does, from one instance. */
async function report(flag: string, [on, onEvents, off, offEvents]: Counts, metric = 'checkout_errors') {
  const response = await fetch(`${address}/api/client/outcomes`, {
    method: 'POST',
    headers: { authorization: '*:development.journeys-backend', 'content-type': 'application/json' },
    body: JSON.stringify({
      appName: 'shop',
      outcomes: [
        {
          featureName: flag,
          metric,
          enabled: { uses: on, events: onEvents },
          disabled: { uses: off, events: offEvents },
        },
      ],
    }),
  })
  expect(response.status, 'the outcomes are taken').toBe(202)
}

async function makeFlag(flag: string, id = project) {
  await api.post('/api/admin/projects', { id, name: id })
  await api.post(`${home(id)}/features`, { name: flag })
  await api.post(`${at(flag, id)}/strategies`, { name: 'flexibleRollout', parameters: { rollout: '100' } })
  await api.post(`${at(flag, id)}/on`)
}
const open = (page: Page, flag: string, id = project) => signIn(page, `/projects/${id}/features/${flag}`)
const rolloutOf = async (flag: string) =>
  (await api.get<{ strategies: { parameters: { rollout: string } }[] }>(at(flag))).strategies.map(
    ({ parameters }) => parameters.rollout,
  )

test('a rollout is started in three clicks, watched, and stops itself', async ({ page }) => {
  test.slow()
  const flag = `checkout-${mark}`
  await makeFlag(flag)
  await report(flag, [0, 0, 10, 0])
  await open(page, flag)
  const card = page.getByRole('region', { name: 'development' })
  const effort = await countClicks(page)
  await card.getByRole('button', { name: /Actions for rule 1/ }).click()
  await page.getByRole('menuitem', { name: 'Guarded rollout…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Guarded rollout in development' })
  await expect(dialog.getByRole('checkbox', { name: 'checkout_errors' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Start rollout' }).click()
  await expect(page.getByText('Guarded rollout started in development')).toBeVisible()
  await effort.expectAtMost(3, 0)
  expect(await rolloutOf(flag)).toEqual(['1'])

  const guards = page.getByRole('region', { name: 'Guards' })
  await expect(guards.getByText('no data yet')).toBeVisible()
  for (let i = 0; i < 12; i++) await report(flag, [100, 1, 9_900, 99])
  await expect(guards.getByText('1,200 / 118,800')).toBeVisible({ timeout: 60_000 })
  await expectGood(page, 'a guarded rollout')

  for (let i = 0; i < 30; i++) await report(flag, [100, 30, 9_900, 99])
  const plan = card.getByRole('region', { name: 'Release plan Guarded rollout in development' })
  await expect(plan.getByText(/Paused: checkout_errors: .* with the flag on/)).toBeVisible({
    timeout: 60_000,
  })
  await expect(guards.getByText('Harm detected').first()).toBeVisible()
  // There is no step before the first one.
  await expect(card.getByRole('switch')).not.toBeChecked()
  await expectGood(page, 'a rollout that was stopped')
})

test('a guard is added to a plan, changed and deleted', async ({ page }) => {
  const flag = `guarded-${mark}`
  await makeFlag(flag, flag)
  await open(page, flag, flag)
  const card = page.getByRole('region', { name: 'development' })
  // By keyboard alone.
  await card.getByRole('button', { name: 'Guarded rollout in development' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Guarded rollout in development' })
  await expect(dialog.getByText(/^No outcomes|^Nothing watches/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Steps in percent' }).fill('50, 10')
  await dialog.getByRole('button', { name: 'Start rollout' }).click()
  await expect(dialog.getByText(/^Enter whole numbers from 1 to 100/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Steps in percent' }).fill('10, 50, 95')
  await expectGood(page, 'the form of a guarded rollout')
  await dialog.getByRole('textbox', { name: 'Steps in percent' }).press('Enter')
  await expect(card.getByText('milestone 1 of 3')).toBeVisible()

  await card.getByRole('button', { name: 'Show milestones' }).click()
  await card.getByRole('button', { name: 'Add guard in development' }).click()
  const form = page.getByRole('dialog', { name: 'Add a guard' })
  await form.getByRole('button', { name: 'Save guard' }).click()
  await expect(form.getByRole('alert')).toHaveText('Enter a metric.')
  await form.getByRole('combobox', { name: 'Metric' }).fill('orders')
  await form.getByText('Lower', { exact: true }).click()
  await expectGood(page, 'the form of a guard')
  await form.getByRole('button', { name: 'Save guard' }).click()
  await expect(page.getByText('Guard saved')).toBeVisible()
  const guards = page.getByRole('region', { name: 'Guards' })
  await expect(guards.getByRole('button', { name: 'Show the chart of orders' })).toBeVisible()

  await guards.getByRole('button', { name: 'Actions for the guard orders' }).click()
  await page.getByRole('menuitem', { name: 'Delete guard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete guard' }).click()
  await expect(guards.getByText('No guards.', { exact: false })).toBeVisible()
})
