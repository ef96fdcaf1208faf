import { expect, type Page, test } from '@playwright/test'
import { api, countClicks, expectGoodInEveryLook, signIn } from '../kit.ts'

const flag = `notified-${Date.now()}`
const features = '/api/admin/projects/default/features'
const turn = (state: 'on' | 'off') => api.post(`${features}/${flag}/environments/development/${state}`)
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

// Each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' })

test.afterAll(async () => {
  await api.delete(`${features}/${flag}`)
})

test('the bell counts notifications as they arrive, and opens the newest', async ({ page }) => {
  await api.post(features, { name: flag })
  await signIn(page, `/projects/default/features/${flag}`)
  await page.request.post('/api/admin/notifications/read-all')
  await page.request.post(`${features}/${flag}/watch`)
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await turn('on')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await turn('off')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  await page.goto('/projects')
  await expect(page.getByRole('table')).toBeVisible()
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const newest = panel.getByRole('link', { name: new RegExp(`turned off ${flag}`) })
  await expect(newest).toBeVisible()
  await expectGoodInEveryLook(page, 'panel of notifications')
  await newest.click()
  await expect(page).toHaveURL(new RegExp(`/features/${flag}`))
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
})

test('the page of notifications marks all as read with one click, or with E', async ({ page }) => {
  await signIn(page, '/notifications')
  const row = page.getByRole('listitem').filter({ hasText: `turned on ${flag}` })
  await expect(row).toContainText('Unread')
  await expectGoodInEveryLook(page, 'notifications')
  const effort = await countClicks(page)
  await page.getByRole('button', { name: /^Mark all as read/ }).click()
  await effort.expectAtMost(1)
  await expect(row).not.toContainText('Unread')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await turn('on')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await page.keyboard.press('e')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.getByText('Unread', { exact: true }).click()
  await expect(page).toHaveURL(/unread=true/)
  await expect(row).toHaveCount(0)
  await page.goto('/notifications')
  await page.getByRole('tab', { name: /^Reviews/ }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('tab', { name: /^Flags/ }).click()
  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/features/${flag}`))
})

test('people choose what they are notified of, and how', async ({ page }) => {
  await signIn(page, '/profile/notifications')
  const kind = 'A flag that I own or watch changes'
  const inApp = page.getByRole('switch', { name: `${kind}: in Flagstaff` })
  const mail = page.getByRole('radiogroup', { name: `${kind}: email` })
  await expect(inApp).toBeChecked()
  await expect(mail.getByRole('radio', { name: 'Daily' })).toBeChecked()
  await expectGoodInEveryLook(page, 'preferences of notifications')
  await inApp.press('Space')
  await expect(page.getByText('Preferences saved')).toBeVisible()
  await mail.getByText('Off').click()
  await expect(mail.getByRole('radio', { name: 'Off' })).toBeChecked()
  await page.reload()
  await expect(inApp).not.toBeChecked()
  await expect(mail.getByRole('radio', { name: 'Off' })).toBeChecked()
  await inApp.press('Space')
  await mail.getByText('Daily').click()
  await expect(mail.getByRole('radio', { name: 'Daily' })).toBeChecked()
  await expect(inApp).toBeChecked()
})
