import { expect, test } from '@playwright/test'
import { api, countClicks, expectGood, signIn, undoByKey } from '../kit.ts'

const features = '/api/admin/projects/default/features'
const page = (flag: string) => `/projects/default/features/${flag}`

let next = 0
async function prepare(tags: { type: string; value: string }[] = []) {
  next += 1
  const flag = `tagged-${next}-${Date.now()}`
  await api.post(features, { name: flag, description: 'For a journey.', tags })
  return flag
}

const simple = (value: string) => ({ type: 'simple', value })
const tagsOf = async (flag: string) =>
  (await api.get<{ tags: { type: string; value: string }[] }>(`/api/admin/features/${flag}/tags`)).tags.map(
    ({ type, value }) => `${type}:${value}`,
  )

test('journey 13: a flag is tagged with one click and some text', async ({ page: tab }) => {
  const flag = await prepare()
  await signIn(tab, page(flag))
  const effort = await countClicks(tab)
  await tab.getByRole('button', { name: 'Add tag' }).click()
  await expect(tab.getByRole('combobox', { name: 'New tag' })).toBeFocused()
  await tab.keyboard.type('checkout')
  await tab.keyboard.press('Enter')
  await expect(tab.getByRole('list', { name: 'Tags' })).toContainText('checkout')
  await expect(tab.getByRole('status').filter({ hasText: `${flag} tagged checkout` })).toBeVisible()
  await effort.expectAtMost(1, 1)
  expect(await tagsOf(flag)).toEqual(['simple:checkout'])
})

test('journey 13: a flag is tagged by keyboard alone, and the tag is undone', async ({ page: tab }) => {
  const flag = await prepare()
  await signIn(tab, page(flag))
  const effort = await countClicks(tab)
  await expect(tab.getByRole('button', { name: 'Add tag' })).toBeVisible()
  await tab.keyboard.press('t')
  await expect(tab.getByRole('combobox', { name: 'New tag' })).toBeFocused()
  await tab.keyboard.type('by hand')
  await tab.keyboard.press('Enter')
  await expect(tab.getByRole('list', { name: 'Tags' })).toContainText('by hand')
  await expect(tab.getByRole('combobox', { name: 'New tag' })).toBeFocused()
  await effort.expectAtMost(0, 1)
  await tab.keyboard.press('Escape')
  await expect(tab.getByRole('button', { name: 'Add tag' })).toBeFocused()
  await expect.poll(() => tagsOf(flag)).toEqual(['simple:by hand'])
  await undoByKey(tab)
  await expect.poll(() => tagsOf(flag)).toEqual([])
  await expect(tab.getByRole('list', { name: 'Tags' })).toBeHidden()
})

test('known tags are suggested, a tag is removed, and errors are explained', async ({ page: tab }) => {
  await api.post('/api/admin/tag-types', { name: 'team', color: '#2B97BA' }).catch(() => {})
  await prepare([{ type: 'team', value: 'storefront' }])
  const flag = await prepare([simple('old')])
  await signIn(tab, page(flag))
  await tab.getByRole('button', { name: 'Add tag' }).click()
  await expect(tab.getByRole('combobox', { name: 'New tag' })).toBeFocused()
  await tab.keyboard.type('storefr')
  await tab.getByRole('option', { name: 'team:storefront', exact: true }).click()
  await expect(tab.getByRole('list', { name: 'Tags' })).toContainText('team:storefront')
  await expect(tab.getByRole('combobox', { name: 'New tag' })).toHaveValue('')
  await expect(tab.getByRole('combobox', { name: 'New tag' })).toBeFocused()
  await tab.keyboard.type('nosuch:thing')
  await tab.keyboard.press('Enter')
  await expect(tab.getByText('The tag type nosuch does not exist')).toBeVisible()
  await expectGood(tab, 'tags of a flag')
  await tab.getByRole('button', { name: 'Remove the tag old' }).click()
  await expect.poll(() => tagsOf(flag)).toEqual(['team:storefront'])
  await expect(tab.getByRole('status').filter({ hasText: 'Tag old removed' })).toBeVisible()
})

