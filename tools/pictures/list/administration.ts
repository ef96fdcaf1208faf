import type { Picture } from '../picture.ts'
import { button, idOf } from '../steps.ts'

export const administration: readonly Picture[] = [
  {
    name: 'api-tokens',
    path: '/admin/api',
    window: { width: 1440, height: 640 },
    shows: ['features/people/tokens'],
  },
  {
    name: 'new-token',
    path: '/admin/api/create-token',
    open: (page) => page.getByRole('textbox', { name: 'Name' }).fill('storefront-backend'),
    of: '[role=dialog]',
    shows: ['features/people/tokens'],
  },
  { name: 'personal-tokens', path: '/profile/personal-api-tokens', shows: ['features/people/tokens'] },
  { name: 'users', path: '/admin/users', window: { height: 540 }, shows: ['features/people/users'] },
  {
    name: 'invite-link',
    path: '/admin/users',
    open: button(/^(Create invite|New) link$/),
    of: '[role=dialog]',
    shows: ['features/people/users'],
  },
  { name: 'groups', path: '/admin/groups', window: { height: 440 }, shows: ['features/people/access'] },
  {
    name: 'role',
    path: async (shop) => `/admin/roles/${await idOf(shop, '/roles', 'Release manager')}`,
    open: (page) => page.getByRole('textbox', { name: 'Search permissions' }).fill('production'),
    shows: ['features/people/access'],
  },
  {
    name: 'permissions',
    path: '/admin/users/1/permissions?project=checkout&permission=UPDATE_PROJECT',
    window: { height: 660 },
    shows: ['features/people/access'],
  },
  {
    name: 'service-accounts',
    path: '/admin/service-accounts',
    window: { height: 440 },
    shows: ['features/people/service-accounts'],
  },
  {
    name: 'login-history',
    path: '/admin/logins',
    window: { height: 520 },
    shows: ['features/people/logins'],
  },
  { name: 'sessions', path: '/profile/sessions', shows: ['features/people/sessions'] },
  {
    name: 'single-sign-on',
    path: '/admin/auth/oidc',
    open: async (page) => {
      await page.getByRole('textbox', { name: 'Discovery URL' }).fill('https://id.example.com')
      await page.getByRole('textbox', { name: 'Client ID' }).fill('flagstaff')
    },
    window: { height: 720 },
    shows: ['features/people/sso'],
  },
  {
    name: 'scim',
    path: async ({ call }) => {
      await call('POST', '/scim-settings', { enabled: true })
      return '/admin/auth/scim'
    },
    window: { height: 600 },
    shows: ['features/people/scim'],
  },
  { name: 'integrations', path: '/integrations', shows: ['features/outside/integrations'] },
  {
    name: 'slack',
    path: '/integrations/create/slack-app',
    open: (page) => page.getByRole('textbox', { name: 'Name' }).fill('Releases of the shop'),
    shows: ['features/outside/integrations'],
  },
  {
    name: 'signals',
    path: async (shop) => `/integrations/signals/${await idOf(shop, '/signal-endpoints', 'alertmanager')}`,
    shows: ['features/outside/signals'],
  },
  {
    name: 'actions',
    path: async ({ call }) => {
      const { actions } = await call<{ actions: { id: number }[] }>('GET', '/projects/checkout/actions')
      return `/projects/checkout/settings/actions/${actions[0]?.id}`
    },
    window: { height: 860 },
    shows: ['features/outside/signals'],
  },
  {
    name: 'maintenance-mode',
    path: '/admin/maintenance',
    open: button('Pause all changes'),
    of: '[role=dialog]',
    shows: ['features/instance/Maintenance.tsx'],
  },
  {
    name: 'banner',
    path: '/admin/banners/create',
    open: (page) =>
      page
        .getByRole('textbox', { name: 'Message' })
        .fill('**Maintenance** on Sunday from 02:00 to 03:00 UTC. Flags are served as usual.'),
    window: { height: 700 },
    shows: ['features/instance/banners'],
  },
]
