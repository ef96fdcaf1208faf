import type { Picture } from '../picture.ts'
import { button, project } from '../steps.ts'

export const changes: readonly Picture[] = [
  {
    // First: its metrics are only new for some minutes.
    name: 'guarded-rollout',
    path: '/projects/storefront/features/search-suggestions',
    window: { width: 1440, height: 880 },
    shows: ['features/flags/guards', 'features/flags/plans'],
  },
  { name: 'change-requests', path: '/change-requests?tab=all', shows: ['features/changes/requests'] },
  {
    name: 'change-request',
    path: requestCalled('Two coupons for everyone'),
    shows: ['features/changes/requests', 'features/changes/radius'],
  },
  {
    name: 'scheduled-change',
    path: requestCalled('New VAT rules in Germany'),
    window: { height: 560 },
    shows: ['features/changes/requests'],
  },
  {
    name: 'protected-environments',
    path: `${project}/settings/change-requests`,
    shows: ['features/changes/requests'],
  },
  {
    name: 'compare-environments',
    path: `${project}/compare?from=staging&to=production`,
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Copy everything of address-autocomplete-v2' }).check()
    },
    window: { height: 720 },
    shows: ['features/changes/compare'],
  },
  { name: 'freezes', path: '/freezes', shows: ['features/changes/freezes'] },
  {
    name: 'release-plan',
    path: '/projects/storefront/features/recommendations-v3',
    open: button('Show milestones'),
    window: { width: 1440, height: 800 },
    shows: ['features/flags/plans', 'features/flags/safeguards'],
  },
  {
    name: 'release-template',
    path: '/release-templates/create-template?start=steps',
    window: { height: 720 },
    shows: ['features/flags/templates'],
  },
]

function requestCalled(wanted: string): Picture['path'] {
  return async ({ call }) => {
    const requests = await call<{ id: number; title: string }[]>('GET', `${project}/change-requests`)
    return `${project}/change-requests/${requests.find(({ title }) => title === wanted)?.id}`
  }
}
