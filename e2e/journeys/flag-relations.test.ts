import { expect, type Page, test } from '@playwright/test'
import { api, expectGood, signIn, undoByKey } from '../kit.ts'
import { address } from '../playwright.config.ts'

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
/** Creates flags for each test. */
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

test('a dependency is added, limited to a variant, removed, and restored by undo', async ({ page: tab }) => {
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
  await expectGood(tab, 'a new dependency')
  await press(tab, 'Add dependency')
  await expect(dialog(tab)).toBeHidden()
  expect((await read(child)).dependencies).toEqual([{ feature: parent, enabled: true, variants: [] }])

  await press(tab, `Edit the dependency on ${parent}`)
  await tab.getByRole('combobox', { name: 'Required variants' }).click()
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

  await press(tab, `Edit the dependency on ${parent}`)
  await press(tab, 'Remove dependency')
  await expect(tab.getByText('No dependencies.')).toBeVisible()
  await undoByKey(tab)
  await expect(tab.getByText('gives red')).toBeVisible()
})

test('links of a flag are added, changed and removed', async ({ page: tab }) => {
  const [flag = ''] = await prepare('links')
  await signIn(tab, page(flag))
  await press(tab, 'Add a link')
  await tab.getByRole('textbox', { name: 'URL' }).fill('javascript:alert(1)')
  await press(tab, 'Add link')
  await expect(dialog(tab)).toContainText('is not a valid URL')
  await tab.getByRole('textbox', { name: 'URL' }).fill('issues.example.com/PAY-1')
  await press(tab, 'Add link')
  const link = tab.getByRole('link', { name: 'issues.example.com/PAY-1' })
  await expect(link).toHaveAttribute('href', 'https://issues.example.com/PAY-1')
  await press(tab, /^Edit the link/)
  await tab.getByRole('textbox', { name: 'Title' }).fill('PAY-1')
  await press(tab, 'Save link')
  await expect(tab.getByRole('link', { name: 'PAY-1', exact: true })).toBeVisible()
  expect((await read(flag)).links).toMatchObject([{ title: 'PAY-1' }])
  await press(tab, 'Edit the link PAY-1')
  await press(tab, 'Remove link')
  await expect(tab.getByText('No links yet.')).toBeVisible()
  await undoByKey(tab)
  await expect(tab.getByRole('link', { name: 'PAY-1', exact: true })).toBeVisible()
})

test('the lifecycle stage is explained, and a flag is marked as completed', async ({ page: tab }) => {
  const [flag = ''] = await prepare('stages')
  await signIn(tab, page(flag))
  await expect(tab.getByText('Next step: evaluate it in your code')).toBeVisible()
  await press(tab, /^Lifecycle: Define/)
  await expect(tab.getByText('no application has evaluated it yet')).toBeVisible()
  await press(tab, 'Mark as completed…')
  await expectGood(tab, 'completing')
  await tab.getByRole('radio', { name: 'Discard the feature' }).check()
  await press(tab, 'Mark as completed')
  await expect(tab.getByRole('button', { name: /^Lifecycle: Clean-up/ })).toBeVisible()
  expect((await read(flag)).lifecycle).toMatchObject({ stage: 'completed', status: 'discarded' })
  await press(tab, /^Lifecycle: Clean-up/)
  await expect(tab.getByRole('list', { name: 'Stages so far' })).toContainText('discarded')
  await press(tab, 'Mark as not completed')
  await expect(tab.getByRole('button', { name: /^Lifecycle: Define/ })).toBeVisible()
  expect((await read(flag)).lifecycle.stage).toBe('initial')
})

test('a partial rollout in production shows its next step', async ({ page: tab }) => {
  const [flag = ''] = await prepare('partial')
  const production = `${at(flag)}/environments/production`
  await api.post(`${production}/strategies`, { name: 'flexibleRollout', parameters: { rollout: '25' } })
  await api.post(`${production}/on`)
  const token = { tokenName: 'partial', type: 'client', environment: 'production', projects: ['*'] }
  const { secret } = await api.post<{ secret: string }>('/api/admin/api-tokens', token)
  const now = new Date().toISOString()
  const bucket = { start: now, stop: now, toggles: { [flag]: { yes: 1, no: 3 } } }
  const { status } = await fetch(`${address}/api/client/metrics`, {
    method: 'POST',
    headers: { authorization: secret, 'content-type': 'application/json' },
    body: JSON.stringify({ appName: 'partial', bucket }),
  })
  expect(status).toBe(202)
  await expect.poll(async () => (await read(flag)).lifecycle.stage).toBe('live')
  await signIn(tab, page(flag))
  await expect(tab.getByText('Next step: reach 100\u202f% in production')).toBeVisible()
})

test('flags are filtered by lifecycle stage', async ({ page: tab }) => {
  const [flag = '', other = ''] = await prepare('found', 'beside')
  await api.post(`${at(flag)}/lifecycle/complete`, { status: 'kept' })
  await signIn(tab, '/projects/default?q=relations-')
  await press(tab, 'Add filter')
  await tab.getByRole('menuitem', { name: 'Lifecycle' }).click()
  await tab.getByRole('checkbox', { name: 'Clean-up' }).check()
  await expect(tab.getByRole('link', { name: flag })).toBeVisible()
  await expect(tab.getByRole('link', { name: other })).toBeHidden()
  // The same filter is a tab, with a count.
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

test('a flag is moved to another project, after obstacles are shown', async ({ page: tab }) => {
  const [flag = ''] = await prepare('mover')
  await signIn(tab, `${page(flag)}/settings`)
  await press(tab, 'Move to another project…')
  await choose(tab, 'Narrow')
  await expect(dialog(tab).getByRole('alert')).toContainText('It is missing production')
  await expectGood(tab, 'a move that cannot be')
  await choose(tab, 'Relations elsewhere')
  await expect(dialog(tab)).toContainText(`${flag} · Default → Relations elsewhere`)
  await press(tab, 'Move to Relations elsewhere')
  await expect(tab).toHaveURL(new RegExp(`/projects/${OTHER}/features/${flag}/settings`))
  expect((await read(flag, OTHER)).project).toBe(OTHER)
  await undoByKey(tab)
  await expect(tab.getByRole('link', { name: 'Open it in default' })).toBeVisible()
  expect((await read(flag)).project).toBe('default')
})

test('several flags are moved together from the table', async ({ page: tab }) => {
  const [one = '', two = ''] = await prepare('many-a', 'many-b')
  await signIn(tab, `/projects/default?q=relations-many`)
  for (const name of [one, two]) await tab.getByRole('checkbox', { name: `Select ${name}` }).click()
  await tab.getByRole('toolbar').getByRole('button', { name: 'Move…' }).click()
  await choose(tab, 'Relations elsewhere')
  await press(tab, 'Move to Relations elsewhere')
  await expect(tab.getByText('2 flags moved to Relations elsewhere')).toBeVisible()
  await expect(tab.getByRole('link', { name: one })).toBeHidden()
  expect((await read(two, OTHER)).project).toBe(OTHER)
})

test('the status of a project is shown next to its flags', async ({ page: tab }) => {
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
