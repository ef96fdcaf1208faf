import type { Page } from '@playwright/test'
import { api, inDatabase, report, seedApplication } from './kit.ts'

// Every address of the interface with data behind it, and what can be opened there. Whoever adds a route adds it here;
// the check beside finds out.

const PROJECT = 'screens'
const FLAG = 'screens-flag'
const BESIDE = 'screens-other'

export type Prepared = { segment: number; rule: string }

export type Screen = {
  path: string | ((prepared: Prepared) => string)
  /** What it names does not exist, which the browser reports too. */
  missing?: true
  /** Menus and dialogs, each by what opens it. */
  opens?: Record<string, (page: Page) => Promise<unknown>>
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const key = (keys: string) => async (page: Page) => {
  await page.locator('main h1').first().waitFor()
  await page.keyboard.press(keys)
}
/** A menu, and something in it. */
const item = (menu: string | RegExp, name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).first().click()
  await page.getByRole('menuitem', { name }).click()
}

const project = `/projects/${PROJECT}`
const flag = `${project}/features/${FLAG}`

/** Something to create, something to change, and something that needs a choice. */
const importText = JSON.stringify({
  features: [
    { name: 'screens-brought', type: 'experiment' },
    { name: FLAG, type: 'operational', description: 'From elsewhere' },
  ],
  featureStrategies: [
    { name: 'flexibleRollout', featureName: FLAG, parameters: { rollout: '75' } },
    { name: 'default', featureName: 'screens-brought', segments: [1] },
  ],
  featureEnvironments: [
    { featureName: FLAG, enabled: false },
    { featureName: 'screens-brought', enabled: true },
  ],
  featureTags: [{ featureName: FLAG, tagType: 'simple', tagValue: 'moved' }],
  segments: [{ id: 1, name: 'screens-missing' }],
  tagTypes: [{ name: 'simple', description: 'Another text' }],
})