test('several flags are tagged together', async ({ page: tab }) => {
  const both = [await prepare([simple('some'), simple('gone')]), await prepare([simple('gone')])]
  await signIn(tab, `/projects/default?q=${both[0]?.slice(0, 7)}`)
  for (const flag of both) await tab.getByRole('checkbox', { name: `Select ${flag}` }).click()
  await tab.keyboard.press('t')
  const dialog = tab.getByRole('dialog', { name: 'Tags of 2 flags' })
  await dialog.getByRole('combobox', { name: 'Add' }).fill('fresh')
  await tab.keyboard.press('Enter')
  await dialog.getByRole('checkbox', { name: 'gone, on 2 of 2' }).click()
  await dialog.getByRole('checkbox', { name: 'some, on 1 of 2' }).click()
  await expect(dialog.getByRole('list', { name: 'Changes' })).toContainText('some to 1 flag')
  await dialog.getByRole('button', { name: 'Save tags' }).click()
  await expect(tab.getByRole('status').filter({ hasText: 'Tags of 2 flags changed' })).toBeVisible()
  for (const flag of both) expect(await tagsOf(flag)).toEqual(['simple:fresh', 'simple:some'])
  await tab.getByRole('button', { name: /Undo/ }).click()
  await expect.poll(() => tagsOf(both[1] ?? '')).toEqual(['simple:gone'])
})

test('a flag is tagged from the list, by keyboard or from its menu', async ({ page: tab }) => {
  const flag = await prepare([simple('kept')])
  await signIn(tab, `/projects/default?q=${flag}`)
  await expect(tab.getByRole('link', { name: flag })).toBeVisible()
  await tab.keyboard.press('j')
  await expect(tab.getByRole('link', { name: flag })).toBeFocused()
  await tab.keyboard.press('t')
  const dialog = tab.getByRole('dialog', { name: 'Tags of 1 flag' })
  await dialog.getByRole('combobox', { name: 'Add' }).fill('listed')
  await tab.keyboard.press('Enter')
  await expect(dialog.getByRole('list', { name: 'Changes' })).toContainText('listed')
  await tab.keyboard.press('Enter')
  await expect.poll(() => tagsOf(flag)).toEqual(['simple:kept', 'simple:listed'])
  await tab.getByRole('button', { name: `Actions for ${flag}` }).click()
  await tab.getByRole('menuitem', { name: 'Tags…' }).click()
  await dialog.getByRole('checkbox', { name: 'kept, on 1 of 1' }).click()
  await dialog.getByRole('button', { name: 'Save tags' }).click()
  await expect.poll(() => tagsOf(flag)).toEqual(['simple:listed'])
})

test('a tag type is created with a colour, and its deletion is undone', async ({ page: tab }) => {
  const name = `kind-${Date.now()}`
  await signIn(tab, '/tag-types')
  await tab.getByRole('button', { name: 'New tag type' }).click()
  await tab.getByRole('textbox', { name: 'Name' }).fill(name)
  await tab.getByRole('radio', { name: 'Violet' }).click()
  await tab.getByRole('button', { name: 'Create tag type' }).click()
  await expect(tab.getByRole('link', { name })).toBeVisible()
  const flag = await prepare([{ type: name, value: 'one' }])
  await tab.getByRole('link', { name }).click()
  await tab.getByRole('textbox', { name: 'Description' }).fill('What it is about')
  await tab.getByRole('button', { name: 'Save tag type' }).click()
  await tab.getByRole('button', { name: `Actions for ${name}` }).click()
  await tab.getByRole('menuitem', { name: 'Delete tag type' }).click()
  await expect(tab.getByRole('dialog')).toContainText('1 flag loses its tags of this type.')
  await tab.getByRole('dialog').getByRole('button', { name: 'Delete tag type' }).click()
  await expect(tab.getByRole('link', { name })).toBeHidden()
  expect(await tagsOf(flag)).toEqual([])
  await undoByKey(tab)
  await expect.poll(() => tagsOf(flag)).toEqual([`${name}:one`])
})

test('a user without permission sees tags, and why they cannot be changed', async ({ page: tab }) => {
  const flag = await prepare([simple('fixed')])
  const username = `viewer-${Date.now()}`
  await api.post('/api/admin/user-admin', {
    username,
    password: 'Correct-horse-7',
    rootRole: 3,
    sendEmail: false,
  })
  await signIn(tab, page(flag), username)
  await expect(tab.getByRole('list', { name: 'Tags' })).toContainText('fixed')
  await expect(tab.getByRole('button', { name: 'Remove the tag fixed' })).toHaveCount(0)
  await expect(tab.getByRole('button', { name: 'Add tag' })).toHaveAttribute('aria-disabled', 'true')
  await tab.keyboard.press('t')
  await expect(tab.getByRole('combobox', { name: 'New tag' })).toHaveCount(0)
})
