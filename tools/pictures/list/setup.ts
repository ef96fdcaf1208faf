import type { Picture } from '../picture.ts'
import { idOf, project } from '../steps.ts'

/** A file with a flag that is new, and one that differs. */
const file = JSON.stringify({
  features: [
    { name: 'saved-baskets', type: 'experiment', description: 'Keep a basket for later' },
    { name: 'dark-mode', type: 'release', description: 'Follow the system colour scheme' },
  ],
  featureStrategies: [
    { name: 'flexibleRollout', featureName: 'saved-baskets', parameters: { rollout: '20' } },
    { name: 'flexibleRollout', featureName: 'dark-mode', parameters: { rollout: '50' } },
  ],
  featureEnvironments: [
    { featureName: 'saved-baskets', enabled: true },
    { featureName: 'dark-mode', enabled: true },
  ],
  featureTags: [{ featureName: 'saved-baskets', tagType: 'simple', tagValue: 'forms' }],
  tagTypes: [{ name: 'simple', description: 'For any kind of label.' }],
})

export const setup: readonly Picture[] = [
  {
    name: 'segment',
    path: async (shop) => `/segments/edit/${await idOf(shop, '/segments', 'payment-beta-testers')}`,
    window: { height: 720 },
    shows: ['features/setup/segments', 'features/setup/constraints'],
  },
  {
    name: 'context-field',
    path: '/context/edit/country',
    window: { height: 720 },
    shows: ['features/setup/context'],
  },
  { name: 'environments', path: '/environments', shows: ['features/setup/environments'] },
  { name: 'projects', path: '/projects', shows: ['features/setup/projects'] },
  {
    name: 'project-settings',
    path: `${project}/settings/general`,
    window: { height: 620 },
    shows: ['features/setup/projects'],
  },
  { name: 'project-access', path: `${project}/settings/access`, shows: ['features/people/access'] },
  { name: 'flag-types', path: '/feature-toggle-type', shows: ['features/setup/types'] },
  {
    name: 'custom-strategy',
    path: '/strategies/create',
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('byWarehouse')
      await page.getByRole('textbox', { name: 'Title' }).fill('By warehouse')
      await page.getByRole('button', { name: 'Add parameter' }).click()
      await page.locator('main section:has-text("Parameters") input').first().fill('warehouses')
    },
    window: { height: 720 },
    shows: ['features/setup/strategies'],
  },
  {
    name: 'import',
    path: '/projects/storefront/import',
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Or paste it' }).fill(file)
      await page.getByRole('button', { name: 'Compare' }).click()
      await page.getByRole('button', { name: 'Details of dark-mode' }).click()
    },
    window: { height: 680 },
    shows: ['features/changes/transfer'],
  },
  {
    name: 'command-menu',
    path: project,
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Search or run a command').fill('pay')
      await page.getByRole('dialog').getByText('new-payment-form').first().waitFor()
    },
    of: '[role=dialog]',
    shows: ['app/Palette.tsx', 'features/insight/search'],
  },
]
