import { expect, test } from '@playwright/test'
import { api, expectGood, password, signIn } from '../kit.ts'

const base = '/api/admin/projects/default/features'

test('a viewer sees only accessible links, the missing permission, and the administrators to ask', async ({
  page,
}) => {
  await api.post('/api/admin/user-admin', { username: 'visitor', rootRole: 'Viewer', password })
  await api.post(base, { name: 'only-seen', initialState: [{ environment: 'development' }] })
  await signIn(page, '/projects', 'visitor')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Event log' })).toBeVisible()
  for (const name of ['API tokens', 'Users', 'Administration'])
    await expect(main.getByRole('link', { name })).toHaveCount(0)

  const { environments } = await api.get<{ environments: { name: string; strategies: { id: string }[] }[] }>(
    `${base}/only-seen`,
  )
  const rule = environments.find(({ name }) => name === 'development')?.strategies[0]?.id
  const form = `/projects/default/features/only-seen/strategies/edit?environmentId=development&strategyId=${rule}`
  await page.goto(form)
  await expect(page.getByRole('switch', { name: 'Active' })).toBeDisabled()
  await expect(page.getByRole('note')).toContainText('You have read-only access.')
  await expect(page.getByRole('note')).toContainText('UPDATE_FEATURE_STRATEGY')
  await expect(page.getByRole('textbox', { name: 'Rollout' })).toBeDisabled()
  await expect(page.getByRole('slider')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add variant' })).toHaveCount(0)
  await expect(page.getByText('You can’t save changes here. Needs UPDATE_FEATURE_STRATEGY')).toBeVisible()
  await expectGood(page, 'read-only rule')
  await page.goto('/projects/default/features/only-seen/strategies/create?environmentId=development')
  await expect(page.getByText('You can’t save changes here. Needs CREATE_FEATURE_STRATEGY')).toBeVisible()
  await expect(page.getByText('1 change')).toHaveCount(0)

  await page.goto('/admin/users')
  await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
  await expect(page.getByText('This page needs the Admin role. Your role is Viewer.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Administrators' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText('Signed in as visitor.')).toBeVisible()
  await expectGood(page, 'no access')
  await page.getByRole('link', { name: 'Go to projects' }).click()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
})

test('a viewer sees no links to pages without access', async ({ page }) => {
  await api.post(base, { name: 'only-read' })
  await signIn(page, '/projects/default/settings', 'visitor')
  const places = page.getByRole('navigation', { name: 'Project settings' })
  await expect(places.getByRole('link', { name: 'Environments' })).toBeVisible()
  for (const name of ['Access', 'API access'])
    await expect(places.getByRole('link', { name, exact: true })).toHaveCount(0)
  await page.goto('/projects/default/settings/access')
  await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
  await expect(places.getByRole('link', { name: 'Access', exact: true })).toBeVisible()

  await page.goto('/projects/default/features/only-read/code')
  await expect(page.getByRole('heading', { name: 'Use only-read in your code' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'API tokens' })).toHaveCount(0)

  await page.goto('/projects/default/features/never-made')
  await expect(page.getByRole('heading', { name: 'Flag not found' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create never-made' })).toHaveCount(0)

  await page.goto('/admin/groups')
  const admin = page.getByRole('navigation', { name: 'Administration' })
  await expect(admin).toHaveText(/^People\s*Groups\s*Instance\s*Edges$/)
})

test('a page that does not exist offers search and a link to the projects', async ({ page }) => {
  await signIn(page, '/no-such-page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('button', { name: 'Search for it' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Go to projects' }).click()
  await expect(page).toHaveURL(/\/projects$/)
})

test('a misspelt flag or project suggests similar names', async ({ page }) => {
  await api.post(base, { name: 'zebra-crossing-lights' })
  await signIn(page, '/projects/default/features/zebra-crossing-lihgts')
  await expect(page.getByRole('heading', { name: 'Flag not found' })).toBeVisible()
  const similar = page.getByRole('list', { name: 'Similar names' })
  await expect(similar.getByRole('link')).toHaveText(['zebra-crossing-lights'])
  await similar.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'zebra-crossing-lights' })).toBeVisible()
  await page.goto('/projects/defualt')
  await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible()
  await expectGood(page, 'project not found')
  await similar.getByRole('link', { name: 'Default' }).click()
  await expect(page).toHaveURL(/\/projects\/default$/)
})

test('long names are truncated in the header, each breadcrumb separately', async ({ page }) => {
  const name = 'a-flag-with-a-name-that-is-longer-than-anybody-would-want-to-read-in-a-breadcrumb'
  const project = {
    id: 'long-crumbs',
    name: 'A project whose name is much longer than its purpose needs it to be',
  }
  await api.post('/api/admin/projects', project)
  await api.post(`/api/admin/projects/${project.id}/features`, { name })
  await page.setViewportSize({ width: 1100, height: 800 })
  await signIn(page, `/projects/${project.id}/features/${name}`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByText(name)).toBeVisible()
  const edges = await crumbs
    .locator('a, b')
    .evaluateAll((parts) =>
      parts.map((part) => part.getBoundingClientRect()).map(({ left, right }) => [left, right]),
    )
  const { x = 0, width = 0 } = (await crumbs.boundingBox()) ?? {}
  edges.forEach(([left = 0, right = 0], index) => {
    expect(left).toBeGreaterThanOrEqual(index === 0 ? x : (edges[index - 1]?.[1] ?? 0))
    expect(right).toBeLessThanOrEqual(x + width)
  })
  const section = crumbs.getByRole('link', { name: 'Projects' })
  expect(await section.evaluate((link) => link.scrollWidth - link.clientWidth)).toBeLessThanOrEqual(0)

  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/projects/${project.id}`)
  const title = page.getByRole('heading', { name: project.name })
  const create = page.getByRole('button', { name: 'New flag' }).first()
  await expect(create).toBeVisible()
  const bottom = await title.evaluate((heading) => heading.getBoundingClientRect().bottom)
  expect((await create.boundingBox())?.y).toBeGreaterThanOrEqual(bottom)
})
