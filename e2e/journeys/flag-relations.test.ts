import { expect, type Page, test } from '@playwright/test'
import { api, expectGoodInEveryLook, signIn } from '../kit.ts'

const projects = '/api/admin/projects'
const OTHER = 'relations-other'
const page = (flag: string, project = 'default') => `/projects/${project}/features/${flag}`
const at = (flag: string, project = 'default') => `${projects}/${project}/features/${flag}`

type Flag = {
  project: string
  dependencies: { feature: string; enabled: boolean; variants: string[] }[]
  links: { url: string; title: string | null }[]
  lifecycle: { stage: string; status?: string }
}
const read = (flag: string, project?: string) => api.get<Flag>(at(flag, project))

let count = 0
/** Flags of their own for each journey. */
async function prepare(...names: string[]): Promise<string[]> {
  count += 1
  const made = names.map((name) => `relations-${name}-${count}-${Date.now()}`)
  for (const name of made) await api.post(`${projects}/default/features`, { name })
  return made
}

const press = (tab: Page, name: string | RegExp) => tab.getByRole('button', { name }).click()
const dialog = (tab: Page) => tab.getByRole('dialog')

test.beforeAll(async () => {
  const { projects: known } = await api.get<{ projects: { id: string }[] }>(projects)
  if (known.some(({ id }) => id === OTHER)) return
  await api.post(projects, { id: OTHER, name: 'Relations elsewhere' })
  await api.post(projects, { id: 'relations-narrow', name: 'Narrow', environments: ['development'] })
})

test('a flag is made to depend on another, on a variant of it, and on its own again', async ({
  page: tab,
}) => {
  const [child = '', parent = ''] = await prepare('child', 'parent')
  const variants = ['red', 'blue'].map((name) => ({
    name,
    weight: 500,
    weightType: 'variable',
    stickiness: 'default',
  }))
  await api.post(`${at(parent)}/environments/development/strategies`, { name: 'flexibleRollout', variants })
  await signIn(tab, page(child))
  await press(tab, 'Add a dependency')
  await tab.getByRole('combobox', { name: 'Parent' }).fill(parent)
  await tab.getByRole('option', { name: parent }).click()
  await expect(dialog(tab)).toContainText(`${child} is off wherever ${parent} is off.`)
  await expectGoodInEveryLook(tab, 'a new dependency')
  await press(tab, 'Add dependency')
  await expect(dialog(tab)).toBeHidden()
  expect((await read(child)).dependencies).toEqual([{ feature: parent, enabled: true, variants: [] }])

  await press(tab, `Change the dependency on ${parent}`)
  await tab.getByRole('combobox', { name: 'And give one of these variants' }).click()
  await tab.getByRole('option', { name: 'red' }).click()
  await tab.keyboard.press('Escape')
  await expect(dialog(tab)).toContainText('does not give red.')
  await press(tab, 'Save dependency')
  await expect(tab.getByText('gives red')).toBeVisible()
  expect((await read(child)).dependencies).toMatchObject([{ variants: ['red'] }])

  await tab.getByRole('link', { name: parent }).click()
  await expect(tab.getByRole('heading', { level: 1, name: parent })).toBeVisible()
  await expect(tab.getByRole('button', { name: 'Add a dependency' })).toHaveAttribute('aria-disabled', 'true')
  await tab.getByRole('link', { name: child }).click()

  await press(tab, `Change the dependency on ${parent}`)
  await press(tab, 'Remove dependency')
  await expect(tab.getByText('No other flag.')).toBeVisible()
  await tab.keyboard.press('Control+z')
  await expect(tab.getByText('gives red')).toBeVisible()
})

test('links are added, changed and removed beside the flag', async ({ page: tab }) => {
  const [flag = ''] = await prepare('links')
  await signIn(tab, page(flag))
  await press(tab, 'Add a link')
  await tab.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)')
  await press(tab, 'Add link')
  await expect(dialog(tab)).toContainText('is not a web address')
  await tab.getByRole('textbox', { name: 'Address' }).fill('issues.example.com/PAY-1')
  await press(tab, 'Add link')
  const link = tab.getByRole('link', { name: 'issues.example.com/PAY-1' })
  await expect(link).toHaveAttribute('href', 'https://issues.example.com/PAY-1')
  await press(tab, /^Change the link/)
  await tab.getByRole('textbox', { name: 'Title' }).fill('PAY-1')
  await press(tab, 'Save link')
  await expect(tab.getByRole('link', { name: 'PAY-1', exact: true })).toBeVisible()
  expect((await read(flag)).links).toMatchObject([{ title: 'PAY-1' }])
  await press(tab, 'Change the link PAY-1')
  await press(tab, 'Remove link')
  await expect(tab.getByText('None yet.')).toBeVisible()
  await tab.keyboard.press('Control+z')
  await expect(tab.getByRole('link', { name: 'PAY-1', exact: true })).toBeVisible()
})

