import { expect, type Page, test } from '@playwright/test'
import { api, expectGood, password, signIn } from '../kit.ts'

const flag = `talked-${Date.now()}`
const commenter = `commenter-${Date.now()}`
const features = '/api/admin/projects/default/features'
const home = `/projects/default/features/${flag}`
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

// Each test continues where the one before it ended.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await api.post(features, { name: flag })
  await api.post('/api/admin/user-admin', { username: commenter, rootRole: 'Viewer', password })
})
test.afterAll(() => api.delete(`${features}/${flag}`))

test('a flag without an owner gets one, and the list finds it by owner', async ({ page }) => {
  await signIn(page, home)
  const aside = page.getByRole('complementary')
  await expect(aside.getByText('No owner')).toBeVisible()
  await page.getByRole('button', { name: 'Change owner' }).click()
  const dialog = page.getByRole('dialog', { name: `Owner of ${flag}` })
  const field = dialog.getByRole('combobox', { name: 'Person or group' })
  await field.fill('admin')
  await page.getByRole('option', { name: 'admin', exact: true }).click()
  await expectGood(page, 'owner of a flag')
  await dialog.getByRole('button', { name: 'Set owner' }).click()
  await expect(page.getByText('Owner updated', { exact: true })).toBeVisible()
  await expect(aside.getByText('No owner')).toHaveCount(0)
  await page.goto(`/projects/default?owner=none&q=${flag}`)
  await expect(page.getByRole('button', { name: 'Change the filter Owner is No owner' })).toBeVisible()
  await expect(page.getByRole('link', { name: flag })).toHaveCount(0)
})

test('a comment mentions a person by keyboard, and the author watches the flag', async ({ page }) => {
  await signIn(page, home, commenter)
  await expect(page.getByRole('button', { name: 'Watch flag' })).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('link', { name: 'Comments' }).click()
  await expect(page.getByText('No comments yet')).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Comment' })
  await field.pressSequentially('Ready for 50 %? @adm')
  await expect(page.getByRole('option', { name: /@admin/ }).first()).toHaveAttribute('aria-selected', 'true')
  await expectGood(page, 'mention in a comment')
  await field.press('Enter')
  await expect(field).toHaveValue('Ready for 50 %? @admin ')
  await field.press('Control+Enter')
  const comment = page.getByRole('listitem').filter({ hasText: 'Ready for 50 %?' })
  await expect(comment).toBeVisible()
  await expect(field).toHaveValue('')
  await expect(page.getByRole('link', { name: /^Comments\s*1$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Watch flag' })).toHaveAttribute('aria-pressed', 'true')
  await comment.getByRole('button', { name: 'Edit comment' }).click()
  await page
    .getByRole('list', { name: 'Comments, oldest first' })
    .getByRole('textbox')
    .fill('Ready for 60 %? @admin')
  await page.getByRole('button', { name: 'Save comment' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ready for 60 %?' })).toContainText('edited')
  await expectGood(page, 'comments on a flag')
})

test('the notification of a mention opens the comment, and an answer arrives live', async ({
  page,
  browser,
}) => {
  await signIn(page, '/profile')
  await bell(page).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('link', { name: new RegExp(`mentioned you in a comment on ${flag}`) }).click()
  await expect(page).toHaveURL(new RegExp(`${home}/comments`))
  const other = await browser.newPage()
  await signIn(other, `${home}/comments`, commenter)
  await page.getByRole('textbox', { name: 'Comment' }).fill('Go ahead.')
  await page.getByRole('button', { name: 'Add comment' }).click()
  const answer = other.getByRole('listitem').filter({ hasText: 'Go ahead.' })
  await expect(answer).toBeVisible()
  await expect(answer.getByRole('button', { name: 'Delete comment' })).toHaveCount(0)
  await other.close()
})

test('who can update the project deletes a comment, and anyone stops watching', async ({ page }) => {
  await signIn(page, `${home}/comments`)
  const comment = page.getByRole('listitem').filter({ hasText: 'Ready for 60 %?' })
  await expect(comment.getByRole('button', { name: 'Edit comment' })).toHaveCount(0)
  await comment.getByRole('button', { name: 'Delete comment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click()
  await expect(comment).toHaveCount(0)
  const watch = page.getByRole('button', { name: 'Watch flag' })
  await expect(watch).toHaveAttribute('aria-pressed', 'true')
  await watch.click()
  await expect(watch).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText(`You no longer watch ${flag}`)).toBeVisible()
})

test('the comments of an archived flag can be read, but not written', async ({ page }) => {
  await api.delete(`${features}/${flag}`)
  await signIn(page, `${home}/comments`)
  await expect(page.getByRole('button', { name: 'Revive' })).toBeVisible()
  const comment = page.getByRole('listitem').filter({ hasText: 'Go ahead.' })
  await expect(comment).toBeVisible()
  await expect(comment.getByRole('button', { name: 'Edit comment' })).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveCount(0)
  await expectGood(page, 'comments on an archived flag')
})