export const screens: readonly Screen[] = [
  {
    path: '/projects',
    opens: {
      palette: key('Control+k'),
      keys: key('?'),
      lens: button(/^Environments shown/),
      theme: button('Theme'),
      account: button(/^Account of/),
    },
  },
  { path: '/projects/create' },
  { path: '/projects-archive' },
  {
    path: project,
    opens: {
      'new flag': button('New flag'),
      'actions of a flag': button(`Actions for ${FLAG}`),
      filters: button('Add filter'),
      tools: button(/^More for/),
      export: item(/^More for/, 'Export flags'),
      'several flags': (page) => page.getByRole('checkbox', { name: `Select ${FLAG}` }).click(),
      'tags of several flags': async (page) => {
        await page.getByRole('checkbox', { name: `Select ${FLAG}` }).click()
        await page.keyboard.press('t')
      },
      'production switch': (page) => page.getByRole('switch', { name: `${FLAG} in production` }).click(),
      'move several': async (page) => {
        await page.getByRole('checkbox', { name: `Select ${FLAG}` }).click()
        await page.getByRole('checkbox', { name: `Select ${BESIDE}` }).click()
        const shown = page.getByRole('toolbar').getByRole('button', { name: 'Move…' })
        if (await shown.isVisible()) return shown.click()
        await page.getByRole('toolbar').getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: 'Move…' }).click()
      },
    },
  },
  { path: `${project}?project-status=true` },
  { path: `${project}?lifecycle=initial`, opens: { stages: button(/Lifecycle is/) } },
  {
    path: `${project}/compare?from=development&to=production`,
    opens: {
      chosen: (page) => page.getByRole('checkbox', { name: `Copy everything of ${FLAG}` }).check(),
      asked: async (page) => {
        await page.getByRole('checkbox', { name: `Copy everything of ${FLAG}` }).check()
        await page.getByRole('button', { name: 'Promote to production' }).click()
      },
      same: (page) => page.getByRole('tab', { name: /^Same/ }).click(),
    },
  },
  {
    path: `${project}/import`,
    opens: {
      refused: async (page) => {
        await page.getByRole('textbox', { name: 'Or paste it' }).fill('{')
        await page.getByRole('button', { name: 'Compare' }).click()
      },
      compared: async (page) => {
        await page.getByRole('textbox', { name: 'Or paste it' }).fill(importText)
        await page.getByRole('button', { name: 'Compare' }).click()
        await page.getByRole('button', { name: `Details of ${FLAG}` }).click()
        await page.getByRole('button', { name: 'Details of screens-brought' }).click()
      },
    },
  },
  { path: `${project}/applications` },
  { path: `${project}/settings` },
  { path: `${project}/settings/general` },
  { path: `${project}/settings/access`, opens: { 'give access': button('Give access') } },
  { path: `${project}/settings/api-access`, opens: { 'new token': button('New token') } },
  { path: `${project}/settings/context` },
  { path: `${project}/settings/segments` },
  { path: `${project}/settings/environments` },
  { path: `${project}/settings/default-strategy` },
  { path: `${project}/logs` },
  { path: '/search', opens: { filters: button('Add filter') } },
  {
    path: flag,
    opens: {
      actions: button(`Actions for ${FLAG}`),
      clone: item(`Actions for ${FLAG}`, /Clone/),
      lifecycle: button(/^Lifecycle: /),
      complete: item(`Actions for ${FLAG}`, /^Mark as completed/),
      move: item(`Actions for ${FLAG}`, /^Move to another project/),
      dependency: button(/^Change the dependency on/),
      link: button('Add a link'),
      'actions of a rule': button(/^Actions for rule 1/),
      // Its track lies over it, inside the same label.
      'production switch': (page) =>
        page.getByRole('switch', { name: `${FLAG} in production` }).click({ force: true }),
      'new tag': button('Add tag'),
      delivery: button('Delivery in development'),
    },
  },
  {
    path: `${flag}/metrics`,
    opens: {
      variants: (page) => page.getByText('Variants', { exact: true }).click(),
      chart: (page) => page.getByText('Chart', { exact: true }).click(),
      table: (page) => page.getByText('Table', { exact: true }).click(),
      applications: (page) => page.getByRole('combobox', { name: 'Application' }).click(),
    },
  },
  { path: `${flag}/metrics?hours=720&environment=*` },
  { path: `${project}/features/${BESIDE}/metrics` },
  { path: `${flag}/logs` },
  { path: `${flag}/code` },
  {
    path: `${flag}/settings`,
    opens: {
      move: async (page) => {
        await button(/^Move to another project/)(page)
        await page.getByRole('combobox', { name: 'New project' }).click()
        await page.getByRole('option', { name: 'Default' }).click()
        await page.getByText('This stands in the way').waitFor()
      },
    },
  },
  { path: `${flag}/edit` },
  {
    path: `${flag}/strategies/create?environmentId=development`,
    opens: {
      'another strategy': async (page) => {
        await page.getByRole('combobox', { name: 'Decided by' }).click()
        await page.getByRole('option', { name: 'By room' }).click()
      },
    },
  },
  { path: ({ rule }) => `${flag}/strategies/edit?environmentId=development&strategyId=${rule}` },
  { path: `${project}/features/no-such-flag`, missing: true },
  {
    path: `/playground?projects=${PROJECT}&environments=development,production&context=${encodeURIComponent('{"screens-plan":"free,team"}')}`,
    opens: {
      json: (page) => page.getByText('JSON', { exact: true }).click(),
      time: button(/Choose a time/),
      'a moment ago': button('The change before'),
      environments: (page) => page.getByRole('combobox', { name: 'Environments' }).click(),
    },
  },
  {
    path: '/segments',
    opens: {
      actions: button('Actions for screens-segment'),
      'in use': item('Actions for screens-segment', 'Delete segment'),
      delete: item('Actions for screens-unused', 'Delete segment'),
    },
  },
  { path: '/segments/create' },
  {
    path: ({ segment }) => `/segments/edit/${segment}`,
    opens: {
      changes: (page) => page.getByRole('textbox', { name: 'Description' }).fill('Something else'),
      where: (page) => page.getByRole('combobox', { name: 'Where' }).click(),
    },
  },
  { path: '/segments/edit/999999', missing: true },
  { path: '/applications' },
  { path: '/applications?q=no-such-application' },
  { path: '/applications/screens-app' },
  { path: '/applications/screens-app/instances?environment=development' },
  {
    path: '/applications/screens-app/settings',
    opens: {
      changes: (page) => page.getByRole('textbox', { name: 'Description' }).fill('Something else'),
      delete: button('Delete screens-app'),
    },
  },
  { path: '/applications/no-such-application', missing: true },
  { path: '/unknown-flags' },
  { path: '/search?create=true&name=screens-unknown' },
  {
    path: '/context',
    opens: {
      actions: button('Actions for screens-plan'),
      'in use': item('Actions for screens-plan', 'Delete context field'),
    },
  },
  { path: '/context/create' },
  { path: '/context/edit/screens-plan', opens: { paste: button('Paste lines or CSV') } },
  {
    path: '/environments',
    opens: {
      actions: button('Actions for production'),
      delete: item('Actions for production', 'Delete environment'),
    },
  },
  { path: '/environments/create' },
  { path: '/environments/development' },
  { path: '/environments/development/clone' },
  {
    path: '/feature-toggle-type',
    opens: { changed: (page) => page.getByLabel('Expected lifetime of Release in days').fill('99') },
  },
  {
    path: '/strategies',
    opens: {
      actions: button('Actions for screensStrategy'),
      'in use': item('Actions for screensStrategy', 'Delete strategy'),
      delete: item('Actions for screensUnused', 'Delete strategy'),
    },
  },
  { path: '/strategies/create', opens: { parameter: button('Add parameter') } },
  { path: '/strategies/screensStrategy' },
  {
    path: '/strategies/screensStrategy/edit',
    opens: { changes: (page) => page.getByRole('textbox', { name: 'Title' }).fill('Something else') },
  },
  { path: '/strategies/noSuchStrategy', missing: true },
  {
    path: '/tag-types',
    opens: {
      actions: button('Actions for screens-team'),
      delete: item('Actions for screens-team', 'Delete tag type'),
    },
  },
  { path: '/tag-types/create' },
  {
    path: '/tag-types/edit/screens-team',
    opens: { changes: (page) => page.getByRole('radio', { name: 'Amber' }).click() },
  },
  { path: '/tag-types/edit/no-such-type', missing: true },
  {
    path: '/history',
    opens: {
      'an event': (page) => page.getByRole('list', { name: 'Events' }).getByRole('button').first().click(),
      filters: button('Add filter'),
      types: item('Add filter', /^Type$/),
      export: button('Export'),
    },
  },
  { path: '/admin' },
  {
    path: '/admin/api',
    opens: {
      'new token': button('New token'),
      actions: button(/^Actions for/),
      delete: item(/^Actions for/, 'Delete token'),
      expiry: item(/^Actions for/, 'Change expiry'),
    },
  },
  {
    path: '/admin/api/create-token',
    opens: {
      secret: async (page) => {
        await page.getByRole('textbox', { name: 'Name' }).fill('screens-token')
        await page.getByRole('button', { name: 'Create token' }).click()
        await page.getByLabel('The secret').waitFor()
      },
    },
  },
  {
    path: '/admin/users',
    opens: {
      'new user': button('New user'),
      actions: button(/^Actions for/),
      reset: item(/^Actions for/, 'Reset password'),
    },
  },
  { path: '/admin/create-user' },
  { path: '/admin/users/inactive' },
  { path: '/admin/users/1/edit' },
  { path: '/admin/edges' },
  {
    path: '/admin/cors',
    opens: {
      changed: (page) => page.getByRole('textbox', { name: 'Allowed origins' }).fill('https://a.example'),
    },
  },
  { path: '/admin/maintenance', opens: { asked: button('Pause all changes') } },
  { path: '/profile' },
  {
    path: '/profile/change-password',
    opens: { typed: (page) => page.getByRole('textbox', { name: 'New password' }).fill('Half-done') },
  },
  { path: '/profile/personal-api-tokens', opens: { 'new token': button('New personal token') } },
  { path: '/no-such-page' },
]

