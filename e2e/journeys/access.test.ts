import { expect, test } from '@playwright/test'
import { api, password, signIn } from '../kit.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a custom role through a group gives access to a private project, and the permissions page explains why', async ({
  page,
  browser,
}) => {
  test.slow()
  await api.post('/api/admin/projects', { id: 'vault', name: 'Vault', mode: 'private' })
  await api.post('/api/admin/projects/vault/features', { name: 'vault-door' })
  const grace = await api.post<{ id: number }>('/api/admin/user-admin', {
    username: 'grace',
    name: 'Grace Hopper',
    rootRole: 'Viewer',
    password,
  })
  const guest = await (await browser.newContext()).newPage()
  await signIn(guest, '/projects/vault', 'grace')
  await expect(guest.getByText('There is no project vault.')).toBeVisible()

  await signIn(page, '/admin/roles/project-roles')
  await page.getByRole('button', { name: 'New role' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Releaser')
  await page.getByRole('textbox', { name: 'Search permissions' }).fill('turn flags on and off')
  const development = page.getByRole('group', { name: 'In development' })
  await development.getByRole('checkbox', { name: /^Turn flags on and off/ }).check()
  await page.getByRole('textbox', { name: 'Search permissions' }).fill('add rules')
  await development.getByRole('checkbox', { name: /^Add rules/ }).check()
  await expect(page.getByText('2 permissions.')).toBeVisible()
  await page.getByRole('button', { name: 'Create role' }).click()
  await expect(page.getByText('Role Releaser saved')).toBeVisible()

  await page.goto('/admin/groups')
  await page.getByRole('button', { name: 'New group' }).first().click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Vault team')
  await page.getByRole('combobox', { name: 'Members' }).fill('Grace')
  await page.getByRole('option', { name: /Grace Hopper/ }).click()
  await page.getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByText('Group Vault team saved')).toBeVisible()

  await page.goto('/projects/vault/settings/access')
  await page.getByRole('button', { name: 'Give access' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Person or group' }).click()
  await page.getByRole('option', { name: 'Vault team' }).click()
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Releaser' }).click()
  await dialog.getByRole('button', { name: 'Give access' }).click()
  await expect(page.getByText('Access given to Vault team')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Roles of Vault team: Releaser' })).toBeVisible()

  // Grace sees the project now, with exactly the permissions of the role.
  await guest.goto('/projects/vault')
  const inDevelopment = guest.getByRole('switch', { name: 'vault-door in development' })
  await inDevelopment.click({ force: true })
  await expect(inDevelopment).toBeChecked()
  const inProduction = guest.getByRole('switch', { name: 'vault-door in production' })
  await expect(inProduction).toHaveAttribute('aria-disabled', 'true')
  await expect(guest.getByRole('button', { name: 'New flag' }).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await guest.goto('/profile')
  await expect(guest.getByText('Vault team')).toBeVisible()

  // The permissions page explains why.
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Show permissions' }).click()
  await expect(page.getByRole('heading', { name: 'Permissions of Grace Hopper' })).toBeVisible()
  await page.goto(`/admin/users/${grace.id}/permissions?project=vault&environment=development`)
  await page.getByRole('combobox', { name: 'Permission to check' }).fill('UPDATE_FEATURE_ENV')
  await page.getByRole('option', { name: 'UPDATE_FEATURE_ENVIRONMENT', exact: true }).click()
  await expect(
    page.getByText('Yes: Grace Hopper has the role Releaser in Vault through the group Vault team.'),
  ).toBeVisible()
  await page.getByRole('combobox', { name: 'Environment' }).click()
  await page.getByRole('option', { name: 'production' }).click()
  await expect(page.getByText('No: none of the roles of Grace Hopper allow it here.')).toBeVisible()

  // Without the group, the project is hidden again.
  const deleteGroup = async () => {
    await page.getByRole('button', { name: 'Actions for Vault team' }).click()
    await page.getByRole('menuitem', { name: 'Delete group' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).click()
    await expect(page.getByText('Group Vault team deleted')).toBeVisible()
  }
  await page.goto('/admin/groups')
  await deleteGroup()
  // Click at once: undo is offered for a few seconds only.
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Undone')).toBeVisible()
  await guest.goto('/projects/vault')
  await expect(guest.getByRole('heading', { name: 'Vault' })).toBeVisible()
  await deleteGroup()
  await guest.reload()
  await expect(guest.getByText('There is no project vault.')).toBeVisible()
  await guest.context().close()
})

test('a role is edited and compared, and cannot be deleted while a user holds it', async ({ page }) => {
  const made = await api.post<{ roles: { id: number } }>('/api/admin/roles', {
    name: 'Keeper',
    type: 'root-custom',
    permissions: [{ name: 'CREATE_SEGMENT' }],
  })
  const { id } = made.roles
  await api.post('/api/admin/user-admin', { username: 'kay', name: 'Kay', rootRole: id })
  await signIn(page, `/admin/roles/${id}`)
  await expect(page.getByRole('link', { name: 'Kay' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'All: Segments' }).check()
  await expect(page.getByText('2 changes').last()).toBeVisible()
  await page.getByRole('button', { name: 'Save role' }).click()
  await expect(page.getByText('Role Keeper saved')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Keeper' }).click()
  await page.getByRole('menuitem', { name: 'Compare roles' }).click()
  await page.getByRole('combobox', { name: 'Second role' }).click()
  await page.getByRole('option', { name: 'Editor' }).click()
  const table = page.getByRole('table', { name: 'Compare roles' })
  await expect(table.getByText('CREATE_PROJECT', { exact: true })).toBeVisible()
  await expect(table.getByText('UPDATE_SEGMENT')).toHaveCount(0)
  await page.goto('/admin/roles')
  await page.getByRole('button', { name: 'Actions for Keeper' }).click()
  await page.getByRole('menuitem', { name: 'Delete role' }).click()
  await expect(page.getByRole('dialog', { name: 'Keeper is still in use' }).getByText('Kay')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Editor' }).click()
  const menu = page.getByRole('menu', { name: 'Actions for Editor' })
  await expect(menu.getByRole('menuitem', { name: 'Delete role' })).toHaveAttribute('aria-disabled', 'true')
})

test('a viewer sees groups, and why they cannot be edited', async ({ page }) => {
  const group = await api.post<{ id: number }>('/api/admin/groups', { name: 'Onlookers' })
  await api.post('/api/admin/user-admin', { username: 'peer', name: 'Peer', rootRole: 'Viewer', password })
  await signIn(page, '/admin/groups', 'peer')
  await expect(page.getByRole('link', { name: 'Onlookers' })).toBeVisible()
  const create = page.getByRole('button', { name: 'New group' }).first()
  await create.focus()
  await expect(page.getByRole('tooltip')).toContainText('Needs the Admin role')
  await page.goto(`/admin/groups/${group.id}`)
  await expect(page.getByRole('button', { name: 'Save group' })).toHaveAttribute('aria-disabled', 'true')
  await page.goto('/admin/roles')
  await expect(page.getByText('You don’t have access to this page')).toBeVisible()
})
