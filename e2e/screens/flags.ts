import { BESIDE, button, FLAG, flag, item, PLANNED, PROJECT, project, type Screen, TYPED } from './screen.ts'

export const flagScreens: readonly Screen[] = [
  {
    path: flag,
    opens: {
      actions: button(`Actions for ${FLAG}`),
      clone: item(`Actions for ${FLAG}`, /Clone/),
      lifecycle: button(/^Lifecycle: /),
      complete: item(`Actions for ${FLAG}`, /^Mark as completed/),
      move: item(`Actions for ${FLAG}`, /^Move to another project/),
      dependency: button(/^Edit the dependency on/),
      link: button('Add a link'),
      'actions of a rule': button(/^Actions for rule 1/),
      // Forced, since the track of the switch covers its input.
      'production switch': (page) =>
        page.getByRole('switch', { name: `${FLAG} in production` }).click({ force: true }),
      'new tag': button('Add tag'),
      owner: async (page) => {
        await button('Change owner')(page)
        // The list opens with the dialog, and is empty until the people are loaded.
        await page.getByRole('option').first().waitFor()
      },
      delivery: button('Delivery in development'),
      'release template': button('Use template in development'),
    },
  },
  {
    path: `${project}/features/${PLANNED}`,
    opens: {
      milestones: button('Show milestones'),
      'start the next milestone': button('Start Half…'),
      pause: button('Pause the release plan in development'),
      'remove the plan': item('Actions for the release plan in development', 'Remove plan'),
      'when the next starts': async (page) => {
        await button('Show milestones')(page)
        await button('Change when Half starts')(page)
      },
      'rule of a milestone': async (page) => {
        await button('Show milestones')(page)
        await button('Edit rule 1 of Half')(page)
      },
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
  {
    path: `${flag}/comments`,
    opens: {
      mention: (page) => page.getByRole('textbox', { name: 'Comment' }).fill('@'),
    },
  },
  { path: `${flag}/logs` },
  { path: `${flag}/code` },
  { path: `${project}/features/${TYPED}/settings` },
  { path: `${project}/features/${TYPED}/code` },
  {
    path: `${flag}/settings`,
    opens: {
      move: async (page) => {
        await button(/^Move to another project/)(page)
        await page.getByRole('combobox', { name: 'New project' }).click()
        await page.getByRole('option', { name: 'Default' }).click()
        await page.getByText('Fix before moving').waitFor()
      },
    },
  },
  { path: `${flag}/edit` },
  {
    path: `${flag}/strategies/create?environmentId=development`,
    opens: {
      'another strategy': async (page) => {
        await page.getByRole('combobox', { name: 'Strategy' }).click()
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
      'a moment ago': button('Previous change'),
      environments: (page) => page.getByRole('combobox', { name: 'Environments' }).click(),
    },
  },
]
