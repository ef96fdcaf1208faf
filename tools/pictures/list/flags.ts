import type { Picture } from '../picture.ts'
import { button, item, project } from '../steps.ts'

const flag = `${project}/features/new-payment-form`
const wallets = `${project}/features/express-checkout-wallets`

export const flags: readonly Picture[] = [
  {
    name: 'flags',
    path: project,
    of: 'window',
    window: { width: 1440, height: 860 },
    shows: ['features/flags/list', 'app/Header.tsx', 'app/Navigation.tsx'],
  },
  {
    name: 'flags-phone',
    path: project,
    of: 'window',
    window: { width: 390, height: 780 },
    shows: ['features/flags/list', 'app/Header.tsx'],
  },
  {
    name: 'flag',
    path: flag,
    of: 'window',
    window: { width: 1440, height: 860 },
    shows: ['features/flags/page', 'features/flags/rules', 'app/Header.tsx', 'app/Navigation.tsx'],
  },
  {
    name: 'new-flag',
    path: project,
    open: async (page) => {
      await button(/^New flag/)(page)
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('loyalty-badges')
    },
    of: '[role=dialog]',
    shows: ['features/flags/list'],
  },
  {
    name: 'turn-on',
    path: flag,
    of: 'main section[aria-label="development"]',
    window: { width: 1440, height: 1000 },
    shows: ['features/flags/page'],
  },
  {
    name: 'turn-off',
    path: '/projects/storefront/features/dark-mode',
    open: async (page) => {
      // Forced, since the track of the switch covers its input.
      await page.getByRole('switch', { name: 'dark-mode in production' }).click({ force: true })
    },
    of: '[role=dialog]',
    shows: ['features/flags/page'],
  },
  {
    name: 'rule',
    path: ruleOf(flag, 1),
    window: { height: 920 },
    shows: ['features/flags/rules', 'features/setup/constraints'],
  },
  {
    name: 'constraints',
    path: ruleOf(flag, 1),
    of: 'main section:has-text("All conditions must")',
    window: { height: 1100 },
    shows: ['features/setup/constraints'],
  },
  {
    name: 'variants',
    path: ruleOf(wallets, 0),
    of: 'main fieldset section:has-text("Weights add up")',
    window: { height: 1100 },
    shows: ['features/flags/rules'],
  },
  {
    name: 'rollout',
    path: ruleOf(wallets, 0),
    open: (page) => page.getByRole('combobox', { name: 'Stickiness' }).click(),
    of: 'main section:has-text("Rollout percentage"), [role=listbox]',
    shows: ['features/flags/rules'],
  },
  {
    name: 'dependencies',
    path: wallets,
    open: button(/^Edit the dependency on/),
    of: '[role=dialog]',
    shows: ['features/flags/page/relations'],
  },
  {
    name: 'tags',
    path: flag,
    open: button('Add tag'),
    window: { width: 1440, height: 500 },
    shows: ['features/flags/page/tags'],
  },
  {
    name: 'lifecycle',
    path: flag,
    open: button(/^Lifecycle: /),
    window: { width: 1440, height: 500 },
    shows: ['features/flags/page/lifecycle', 'ui/LifecycleStage.tsx'],
  },
  {
    name: 'flag-settings',
    path: `${flag}/settings`,
    window: { height: 560 },
    shows: ['features/flags/page'],
  },
  { name: 'usage-metrics', path: `${flag}/metrics`, shows: ['features/insight/usage', 'ui/chart'] },
  { name: 'comments', path: `${flag}/comments`, shows: ['features/flags/page/people'] },
  {
    name: 'bulk-changes',
    path: project,
    open: async (page) => {
      for (const name of ['delivery-slot-picker', 'gift-wrap-upsell', 'split-shipment-pricing'])
        await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    },
    window: { width: 1440, height: 860 },
    shows: ['features/flags/list'],
  },
  {
    name: 'search',
    path: '/search',
    open: button('Add filter'),
    window: { height: 600 },
    shows: ['features/flags/list'],
  },
  {
    name: 'export',
    path: project,
    open: item(/^More for/, 'Export flags'),
    of: '[role=dialog]',
    shows: ['features/flags/export'],
  },
  {
    // It changes a flag that no other picture shows.
    name: 'undo',
    path: '/projects/fulfilment',
    open: async (page) => {
      await page.getByRole('switch', { name: 'label-printer-zpl in development' }).click({ force: true })
      await page.getByRole('button', { name: /^Undo/ }).waitFor()
    },
    of: 'window',
    window: { height: 480 },
    shows: ['features/flags/list', 'app/Toasts.tsx'],
  },
]

/** The form of a rule in production. */
function ruleOf(at: string, index: number): Picture['path'] {
  return async ({ call }) => {
    const rules = await call<{ id: string }[]>('GET', `${at}/environments/production/strategies`)
    return `${at}/strategies/edit?environmentId=production&strategyId=${rules[index]?.id}`
  }
}
