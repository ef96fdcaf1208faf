import { expect, test } from '@playwright/test'
import { api, countClicks, dragTo, expectGood, openPalette, signIn } from '../kit.ts'

type Segment = { id: number; name: string; objectVersion: number; constraints: unknown[] }
const segments = async () => (await api.get<{ segments: Segment[] }>('/api/admin/segments')).segments
const plan = {
  name: 'conf-plan',
  legalValues: [{ value: 'free' }, { value: 'team' }],
}
const unlessThere = (error: Error) => {
  if (!error.message.includes('409')) throw error
}

test.beforeAll(async () => {
  await api.post('/api/admin/context', plan).catch(unlessThere)
  await api.post('/api/admin/projects', { id: 'conf', name: 'Configured' }).catch(unlessThere)
})

test('journey 12: a segment with one constraint is created from home', async ({ page }) => {
  await signIn(page)
  const effort = await countClicks(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Segments' }).click()
  await page.getByRole('button', { name: 'New segment' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('team-accounts')
  const box = page.getByRole('combobox', { name: 'Type a condition' })
  await box.click()
  await box.fill('conf-plan in team')
  await expect(page.getByText('Enter adds')).toBeVisible()
  await box.press('Enter')
  await page.getByRole('button', { name: 'Create segment' }).click()
  await expect(page.getByRole('link', { name: 'team-accounts' })).toBeVisible()
  await effort.expectAtMost(4, 2)
  expect((await segments()).find(({ name }) => name === 'team-accounts')?.constraints).toMatchObject([
    { contextName: 'conf-plan', operator: 'IN', values: ['team'] },
  ])
})

test('journey 12: by keyboard alone, with the palette', async ({ page }) => {
  await signIn(page, '/projects')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('new segment')
  await expect(page.getByText('New segment').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('typed-segment')
  for (let step = 0; step < 12; step += 1) {
    if (
      await page
        .getByRole('combobox', { name: 'Type a condition' })
        .evaluate((box) => box === document.activeElement)
    )
      break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('userId in 7, 8')
  await expect(page.getByText('Enter adds')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('link', { name: 'typed-segment' })).toBeVisible()
})

test('a segment that another user changed offers a merge, and is never overwritten', async ({ page }) => {
  const made = await api.post<Segment>('/api/admin/segments', { name: 'shared', constraints: [] })
  await signIn(page, `/segments/edit/${made.id}`)
  await page.getByRole('textbox', { name: 'Description' }).fill('mine')
  await api.put(`/api/admin/segments/${made.id}`, { name: 'shared', description: 'theirs', constraints: [] })
  await expect(page.getByText('shared was changed by someone else while you were editing.')).toBeVisible()
  await page.getByRole('button', { name: 'Load their version' }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('theirs')
  await page.getByRole('textbox', { name: 'Description' }).fill('ours')
  await page.getByRole('button', { name: 'Save segment' }).click()
  await expect(page.getByText('Segment shared saved')).toBeVisible()
  expect(await api.get(`/api/admin/segments/${made.id}`)).toMatchObject({ description: 'ours' })
})

test('a segment in use cannot be deleted, and shows where it is used', async ({ page }) => {
  test.slow()
  const made = await api.post<Segment>('/api/admin/segments', { name: 'needed', constraints: [] })
  await api.post('/api/admin/projects/conf/features', { name: 'conf-flag' }).catch(unlessThere)
  await api.post('/api/admin/projects/conf/features/conf-flag/environments/production/strategies', {
    name: 'flexibleRollout',
    segments: [made.id],
  })
  await signIn(page, '/segments')
  await page.getByRole('button', { name: 'Actions for needed' }).click()
  await page.getByRole('menuitem', { name: 'Delete segment' }).click()
  const dialog = page.getByRole('dialog', { name: 'needed can’t be deleted yet' })
  await expect(dialog.getByRole('link', { name: 'conf-flag' })).toBeVisible()
  await expectGood(page, 'a segment in use')
  await dialog.getByRole('link', { name: 'conf-flag' }).click()
  await expect(page).toHaveURL(/\/projects\/conf\/features\/conf-flag$/)
})

test('an unused segment is deleted after confirmation', async ({ page }) => {
  await api.post('/api/admin/segments', { name: 'passing', constraints: [] })
  await signIn(page, '/segments')
  await page.getByRole('button', { name: 'Actions for passing' }).click()
  await page.getByRole('menuitem', { name: 'Delete segment' }).click()
  await page.getByRole('button', { name: 'Delete segment' }).click()
  await expect(page.getByText('Segment passing deleted')).toBeVisible()
  await expect(page.getByRole('link', { name: 'passing' })).toHaveCount(0)
})

test('a context can be tested against a segment, with the evaluation engine', async ({ page }) => {
  await signIn(page, '/segments/create')
  const box = page.getByRole('combobox', { name: 'Type a condition' })
  await box.fill('conf-plan in team')
  await expect(page.getByText('Enter adds')).toBeVisible()
  await box.press('Enter')
  const context = page.getByLabel('A context to try')
  await context.fill('conf-plan=team')
  await expect(page.getByText('is in the segment', { exact: true })).toBeVisible()
  await context.fill('conf-plan=free')
  await expect(page.getByText('is not in the segment')).toBeVisible()
})

test('legal values are pasted as lines or CSV', async ({ page }) => {
  await signIn(page, '/context/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('conf-country')
  await page.getByRole('button', { name: 'Paste lines or CSV' }).click()
  await page.getByRole('textbox', { name: 'Values to add' }).fill('NO,Norway\nSE;Sweden\nNO,again\n')
  await page.getByRole('button', { name: 'Add 2 values' }).click()
  await page.getByRole('button', { name: 'Create context field' }).click()
  await expect(page.getByRole('link', { name: 'conf-country' })).toBeVisible()
  expect(await api.get('/api/admin/context/conf-country')).toMatchObject({
    legalValues: [
      { value: 'NO', description: 'Norway' },
      { value: 'SE', description: 'Sweden' },
    ],
  })
})

test('environments are reordered by keyboard and by dragging', async ({ page }) => {
  await api.post('/api/admin/environments', { name: 'conf-env', type: 'test' }).catch(unlessThere)
  await signIn(page, '/environments')
  const names = page.locator('tbody tr td:nth-child(2)')
  await expect(names.first()).toBeVisible()
  const before = await names.allTextContents()
  const last = before.at(-1) ?? ''
  await page.getByRole('button', { name: new RegExp(`^Move ${last},`) }).press('ArrowUp')
  await expect(names.nth(before.length - 2)).toHaveText(last)
  await expect
    .poll(async () =>
      (await api.get<{ environments: { name: string }[] }>('/api/admin/environments')).environments
        .map(({ name }) => name)
        .indexOf(last),
    )
    .toBe(before.length - 2)
  const grip = page.getByRole('button', { name: new RegExp(`^Move ${last},`) })
  await dragTo(page, grip, names.last(), async () => (await page.locator('[data-over]').count()) > 0)
  await expect(names.last()).toHaveText(last)
})

test('changing a production environment needs confirmation, and other environments do not', async ({
  page,
}) => {
  await api.post('/api/admin/environments', { name: 'conf-live', type: 'production' }).catch(unlessThere)
  await api.post('/api/admin/environments', { name: 'conf-env', type: 'test' }).catch(unlessThere)
  await signIn(page, '/environments')
  await page.getByRole('switch', { name: 'Offer conf-env to projects' }).click({ force: true })
  await expect(page.getByText('conf-env is no longer available to projects')).toBeVisible()
  await page.getByRole('switch', { name: 'Offer conf-live to projects' }).click({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: 'Make unavailable' }).click()
  await expect(page.getByText('conf-live is no longer available to projects')).toBeVisible()
})

test('deleting an environment requires typing its name', async ({ page }) => {
  await api.post('/api/admin/environments', { name: 'conf-gone', type: 'test' }).catch(unlessThere)
  await signIn(page, '/environments')
  await page.getByRole('button', { name: 'Actions for conf-gone' }).click()
  await page.getByRole('menuitem', { name: 'Delete environment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete conf-gone?' })
  // The button is disabled but focusable, and explains what is missing.
  await dialog.getByRole('button', { name: 'Delete environment' }).press('Enter')
  await expect(dialog.getByText('This isn’t the name.')).toBeVisible()
  await dialog.getByRole('textbox').fill('conf-gone')
  await dialog.getByRole('button', { name: 'Delete environment' }).click()
  await expect(page.getByText('Environment conf-gone deleted')).toBeVisible()
})

test('an environment is cloned with the state of its flags', async ({ page }) => {
  await signIn(page, '/environments/production/clone')
  await page.getByRole('textbox', { name: 'Name' }).fill('conf-clone')
  await page.getByRole('button', { name: 'Create environment' }).click()
  await expect(page.getByText('Environment conf-clone created from production')).toBeVisible()
  await expect(page.getByRole('link', { name: /conf-clone/ })).toBeVisible()
  // Other tests count the environments.
  await api.delete('/api/admin/environments/conf-clone')
})

test('the lifetime of a flag type is edited in place, and undone', async ({ page }) => {
  await signIn(page, '/feature-toggle-type')
  const field = page.getByLabel('Expected lifetime of Operational in days')
  await field.fill('14')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Operational: expected to live 14 days')).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(field).toHaveValue('7 days')
})

test('unsaved input is restored when the form is opened again', async ({ page }) => {
  await signIn(page, '/segments/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('half-written')
  await page.getByRole('link', { name: 'Environments' }).click()
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  await asked.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Environments' })).toBeVisible()

  await page.goto('/segments/create')
  await expect(page.getByText('Restored your unsaved changes')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('half-written')
  await expectGood(page, 'restored')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  await page.getByRole('textbox', { name: 'Name' }).fill('cancelled')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/segments/create')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
})

test('the name of a new environment is validated, and the next step is adding it to projects', async ({
  page,
}) => {
  await api.delete('/api/admin/environments/conf-next').catch(() => undefined)
  await signIn(page, '/environments/create')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Pre Prod')
  await name.press('Tab')
  await expect(page.getByText('Use letters, digits and ~ _ . - only, without spaces.')).toBeVisible()
  await name.fill('conf-next')
  await page.getByRole('button', { name: 'Create environment' }).click()
  await expect(page.getByText('Not in any project yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Configured: environments' }).click()
  await page.getByRole('switch', { name: 'conf-next' }).press('Space')
  await expect
    .poll(async () => {
      const { environments } = await api.get<{ environments: { name: string; projectCount: number }[] }>(
        '/api/admin/environments',
      )
      return environments.find((one) => one.name === 'conf-next')?.projectCount
    })
    .toBe(1)
  await api.delete('/api/admin/environments/conf-next')
})
