import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { api, countClicks, expectGood, seedInsights, signIn } from '../kit.ts'

const project = `insights-${Date.now()}`

// Each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await api.post('/api/admin/projects', { id: project, name: 'Insightful shop' })
  const features = `/api/admin/projects/${project}/features`
  for (const name of ['basket', 'search', 'banner']) {
    await api.post(features, {
      name: `${project}-${name}`,
      type: name === 'banner' ? 'experiment' : 'release',
    })
  }
  await api.post(`${features}/${project}-basket/environments/production/on`)
  await api.post(`/api/admin/projects/${project}/stale`, {
    features: [`${project}-search`],
    stale: true,
  })
  await seedInsights(project)
})

test('the insights show trends of all projects, and download as CSV with one click', async ({ page }) => {
  await signIn(page, '/insights')
  await expect(page.getByRole('heading', { name: 'Insights', exact: true })).toBeVisible()
  for (const name of [
    'Flags by lifecycle',
    'Created and archived',
    'Technical debt',
    'Evaluations',
    'Time to production',
    'Updates by environment type',
  ])
    await expect(page.getByRole('article', { name })).toBeVisible()
  const effort = await countClicks(page)
  const downloading = page.waitForEvent('download')
  await expect(page.getByRole('region', { name: 'Clean-up' })).toContainText(/Health \d+\s?%/)
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const file = await (await downloading).path()
  await effort.expectAtMost(1)
  expect(readFileSync(file, 'utf8')).toContain(`debt,project,${project},`)
})

test('the keyboard and the pointer choose a week, and a table has the same values', async ({ page }) => {
  await signIn(page, `/insights?projects=${project}`)
  const chart = page.getByRole('article', { name: 'Flags by lifecycle' })
  const slider = chart.getByRole('slider', { name: 'Values of Flags by lifecycle' })
  await expect(slider).toHaveAttribute('aria-valuetext', /Define 3.*Rollout 0/)
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', /^Week \d+, from .*Define 11/)
  await expect(chart.getByRole('status')).toHaveText(/^Week \d+/)
  await slider.blur()
  await expect(chart.getByRole('list')).toContainText('Define3')
  const box = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + 2, box.y + box.height / 2)
  await expect(chart.getByRole('status')).toBeVisible()
  const effort = await countClicks(page)
  await chart.getByRole('button', { name: 'Show Flags by lifecycle as table' }).click()
  await effort.expectAtMost(1)
  const rows = chart.getByRole('table').getByRole('row')
  await expect(rows.nth(1).getByRole('cell')).toHaveText(['3', '0', '0', '0'])
  await expect(rows.nth(2).getByRole('cell')).toHaveText(['11', '9', '6', '4'])
  await expectGood(page, 'insights as a table')
})

test('period, step and projects are in the address', async ({ page }) => {
  await signIn(page, '/insights')
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('4 w').click()
  await expect(page).toHaveURL(/weeks=4/)
  await page.getByRole('radiogroup', { name: 'Step' }).getByText('By day').click()
  await expect(page).toHaveURL(/by=day/)
  const chart = page.getByRole('article', { name: 'Technical debt' })
  await expect(chart.getByRole('slider')).toHaveAttribute('max', '27')
  await page.getByRole('combobox', { name: 'Filter by project' }).fill('Insightful')
  await page.getByRole('option', { name: 'Insightful shop' }).click()
  await expect(page.getByText('3 flags in 1 project')).toBeVisible()
  await page.goto('/insights?projects=nosuch')
  await expect(page.getByText('None of the chosen projects exists')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Show all projects' }).last().click()
  await expect(page.getByRole('article', { name: 'Technical debt' })).toBeVisible()
})

test('a project has its own insights', async ({ page }) => {
  await signIn(page, `/projects/${project}`)
  await page.getByRole('button', { name: 'More for Insightful shop' }).click()
  await page.getByRole('menuitem', { name: 'Insights of this project' }).click()
  await expect(page.getByRole('heading', { name: 'Insights of Insightful shop' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Technical debt' })).toContainText('33')
  await expect(page.getByRole('list', { name: 'Flags by type' })).toContainText('Experiment flag1')
  await expectGood(page, 'insights of a project')
})