/** Makes what the addresses name; once for all of them. */
export async function prepareScreens(): Promise<Prepared> {
  const home = `/api/admin/projects/${PROJECT}`
  // Several workers come here at once; one of them builds.
  await inDatabase(async (client) => {
    await client.query('select pg_advisory_lock(1)')
    const known = await api.get<{ projects: { id: string }[] }>('/api/admin/projects')
    if (!known.projects.some(({ id }) => id === PROJECT)) await build(home)
  })
  const [rule] = await api.get<{ id: string }[]>(
    `${home}/features/${FLAG}/environments/development/strategies`,
  )
  const { segments } = await api.get<{ segments: { id: number; name: string }[] }>('/api/admin/segments')
  const segment = segments.find(({ name }) => name === 'screens-segment')
  if (!rule || !segment) throw new Error('the screens have no data to show')
  return { rule: rule.id, segment: segment.id }
}

async function build(home: string) {
  await api.post('/api/admin/projects', { id: PROJECT, name: 'Screens' })
  await api.post('/api/admin/context', {
    name: 'screens-plan',
    description: 'What somebody pays for',
    legalValues: [{ value: 'free' }, { value: 'team', description: 'up to 20 seats' }],
  })
  const condition = { contextName: 'screens-plan', operator: 'IN', values: ['team'] }
  const { id } = await api.post<{ id: number }>('/api/admin/segments', {
    name: 'screens-segment',
    description: 'Whoever pays for a team',
    constraints: [condition],
  })
  await api.post('/api/admin/segments', { name: 'screens-unused', constraints: [condition] })
  await api.post('/api/admin/tag-types', { name: 'screens-team', description: 'Who cares', color: '#2F6FD6' })
  const tags = [
    { type: 'screens-team', value: 'storefront' },
    { type: 'simple', value: 'autumn' },
  ]
  for (const name of [FLAG, BESIDE])
    await api.post(`${home}/features`, { name, description: 'What screens are shown with', tags })
  const parameters = ['string', 'number', 'percentage', 'boolean', 'list'].map((type) => ({
    name: `a ${type}`,
    type,
    description: 'What it is for',
    required: type === 'number',
  }))
  await api.post('/api/admin/strategies', { name: 'screensStrategy', title: 'By room', parameters })
  await api.post('/api/admin/strategies', { name: 'screensUnused', parameters: [] })
  await api.post(`${home}/features/${BESIDE}/environments/development/strategies`, {
    name: 'screensStrategy',
    parameters: { 'a number': '3' },
  })
  await api.post(`${home}/features/${FLAG}/environments/development/strategies`, {
    name: 'flexibleRollout',
    title: 'Teams first',
    parameters: { rollout: '25', stickiness: 'default', groupId: FLAG },
    constraints: [condition],
    segments: [id],
  })
  await api.post(`${home}/features/${FLAG}/environments/development/on`)
  await api.post(`${home}/features/${FLAG}/dependencies`, { feature: BESIDE, enabled: false })
  await seedApplication('screens-app', { flag: 'screens-unknown', strategy: 'screensNowhere' })
  const counts = { yes: 12, no: 30, variants: { blue: 7, green: 5 } }
  await report({ app: 'screens-app', flag: FLAG, ...counts })
  await api.post(`${home}/features/${FLAG}/link`, { url: 'https://example.com/screens', title: 'Issue' })
}
