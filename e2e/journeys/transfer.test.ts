import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { api, countClicks, signIn } from '../kit.ts'

type Document = { features: { name: string }[]; featureStrategies: object[] }
type State = { enabled: boolean; strategies: { parameters: Record<string, string> }[] }

const admin = '/api/admin/projects'
const unlessThere = (error: Error) => {
  if (!error.message.includes('409')) throw error
}
const rules = (project: string, flag: string, environment: string) =>
  `${admin}/${project}/features/${flag}/environments/${environment}`
const stateOf = (project: string, flag: string, environment: string) =>
  api.get<State>(rules(project, flag, environment))
const flag = async (project: string, name: string, rollout: string) => {
  await api.post(`${admin}/${project}/features`, { name, description: 'Travels' }).catch(unlessThere)
  await api.post(`${rules(project, name, 'development')}/strategies`, {
    name: 'flexibleRollout',
    title: 'Early',
    parameters: { rollout, stickiness: 'default', groupId: name },
  })
  await api.post(`${rules(project, name, 'development')}/on`)
}

test.use({ viewport: { width: 1440, height: 900 } })

test.beforeAll(async () => {
  for (const id of ['leaving', 'arriving'])
    await api.post(admin, { id, name: id[0]?.toUpperCase() + id.slice(1) }).catch(unlessThere)
  for (const [name, rollout] of [
    ['travel-one', '10'],
    ['travel-two', '20'],
  ] as const)
    await flag('leaving', name, rollout)
})

const saved = async (page: Page, press: () => Promise<void>): Promise<Document> => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return JSON.parse(await readFile(await file.path(), 'utf8'))
}

