import { expect, type Page, test } from '@playwright/test'
import { api, expectNoViolations, signIn } from '../kit.ts'

const project = 'narrow'
const base = `/api/admin/projects/${project}`
const unlessThere = (error: Error) => {
  if (!error.message.includes('409')) throw error
}
const allow = (featureLimit: number | null) => api.put(base, { name: 'Narrow', featureLimit })

test.beforeAll(async () => {
  await api.post('/api/admin/projects', { id: project, name: 'Narrow' }).catch(unlessThere)
  await api.post(`${base}/features`, { name: 'narrow-first' }).catch(unlessThere)
})

const dialog = async (page: Page) => {
  await signIn(page, `/projects/${project}?create=true`)
  return page.getByRole('dialog', { name: 'New flag' })
}

test('the last flag within the limit is announced, and creating more is refused with advice', async ({
  page,
}) => {
  await allow(2)
  const form = await dialog(page)
  await expect(form.getByText('You can create one more flag in the project Narrow.')).toBeVisible()
  const create = form.getByRole('button', { name: 'Create flag' })
  await expect(create).not.toHaveAttribute('aria-disabled')

  await allow(1)
  await page.reload()
  await expect(form.getByText('Archive some, or raise the limit in its settings.')).toBeVisible()
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await expectNoViolations(page, 'a full project')

  await allow(null)
  await page.reload()
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await expect(form.getByText('has reached its limit')).toHaveCount(0)
})

test('the project list shows how many more fit, and why the limit prevents a new one', async ({ page }) => {
  const { projects } = await api.get<{ projects: unknown[] }>('/api/admin/projects')
  let most = projects.length + 1
  // The limit of an installation is a server setting, so the test changes the response.
  await page.route('**/api/admin/ui-config', async (route) => {
    const response = await route.fetch()
    const config = (await response.json()) as { resourceLimits: object }
    await route.fulfill({
      response,
      json: { ...config, resourceLimits: { ...config.resourceLimits, projects: most } },
    })
  })
  await signIn(page, '/projects/create')
  await expect(page.getByText(`You can create one more project. The limit is ${most}.`)).toBeVisible()

  most -= 1
  await page.reload()
  await expect(page.getByText('Archive one, or raise the limit in the server settings.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('One too many')
  await expect(page.getByRole('button', { name: 'Create project' })).toHaveAttribute('aria-disabled', 'true')
  await expectNoViolations(page, 'no room for a project')

  await page.goto('/projects')
  const button = page.getByRole('button', { name: 'New project' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.hover()
  await expect(page.getByRole('tooltip')).toContainText(/reached the limit of .* projects/)
})
