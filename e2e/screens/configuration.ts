import { button, item, type Screen } from './screen.ts'

export const configurationScreens: readonly Screen[] = [
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
      where: (page) => page.getByRole('combobox', { name: 'Scope' }).click(),
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
    path: '/release-templates',
    opens: {
      actions: button('Actions for Screens rollout'),
      archive: item('Actions for Screens rollout', 'Archive template'),
      delete: item('Actions for Screens rollout', 'Delete template'),
      archived: (page) => page.getByText('Archived', { exact: true }).click(),
    },
  },
  {
    path: '/release-templates/create-template?start=steps',
    opens: {
      rule: button('Edit rule 1 of milestone 1'),
      next: (page) => page.getByRole('combobox', { name: 'Next milestone starts' }).first().click(),
    },
  },
  { path: '/release-templates/create-template', opens: { missing: button(/^Create template/) } },
  {
    path: ({ template }) => `/release-templates/edit/${template}`,
    opens: { changes: button('Move milestone 1 down'), rule: button('Edit rule 1 of milestone 1') },
  },
  { path: '/release-templates/edit/no-such-template', missing: true },
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
    path: '/changes?last=7d',
    opens: {
      changes: (page) =>
        page
          .getByRole('button', { name: /changes? of/ })
          .first()
          .click(),
      projects: (page) => page.getByRole('combobox', { name: 'Filter by project' }).click(),
      custom: (page) => page.getByText('Custom', { exact: true }).click(),
    },
  },
  { path: '/changes?from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z' },
  { path: '/changes?project=no-such-project' },
  {
    path: '/history',
    opens: {
      'an event': (page) => page.getByRole('list', { name: 'Events' }).getByRole('button').first().click(),
      filters: button('Add filter'),
      types: item('Add filter', /^Type$/),
      export: button('Export'),
    },
  },
]
