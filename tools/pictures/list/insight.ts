import type { Picture } from '../picture.ts'
import { button, project } from '../steps.ts'

const context = encodeURIComponent('{"country":"NO","plan":"business,free","userId":"42"}')

export const insight: readonly Picture[] = [
  {
    name: 'home',
    path: '/personal',
    of: 'window',
    window: { width: 1440, height: 860 },
    shows: ['features/insight/home', 'app/Header.tsx', 'app/Navigation.tsx'],
  },
  {
    name: 'playground',
    path: `/playground?projects=checkout&environments=production&context=${context}`,
    open: async (page) => {
      await page.getByPlaceholder('Find a flag').fill('pay')
      await page.getByText('new-payment-form', { exact: true }).first().click()
    },
    window: { width: 1440, height: 760 },
    shows: ['features/insight/playground'],
  },
  {
    name: 'events',
    path: '/projects/storefront/logs',
    open: button(/updated a rule of/),
    window: { height: 760 },
    shows: ['features/insight/events', 'ui/Diff.tsx'],
  },
  {
    name: 'what-changed',
    path: '/changes?last=7d',
    window: { height: 720 },
    shows: ['features/insight/what-changed'],
  },
  {
    name: 'insights',
    path: '/insights',
    window: { height: 820 },
    shows: ['features/insight/insights', 'ui/chart'],
  },
  {
    name: 'technical-debt',
    path: `${project}?project-status=true`,
    of: '[role=dialog]',
    window: { height: 620 },
    shows: ['features/flags/list'],
  },
  { name: 'impact-metrics', path: '/impact-metrics', shows: ['features/insight/impact', 'ui/chart'] },
  {
    name: 'application',
    path: '/applications/checkout-web',
    window: { height: 600 },
    shows: ['features/insight/applications'],
  },
  { name: 'unknown-flags', path: '/unknown-flags', shows: ['features/insight/usage'] },
  {
    name: 'network',
    path: '/admin/network/traffic',
    open: (page) => page.getByText('30 d', { exact: true }).click(),
    window: { height: 720 },
    shows: ['features/insight/network', 'ui/chart'],
  },
  {
    name: 'notifications',
    path: '/notifications',
    window: { height: 680 },
    shows: ['features/insight/notifications'],
  },
  {
    name: 'access-report',
    path: '/admin/access-report?environment=production',
    window: { width: 1440, height: 680 },
    shows: ['features/insight/access-report'],
  },
  {
    name: 'receipts',
    path: `${project}/features/new-payment-form`,
    open: button('Delivery in production'),
    window: { width: 1440, height: 480 },
    shows: ['features/insight/receipts'],
  },
  {
    name: 'event-parts',
    path: '/admin/event-log',
    window: { height: 560 },
    shows: ['features/insight/event-parts'],
  },
  {
    name: 'statistics',
    path: '/admin/statistics',
    window: { height: 600 },
    shows: ['features/instance/statistics'],
  },
]
