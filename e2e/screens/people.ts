import { button, item, PROJECT, type Screen } from './screen.ts'

/** Screens for users, roles and sign-in. */
export const peopleScreens: readonly Screen[] = [
  {
    path: '/admin/users',
    opens: {
      'new user': button('New user'),
      actions: button(/^Actions for/),
      reset: item(/^Actions for/, 'Reset password'),
      'invite link': button(/^(Create invite|New) link$/),
      'invite link made': async (page) => {
        await page.getByRole('button', { name: /^(Create invite|New) link$/ }).click()
        await page.getByRole('button', { name: 'Create link' }).click()
        await page.getByLabel('Link', { exact: true }).waitFor()
      },
    },
  },
  {
    path: '/admin/service-accounts',
    opens: {
      'new account': button('New service account'),
      actions: button('Actions for Screens robot'),
      edit: item('Actions for Screens robot', 'Edit service account'),
      delete: item('Actions for Screens robot', 'Delete service account'),
      tokens: item('Actions for Screens robot', 'Tokens'),
      'new token': async (page) => {
        await item('Actions for Screens robot', 'Tokens')(page)
        await page.getByRole('button', { name: 'New token' }).click()
      },
    },
  },
  { path: '/admin/service-accounts?q=nobody' },
  { path: '/admin/sessions' },
  { path: '/admin/sessions?q=nobody' },
  {
    path: '/admin/access-report',
    opens: { environments: (page) => page.getByRole('combobox', { name: 'Environment' }).click() },
  },
  { path: '/admin/access-report?project=no-such-project' },
  { path: '/admin/logins' },
  { path: '/admin/logins?view=failed' },
  { path: '/admin/create-user' },
  { path: '/admin/users/inactive' },
  { path: '/admin/users/1/edit' },
  { path: '/admin/users/1/permissions' },
  { path: '/admin/service-accounts/999999/permissions', missing: true },
  {
    path: `/admin/users/1/permissions?project=${PROJECT}&permission=UPDATE_PROJECT`,
    opens: {
      'another question': (page) => page.getByRole('combobox', { name: 'Permission to check' }).click(),
      refused: (page) => page.getByText('Not allowed', { exact: true }).click(),
    },
  },
  {
    path: '/admin/roles',
    opens: {
      actions: button('Actions for screens-root'),
      held: item('Actions for screens-root', 'Delete role'),
    },
  },
  { path: '/admin/roles?q=no-such-role' },
  { path: '/admin/roles/project-roles', opens: { delete: item('Actions for screens-role', 'Delete role') } },
  { path: '/admin/roles/create' },
  {
    path: '/admin/roles/project-roles/create',
    opens: {
      ticked: (page) => page.getByRole('checkbox', { name: 'All: In development' }).check(),
      unknown: (page) => page.getByRole('textbox', { name: 'Search permissions' }).fill('nothing of that'),
    },
  },
  {
    path: ({ role }) => `/admin/roles/${role}`,
    opens: { changes: (page) => page.getByRole('checkbox', { name: 'All: Project settings' }).check() },
  },
  { path: '/admin/roles/1' },
  { path: '/admin/roles/5' },
  { path: '/admin/roles/999999', missing: true },
  { path: '/admin/roles/compare' },
  {
    path: '/admin/roles/compare?one=4&other=5',
    opens: { all: (page) => page.getByRole('switch', { name: 'Only differences' }).click({ force: true }) },
  },
  {
    path: '/admin/groups',
    opens: {
      actions: button('Actions for screens-group'),
      delete: item('Actions for screens-group', 'Delete group'),
    },
  },
  { path: '/admin/groups?q=no-such-group' },
  { path: '/admin/groups/create', opens: { members: (page) => page.getByLabel('Members').first().click() } },
  {
    path: ({ group }) => `/admin/groups/${group}`,
    opens: { changes: (page) => page.getByRole('textbox', { name: 'Description' }).fill('Something else') },
  },
  { path: '/admin/groups/999999', missing: true },
]
