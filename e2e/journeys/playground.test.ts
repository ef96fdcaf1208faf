import { expect, type Page, test } from '@playwright/test'
import { api, countClicks, expectGood, openPalette, signIn } from '../kit.ts'

// Unique, since a rerun after a failure finds the objects of the previous run.
const run = Date.now().toString(36)
const project = `travel-${run}`
const home = `/api/admin/projects/${project}/features`
const flag = `checkout-${run}`
const production = `${home}/${flag}/environments/production`

test.use({ viewport: { width: 1440, height: 900 } })

const nordic = {
  name: 'flexibleRollout',
  title: 'Nordic ramp',
  parameters: { rollout: '100', stickiness: 'userId', groupId: flag },
  constraints: [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE'] }],
}

test.beforeAll(async () => {
  await api.post('/api/admin/projects', { id: project, name: 'Travel' })
  for (const name of [flag, `basket-${run}`]) await api.post(home, { name })
  await api.post(`${production}/strategies`, nordic)
  await api.post(`${production}/on`)
})

/** Pastes from the clipboard, like a context copied from a log. */
async function paste(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}

const question = (more: Record<string, unknown> = {}) => {
  const asked = { projects: project, context: { userId: '42', country: 'NO' }, ...more }
  const parts = Object.entries(asked).map(
    ([name, value]) =>
      `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  return `/playground?${parts.join('&')}`
}

/** A row of the results by its beginning: flag, environment, context, and result. */
const answer = (page: Page, begins: string) =>
  page
    .getByRole('list', { name: 'Results' })
    .getByRole('button', { name: new RegExp(`^${begins.replaceAll(' ', ' +')}\\b`) })
const why = (page: Page) => page.getByRole('region', { name: 'Why' })

test('journey 10: explaining the result for a user takes one click and a paste', async ({ page }) => {
  await signIn(page, `/projects/${project}/features/${flag}`)
  const card = page.getByRole('region', { name: 'production' })
  await expect(card).toBeVisible()
  const effort = await countClicks(page)
  await card.getByRole('button', { name: 'Explain for…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: /Paste/ })).toBeFocused()
  await paste(page, '{"userId": "42", "properties": {"country": "NO"}}')
  await expect(dialog.getByText('Rule 1 matches.')).toBeVisible()
  await expect(dialog.getByText(/^country ?is ?NO ?or ?SE$/)).toBeVisible()
  await effort.expectAtMost(1, 1)

  // The playground opens with the same context and the history.
  await dialog.getByRole('link', { name: /Open in the playground/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Playground' })).toBeVisible()
  await expect(answer(page, `${flag} in production: on`)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Value of country' })).toHaveValue('NO')
})

test('journey 10: by keyboard alone, with W and a paste', async ({ page }) => {
  await signIn(page, `/projects/${project}/features/${flag}`)
  await expect(page.getByRole('region', { name: 'production' })).toBeVisible()
  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: /Paste/ })).toBeFocused()
  await paste(page, 'userId=42 country=DE')
  await expect(dialog.getByText('The rule doesn’t match.')).toBeVisible()
})

test('a result is explained with every step of its evaluation', async ({ page }) => {
  await signIn(page, question({ flag }))
  await expect(answer(page, `${flag} in production: on`)).toHaveAttribute('aria-current', 'true')
  const steps = why(page).getByRole('list', { name: 'Explanation' })
  await expect(steps).toContainText(/production ?is on for this flag/)
  await expect(steps).toContainText('Rule 1Nordic ramp')
  await expect(steps).toContainText(/country ?is ?NO ?or ?SE/)
  await expect(steps).toContainText(new RegExp(`bucket of ?userId ?in group ?${flag}.*≤ 100`))
  await page.getByRole('combobox', { name: 'Value of country' }).fill('DE')
  await expect(answer(page, `${flag} in production: off`)).toBeVisible()
  await expect(why(page)).toContainText('The rule doesn’t match.')
  // The URL contains the query.
  await expect(page).toHaveURL(/country%22%3A%22DE/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Value of country' })).toHaveValue('DE')
  await expect(answer(page, `${flag} in production: off`)).toBeVisible()
})

test('several environments and values are evaluated side by side', async ({ page }) => {
  await signIn(
    page,
    question({ environments: 'production,development', context: { userId: '42', country: 'NO,DE' } }),
  )
  await expect(answer(page, `${flag} in production for NO: on`)).toBeVisible()
  await expect(answer(page, `${flag} in production for DE: off`)).toBeVisible()
  await expect(answer(page, `${flag} in development for NO: off`)).toBeVisible()
  await answer(page, `${flag} in development for DE: off`).click()
  await expect(why(page)).toContainText('The flag is off in development, so its rules aren’t evaluated.')
  await expectGood(page, 'playground with several environments')
})

test('a context can be pasted and edited as JSON', async ({ page }) => {
  await signIn(page, `/playground?projects=${project}`)
  await page.getByRole('textbox', { name: 'Paste a context' }).focus()
  await paste(page, '{"userId": 7, "properties": {"country": "SE"}}')
  await expect(page.getByRole('combobox', { name: 'Value of userId' })).toHaveValue('7')
  await expect(answer(page, `${flag} in production: on`)).toBeVisible()
  await page.getByText('JSON', { exact: true }).click()
  await page.getByRole('textbox', { name: 'JSON' }).fill('{"userId": "7", "country": "FI"}')
  await expect(answer(page, `${flag} in production: off`)).toBeVisible()
  await page.getByRole('textbox', { name: 'JSON' }).fill('{"userId"')
  await expect(page.getByText('This isn’t a JSON object.')).toBeVisible()
})

test('past results can be selected, and show what changed since', async ({ page }) => {
  await signIn(page, question({ flag }))
  await expect(answer(page, `${flag} in production: on`)).toBeVisible()
  const slider = page.getByRole('slider', { name: 'As of' })
  const steps = Number(await slider.getAttribute('aria-valuemax'))
  // Changes by other users appear live.
  await api.post(`${production}/off`)
  await expect(answer(page, `${flag} in production: off`)).toBeVisible()
  await expect(slider).toHaveAttribute('aria-valuemax', String(steps + 1))

  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/revision=/)
  await expect(slider).toHaveAttribute('aria-valuenow', String(steps))
  await page.keyboard.press('ArrowLeft')
  await expect(answer(page, `${flag} in production: on ?, now off`)).toBeVisible()
  await expect(page.getByText(/1 of 2 results are different now/)).toBeVisible()
  await expect(why(page)).toContainText('Rule 1 matches.')
  const causes = page.getByRole('region', { name: 'Cause' })
  await expect(causes).toContainText(/The result is now ?off/)
  await expect(causes).toContainText(`turned off ${flag}`)
  await causes.getByRole('button', { name: 'Show diff' }).click()
  await expect(causes.getByRole('button', { name: 'Hide diff' })).toBeVisible()
  await page.getByText('Now', { exact: true }).last().click()
  await expect(why(page)).toContainText('The flag is off in production, so its rules aren’t evaluated.')
  await expectGood(page, 'playground in the past')

  await page.getByRole('button', { name: 'Back to now' }).click()
  await expect(answer(page, `${flag} in production: off`)).toBeVisible()
  await expect(page).not.toHaveURL(/revision=/)
})

test('any time can be entered', async ({ page }) => {
  await signIn(page, question())
  await page.getByRole('button', { name: /Choose a time/ }).click()
  await page.getByLabel('Time', { exact: true }).fill('2001-01-01T12:00')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/As of 1 Jan 2001/)).toBeVisible()
  await expect(answer(page, `${flag} in production: doesn’t exist ?, now`)).toBeVisible()
})

test('too many combinations are refused with a message, and a project without flags shows an empty state', async ({
  page,
}) => {
  const many = Array.from({ length: 40 }, (_, index) => `u${index}`).join()
  await signIn(page, question({ context: { userId: many, plan: many } }))
  await expect(page.getByRole('alert')).toContainText('userId, plan make 40 × 40 = 1600 contexts')
  await page.goto('/playground?projects=no-such-project')
  await expect(page.getByText('No flags match')).toBeVisible()
})

test('the palette opens the playground', async ({ page }) => {
  await signIn(page, '/projects')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('playgr')
  await expect(page.locator('[role=dialog] [data-selected]').first()).toContainText('Playground')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Playground' })).toBeVisible()
})
