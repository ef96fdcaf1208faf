import { expect, type Page, test } from '@playwright/test'
import { api, signIn } from '../kit.ts'

const base = '/api/admin/projects/default/features'
type Flag = { environments: { name: string; enabled: boolean }[] }

const isOn = async (flag: string) =>
  (await api.get<Flag>(`${base}/${flag}`)).environments.find(({ name }) => name === 'production')?.enabled

const askToTurnOn = async (page: Page, flag: string) => {
  await signIn(page, `/projects/default/features/${flag}`)
  await expect(page.getByText(/^Live/)).toBeVisible()
  await page.getByRole('switch', { name: `${flag} in production` }).click({ force: true })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return { dialog, confirm: dialog.getByRole('button', { name: 'Turn on in production' }) }
}

/** A change that was waiting for the network would be sent before this one has its response. */
const afterALaterChange = async (page: Page, flag: string) => {
  // Not by the mouse: the page moves when the bar goes.
  await page.getByRole('switch', { name: `${flag} in development` }).press('Space')
  await expect(page.getByText(`${flag} is on in development`)).toBeVisible()
}

test('a change made offline fails at once, and is not made when the network is back', async ({ page }) => {
  const flag = 'offline-change'
  await api.post(base, { name: flag })
  const { confirm } = await askToTurnOn(page, flag)
  await page.context().setOffline(true)
  await expect(page.getByText('No connection.')).toBeVisible()
  await expect(page.getByText(/^Offline/)).toBeVisible()
  await confirm.click()
  await expect(page.getByText('The server can’t be reached.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText(/^Live/)).toBeVisible()
  await expect(page.getByText('No connection.')).toHaveCount(0)
  await afterALaterChange(page, flag)
  expect(await isOn(flag)).toBe(false)
})

test('Cancel stops a change that has no response', async ({ page }) => {
  const flag = 'slow-change'
  await api.post(base, { name: flag })
  const { dialog, confirm } = await askToTurnOn(page, flag)
  let arrived = () => {}
  const sent = new Promise<void>((resolve) => {
    arrived = resolve
  })
  // The request leaves the page, and hangs on its way to the server.
  await page.route(/production\/on/, () => arrived())
  const stopped = page.waitForEvent('requestfailed', (request) => /production\/on/.test(request.url()))
  await confirm.click()
  await sent
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await stopped
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Cancelled. A change that had already reached')).toBeVisible()
  await afterALaterChange(page, flag)
  expect(await isOn(flag)).toBe(false)
})