test('a project is exported from its menu, and selected flags from the bulk bar', async ({ page }) => {
  await signIn(page, '/projects/leaving')
  await page.getByRole('button', { name: 'More for Leaving' }).click()
  await page.getByRole('menuitem', { name: 'Export flags' }).click()
  const all = await saved(page, () => page.getByRole('button', { name: 'Download' }).click())
  expect(all.features.map(({ name }) => name)).toEqual(['travel-one', 'travel-two'])
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('checkbox', { name: 'Select travel-two' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Export' }).click()
  const one = await saved(page, () => page.getByRole('button', { name: 'Download' }).click())
  expect(one.features.map(({ name }) => name)).toEqual(['travel-two'])
  expect(one.featureStrategies).toHaveLength(1)
})

test('a file is compared, partly imported, and the import is undone', async ({ page }) => {
  const document = await api.post<Document>('/api/admin/features-batch/export', {
    environment: 'development',
    project: 'leaving',
  })
  const renamed = JSON.stringify(document).replaceAll('travel-', 'landed-')
  await signIn(page, '/projects/arriving')
  const effort = await countClicks(page)
  await page.getByRole('button', { name: 'More for Arriving' }).click()
  await page.getByRole('menuitem', { name: 'Import flags' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'flags.json', mimeType: 'application/json', buffer: Buffer.from(renamed) })
  await expect(page.getByText('2 flags, 0 segments')).toBeVisible()
  await page.getByRole('button', { name: 'Details of landed-two' }).click()
  await expect(page.getByText('20 %')).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Action for landed-one' }).getByText('Skip').click()
  await expect(page.getByText('1 to create, 0 to overwrite, 1 to keep')).toBeVisible()
  await page.getByRole('button', { name: /^Import into development/ }).click()
  await expect(page.getByRole('heading', { name: '1 flag imported' })).toBeVisible()
  await effort.expectAtMost(5)
  expect(await stateOf('arriving', 'landed-two', 'development')).toMatchObject({
    enabled: true,
    strategies: [{ parameters: { rollout: '20' } }],
  })
  await expect(api.get(`${admin}/arriving/features/landed-one`)).rejects.toThrow('404')
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByRole('heading', { name: 'Import undone' })).toBeVisible()
  await expect(api.get(`${admin}/arriving/features/landed-two`)).rejects.toThrow('404')
})

test('a file is imported in three clicks, the second of which opens the file dialog', async ({ page }) => {
  const text = JSON.stringify({ features: [{ name: 'three-clicks' }] })
  await signIn(page, '/projects/arriving')
  const effort = await countClicks(page)
  await page.getByRole('button', { name: 'More for Arriving' }).click()
  const asked = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Import flags' }).click()
  await (await asked).setFiles({
    name: 'flags.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
  await expect(page.getByText('1 flag, 0 segments')).toBeVisible()
  await page.getByRole('button', { name: /^Import into development/ }).click()
  await expect(page.getByRole('heading', { name: '1 flag imported' })).toBeVisible()
  await effort.expectAtMost(3)
  await api.get(`${admin}/arriving/features/three-clicks`)
})

test('missing objects require a choice before the import can start', async ({ page }) => {
  const text = JSON.stringify({
    features: [{ name: 'needy' }],
    featureStrategies: [{ name: 'default', featureName: 'needy', segments: [1] }],
    segments: [{ id: 1, name: 'nobody-knows' }],
  })
  await signIn(page, '/projects/arriving/import')
  await page.getByRole('textbox', { name: 'Or paste it' }).fill('not json')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('alert')).toContainText('This isn’t JSON')
  await page.getByRole('textbox', { name: 'Or paste it' }).fill(text)
  await page.getByRole('button', { name: 'Compare' }).click()
  const start = page.getByRole('button', { name: /^Import into development/ })
  await expect(page.getByRole('alert')).toContainText('nobody-knows')
  await expect(start).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('combobox', { name: 'Use instead of nobody-knows' }).click()
  await page.getByRole('option', { name: 'Skip its rules' }).click()
  await expect(page.getByText('everything is decided')).toBeVisible()
  await expect(start).not.toHaveAttribute('aria-disabled', 'true')
  await start.click()
  await expect(page.getByRole('heading', { name: '1 flag imported' })).toBeVisible()
  expect((await stateOf('arriving', 'needy', 'development')).strategies).toEqual([])
})

test('selected differences are promoted to production after confirmation, and undone', async ({ page }) => {
  await signIn(page, '/projects/leaving')
  const effort = await countClicks(page)
  await page.getByRole('button', { name: 'More for Leaving' }).click()
  await page.getByRole('menuitem', { name: 'Compare environments' }).click()
  await expect(page).toHaveURL(/\/projects\/leaving\/compare/)
  await expect(page.getByRole('tab', { name: /^Differ/ })).toContainText('2')
  await page.getByRole('checkbox', { name: 'Copy everything of travel-one' }).check()
  await page.getByRole('button', { name: /^Promote to production/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('10 %')
  await dialog.getByRole('button', { name: 'Promote to production' }).click()
  await expect(page.getByText('1 flag promoted to production')).toBeVisible()
  await effort.expectAtMost(5)
  await expect(page.getByRole('tab', { name: /^Same/ })).toContainText('1')
  expect(await stateOf('leaving', 'travel-one', 'production')).toMatchObject({
    enabled: true,
    strategies: [{ parameters: { rollout: '10' } }],
  })
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('tab', { name: /^Differ/ })).toContainText('2')
  expect(await stateOf('leaving', 'travel-one', 'production')).toMatchObject({
    enabled: false,
    strategies: [],
  })
})

test('a flag is compared from its page, in both directions', async ({ page }) => {
  await signIn(page, '/projects/leaving/features/travel-two')
  await page.getByRole('button', { name: 'Actions for travel-two' }).click()
  await page.getByRole('menuitem', { name: 'Compare environments' }).click()
  await expect(page.getByText('only travel-two')).toBeVisible()
  await expect(page.getByRole('region', { name: 'travel-two' })).toContainText('2 differences, 0 selected')
  await page.getByRole('button', { name: 'Swap' }).click()
  await expect(page.getByRole('combobox', { name: 'From' })).toHaveValue('production')
  await expect(page.getByRole('region', { name: 'travel-two' })).toContainText('will be removed')
})