test('the stage of a flag says what it means, and the end of its life is marked there', async ({
  page: tab,
}) => {
  const [flag = ''] = await prepare('stages')
  await signIn(tab, page(flag))
  await expect(tab.getByText('Next step: evaluate it in your code')).toBeVisible()
  await press(tab, /^Lifecycle: Define/)
  await expect(tab.getByText('no application has evaluated it yet')).toBeVisible()
  await press(tab, 'Mark as completed…')
  await expectGoodInEveryLook(tab, 'completing')
  await tab.getByRole('radio', { name: 'We discard it' }).check()
  await press(tab, 'Mark as completed')
  await expect(tab.getByRole('button', { name: /^Lifecycle: Clean-up/ })).toBeVisible()
  expect((await read(flag)).lifecycle).toMatchObject({ stage: 'completed', status: 'discarded' })
  await press(tab, /^Lifecycle: Clean-up/)
  await expect(tab.getByRole('list', { name: 'Stages so far' })).toContainText('discarded')
  await press(tab, 'Mark as not completed')
  await expect(tab.getByRole('button', { name: /^Lifecycle: Define/ })).toBeVisible()
  expect((await read(flag)).lifecycle.stage).toBe('initial')
})

test('flags are found by their stage', async ({ page: tab }) => {
  const [flag = '', other = ''] = await prepare('found', 'beside')
  await api.post(`${at(flag)}/lifecycle/complete`, { status: 'kept' })
  await signIn(tab, '/projects/default?q=relations-')
  await press(tab, 'Add filter')
  await tab.getByRole('menuitem', { name: 'Lifecycle' }).click()
  await tab.getByRole('checkbox', { name: 'Clean-up' }).check()
  await expect(tab.getByRole('link', { name: flag })).toBeVisible()
  await expect(tab.getByRole('link', { name: other })).toBeHidden()
  // The same choice is a tab, with how many there are.
  const stage = tab.getByRole('tab', { name: /^Clean-up/ })
  await expect(stage).toHaveAttribute('aria-selected', 'true')
  const { completed } = await api.get<{ completed: number }>('/api/admin/lifecycle/count?project=default')
  await expect(stage).toContainText(String(completed))
  await tab.getByRole('tab', { name: /^Define and develop/ }).click()
  await expect(tab.getByRole('link', { name: other })).toBeVisible()
  await expect(tab.getByRole('link', { name: flag })).toBeHidden()
  await tab.getByRole('tab', { name: /^Active/ }).click()
  await expect(tab.getByRole('link', { name: flag })).toBeVisible()
})

const choose = async (tab: Page, project: string) => {
  await tab.getByRole('combobox', { name: 'New project' }).click()
  await tab.getByRole('option', { name: project }).click()
}

test('a flag moves to another project, after saying what stands in the way', async ({ page: tab }) => {
  const [flag = ''] = await prepare('mover')
  await signIn(tab, `${page(flag)}/settings`)
  await press(tab, 'Move to another project…')
  await choose(tab, 'Narrow')
  await expect(dialog(tab).getByRole('alert')).toContainText('It lacks production')
  await expectGoodInEveryLook(tab, 'a move that cannot be')
  await choose(tab, 'Relations elsewhere')
  await expect(dialog(tab)).toContainText(`${flag} · Default → Relations elsewhere`)
  await press(tab, 'Move to Relations elsewhere')
  await expect(tab).toHaveURL(new RegExp(`/projects/${OTHER}/features/${flag}/settings`))
  expect((await read(flag, OTHER)).project).toBe(OTHER)
  await tab.keyboard.press('Control+z')
  await expect(tab.getByRole('link', { name: 'Open it in default' })).toBeVisible()
  expect((await read(flag)).project).toBe('default')
})

test('several flags move together from the table', async ({ page: tab }) => {
  const [one = '', two = ''] = await prepare('many-a', 'many-b')
  await signIn(tab, `/projects/default?q=relations-many`)
  for (const name of [one, two]) await tab.getByRole('checkbox', { name: `Select ${name}` }).click()
  await tab.getByRole('toolbar').getByRole('button', { name: 'Move…' }).click()
  await choose(tab, 'Relations elsewhere')
  await press(tab, 'Move to Relations elsewhere')
  await expect(tab.getByText('2 flags are in Relations elsewhere now')).toBeVisible()
  await expect(tab.getByRole('link', { name: one })).toBeHidden()
  expect((await read(two, OTHER)).project).toBe(OTHER)
})

test('the status of a project stands beside its flags', async ({ page: tab }) => {
  const [flag = ''] = await prepare('status')
  await api.post(`${projects}/default/stale`, { features: [flag], stale: true })
  await signIn(tab, '/projects/default')
  await tab.getByRole('link', { name: /show the status of Default/ }).click()
  const status = tab.getByRole('dialog', { name: 'Status of Default' })
  await expect(status.getByRole('img', { name: /changes in the last 52 weeks/ })).toBeVisible()
  await expect(status.getByRole('row', { name: /^Define/ })).toBeVisible()
  await status.getByRole('link', { name: /stale or overdue/ }).click()
  await expect(status).toBeHidden()
  await expect(tab.getByRole('link', { name: flag })).toBeVisible()
})
