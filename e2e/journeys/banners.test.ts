import { expect, type Page, test } from '@playwright/test'
import { api, expectGood, signIn } from '../kit.ts'

const about = `journey ${Date.now()}`
type Banner = { id: number; message: string; enabled: boolean }
const ownBanners = async () =>
  (await api.get<{ banners: Banner[] }>('/api/admin/banners')).banners.filter(({ message }) =>
    message.includes(about),
  )

// Each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' })

test.afterAll(async () => {
  for (const { id } of await ownBanners()) await api.delete(`/api/admin/banners/${id}`)
})

const bars = (page: Page) => page.getByRole('region', { name: 'Banners', exact: true })
const pinned = (page: Page) => page.getByRole('region', { name: 'Pinned banners' })

test('a banner is written with a preview, and shown on every page', async ({ page }) => {
  await signIn(page, '/admin/banners')
  await page
    .getByRole('button', { name: /^New banner/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Message' }).fill(`Moving on **Saturday**, ${about}\n- one\n- two`)
  await expect(page.locator('form').getByText('Saturday').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Variant' }).click()
  await page.getByRole('option', { name: 'Warning' }).click()
  await page.getByText('Dialog', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Link text' }).fill('Details')
  await page.getByRole('button', { name: /^Create banner/ }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter the text of the dialog.')
  await page.getByRole('textbox', { name: 'Dialog text' }).fill('Flags are served *as usual*.')
  await expectGood(page, 'new banner')
  await page.getByRole('button', { name: /^Create banner/ }).click()
  await expect(page.getByText('Banner saved')).toBeVisible()
  await expect(bars(page).getByText('Saturday')).toBeVisible()
  await expectGood(page, 'list of banners')
  await page.goto('/projects/default')
  await bars(page).getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Details' })
  await expect(dialog.locator('em')).toHaveText('as usual')
  await expectGood(page, 'dialog of a banner')
})

test('other people see changes at once, and dismiss banners in their browser', async ({ page }) => {
  await signIn(page, '/projects/default')
  await bars(page).getByRole('button', { name: 'Dismiss banner' }).click()
  await expect(bars(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Default' })).toBeVisible()
  await expect(bars(page)).toBeHidden()
  const { id } = await api.post<Banner>('/api/admin/banners', {
    message: `Pinned ${about}`,
    variant: 'error',
    sticky: true,
    link: '/projects',
    linkText: 'Projects',
  })
  await expect(pinned(page)).toContainText('Pinned')
  await expect(pinned(page).getByRole('button', { name: 'Dismiss banner' })).toBeHidden()
  await expectGood(page, 'pinned banner')
  // The header grew, so that it does not cover the page.
  const bottom = await pinned(page).evaluate((element) => element.getBoundingClientRect().bottom)
  const top = await page
    .getByRole('heading', { name: 'Default' })
    .evaluate((element) => element.getBoundingClientRect().top)
  expect(top).toBeGreaterThanOrEqual(bottom)
  await pinned(page).getByRole('link', { name: 'Projects' }).click()
  await expect(page).toHaveURL(/\/projects$/)
  await api.delete(`/api/admin/banners/${id}`)
  await expect(pinned(page)).toBeHidden()
  // A banner that changed is shown again.
  const [first] = await ownBanners()
  await api.put(`/api/admin/banners/${first?.id}`, {
    message: `Changed ${about}`,
    link: 'https://example.com',
  })
  await expect(bars(page)).toContainText('Changed')
  await expect(bars(page).getByRole('link', { name: 'More info' })).toHaveAttribute('target', '_blank')
})

test('a banner is turned off in the list, edited and deleted', async ({ page }) => {
  await signIn(page, '/admin/banners')
  const toggle = page.getByRole('switch', { name: `Show "Changed ${about}"` })
  await expect(toggle).toBeChecked()
  await toggle.press('Space')
  await expect(page.getByText('Banner turned off')).toBeVisible()
  await expect(bars(page)).toBeHidden()
  await page.getByRole('link', { name: `Changed ${about}` }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill(`Edited ${about}`)
  await page.getByRole('button', { name: /^Save banner/ }).click()
  await page.getByRole('button', { name: `Actions for Edited ${about}` }).click()
  await page.getByRole('menuitem', { name: 'Delete banner' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this banner?' })
  await expect(dialog).toContainText('nobody sees it now')
  await dialog.getByRole('button', { name: 'Delete banner' }).click()
  await expect(page.getByText('Banner deleted')).toBeVisible()
  expect(await ownBanners()).toEqual([])
})
