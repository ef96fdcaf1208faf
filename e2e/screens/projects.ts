import { BESIDE, button, FLAG, item, key, project, REVIEWED, type Screen } from './screen.ts'

/** An object to create, one to change, and one that requires a choice. */
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

export const projectScreens: readonly Screen[] = [
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
  { path: `${project}/insights` },
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
  { path: '/change-requests' },
  { path: '/change-requests?tab=mine' },
  { path: '/change-requests?tab=scheduled' },
  { path: '/change-requests?tab=all' },
  { path: `/projects/${REVIEWED}/change-requests` },
  {
    path: ({ request }) => `/projects/${REVIEWED}/change-requests/${request}`,
    opens: { actions: button(/^Actions for change request/), reject: button('Reject') },
  },
  {
    path: ({ scheduled }) => `/projects/${REVIEWED}/change-requests/${scheduled}`,
    opens: { 'another time': button('Change time…') },
  },
  { path: ({ suspended }) => `/projects/${REVIEWED}/change-requests/${suspended}` },
  { path: `/projects/${REVIEWED}/change-requests/2000000000`, missing: true },
  { path: `${project}/applications` },
  { path: `${project}/settings` },
  { path: `${project}/settings/general` },
  {
    path: `${project}/settings/access`,
    opens: {
      'give access': button('Give access'),
      'actions of a group': button('Actions for screens-group'),
      'roles of a group': button(/^Roles of screens-group/),
    },
  },
  { path: `${project}/settings/api-access`, opens: { 'new token': button('New token') } },
  { path: `${project}/settings/context` },
  { path: `${project}/settings/segments` },
  { path: `${project}/settings/environments` },
  { path: `${project}/settings/default-strategy` },
  {
    path: `${project}/settings/change-requests`,
    opens: {
      'reviews required': (page) =>
        page.getByRole('switch', { name: 'Require reviews in production' }).click({ force: true }),
    },
  },
  { path: `${project}/settings/release-templates` },
  { path: `/projects/${REVIEWED}/settings/release-templates` },
  { path: `${project}/settings/freezes` },
  { path: `${project}/settings/actions`, opens: { actions: button('Actions for Screens actions') } },
  { path: `/projects/${REVIEWED}/settings/actions` },
  {
    path: `${project}/settings/actions/create`,
    opens: {
      condition: button('Add condition'),
      missing: button(/^Create action set/),
      tag: async (page) => {
        await page.getByRole('combobox', { name: 'Action', exact: true }).click()
        await page.getByRole('option', { name: 'Turn off flags with a tag' }).click()
      },
    },
  },
  { path: ({ actions }) => `${project}/settings/actions/${actions}`, opens: { try: button('Try payload') } },
  {
    path: ({ actions }) => `${project}/settings/actions/${actions}/runs`,
    opens: { run: button(/^Show run/) },
  },
  { path: `${project}/settings/actions/999999` },
  { path: `/projects/${REVIEWED}/settings/freezes` },
  { path: `${project}/logs` },
  { path: '/search', opens: { filters: button('Add filter') } },
]
