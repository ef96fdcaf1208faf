import { button, item, type Screen } from './screen.ts'

export const administrationScreens: readonly Screen[] = [
  { path: '/freezes', opens: { actions: button('Actions for Screens weekends') } },
  {
    path: '/freezes/create',
    opens: {
      weekly: (page) => page.getByText('Every week', { exact: true }).click(),
      environments: (page) => page.getByRole('combobox', { name: 'Environments' }).click(),
      missing: button(/^Create freeze/),
    },
  },
  {
    path: ({ freeze }) => `/freezes/edit/${freeze}`,
    opens: {
      changes: (page) => page.getByRole('textbox', { name: 'Reason' }).fill('Something else'),
      zone: (page) => page.getByRole('combobox', { name: 'Time zone' }).click(),
    },
  },
  { path: '/freezes/edit/999999' },
  { path: '/integrations', opens: { actions: button('Actions for Screens hook') } },
  {
    path: '/integrations/create/slack-app',
    opens: {
      projects: (page) => page.getByRole('combobox', { name: 'Projects' }).click(),
      missing: async (page) => {
        await page.getByRole('textbox', { name: 'Name' }).fill('Screens')
        await page.getByRole('button', { name: /^Create integration/ }).click()
      },
    },
  },
  {
    path: '/integrations/create/webhook',
    opens: { address: (page) => page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/') },
  },
  { path: '/integrations/create/nosuch' },
  {
    path: ({ integration }) => `/integrations/edit/${integration}`,
    opens: {
      changes: (page) => page.getByRole('textbox', { name: 'Name' }).fill('Other'),
      key: button('Replace signing key'),
    },
  },
  {
    path: ({ integration }) => `/integrations/edit/${integration}/deliveries`,
    opens: {
      delivery: (page) =>
        page
          .getByRole('button', { name: /^Show delivery/ })
          .first()
          .click(),
      replay: button('Replay events'),
      skip: button('Skip waiting events'),
    },
  },
  { path: '/integrations/edit/999999' },
  {
    path: '/integrations/signals',
    opens: {
      actions: button('Actions for screens'),
      'new endpoint': button(/^New endpoint/),
      token: item('Actions for screens', 'New token'),
      delete: item('Actions for screens', 'Delete endpoint'),
    },
  },
  {
    path: ({ endpoint }) => `/integrations/signals/${endpoint}`,
    opens: { signal: button(/^Show signal/), revoke: button('Revoke default') },
  },
  { path: '/integrations/signals/999999' },
  { path: '/admin' },
  {
    path: '/admin/impact-metrics',
    opens: { changed: (page) => page.getByRole('textbox', { name: 'Address' }).fill('https://example.com') },
  },
  { path: '/insights', opens: { table: button('Show Technical debt as table') } },
  { path: '/impact-metrics', opens: { 'new chart': button('New chart') } },
  {
    path: '/admin/auth/oidc',
    opens: {
      changed: (page) => page.getByRole('textbox', { name: 'Client ID' }).fill('screens'),
      role: (page) => page.getByRole('combobox', { name: 'Root role of new accounts' }).click(),
    },
  },
  { path: '/admin/auth/oidc?tried=nothing', missing: true },
  {
    path: '/admin/auth/saml',
    opens: {
      changed: (page) => page.getByRole('textbox', { name: 'Entity ID of the provider' }).fill('screens'),
    },
  },
  { path: '/admin/auth/password' },
  {
    path: '/admin/api',
    opens: {
      'new token': button('New token'),
      actions: button(/^Actions for/),
      delete: item(/^Actions for/, 'Delete token'),
      expiry: item(/^Actions for/, 'Change expiry'),
      rotate: item(/^Actions for/, 'Rotate secret'),
    },
  },
  {
    path: '/admin/api/create-token',
    opens: {
      secret: async (page) => {
        await page.getByRole('textbox', { name: 'Name' }).fill('screens-token')
        await page.getByRole('button', { name: 'Create token' }).click()
        await page.getByLabel('Secret', { exact: true }).waitFor()
      },
    },
  },
  { path: '/admin/edges', opens: { disconnect: button('Disconnect all streams') } },
  { path: '/admin/network' },
  {
    path: '/admin/network/traffic',
    opens: { month: (page) => page.getByText('30 d', { exact: true }).click() },
  },
  {
    path: '/admin/network/data-usage',
    opens: { monthly: (page) => page.getByText('Last 12 months', { exact: true }).click() },
  },
  { path: '/admin/network/backend-connections' },
  { path: '/admin/network/frontend-data-usage' },
  {
    path: '/admin/auth/scim',
    opens: {
      'turned off': button('Turn off'),
      'new token asked': button('Replace token'),
      'new token': async (page) => {
        await page.getByRole('button', { name: 'Replace token' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Replace token' }).click()
      },
      'accounts deleted': button('Delete provisioned accounts'),
      'groups deleted': button('Delete provisioned groups'),
    },
  },
  {
    path: '/admin/cors',
    opens: {
      changed: (page) => page.getByRole('textbox', { name: 'Allowed origins' }).fill('https://a.example'),
    },
  },
  {
    path: '/admin/banners',
    opens: {
      actions: button('Actions for Screens banner'),
      delete: item('Actions for Screens banner', 'Delete banner'),
    },
  },
  {
    path: '/admin/banners/create',
    opens: {
      dialog: (page) => page.getByText('Dialog', { exact: true }).click(),
      icon: (page) => page.getByRole('combobox', { name: 'Icon' }).click(),
      missing: button(/^Create banner/),
    },
  },
  {
    path: ({ banner }) => `/admin/banners/edit/${banner}`,
    opens: { changes: (page) => page.getByRole('textbox', { name: 'Message' }).fill('Something *else*') },
  },
  { path: '/admin/banners/edit/999999' },
  { path: '/admin/event-log' },
  { path: '/admin/statistics' },
  { path: '/admin/doctor' },
  { path: '/admin/mcp' },
  {
    path: '/admin/move',
    opens: {
      address: (page) => page.getByRole('textbox', { name: 'Unleash URL' }).fill('http://127.0.0.1:9/'),
    },
  },
  { path: '/admin/maintenance', opens: { asked: button('Pause all changes') } },
  {
    path: '/admin/sample',
    opens: {
      added: async (page) => {
        await page.getByRole('combobox', { name: 'Add field' }).fill('userId')
        await page.keyboard.press('Enter')
      },
    },
  },
]
