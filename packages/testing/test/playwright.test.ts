import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { rolldown } from 'rolldown'
import { expect, test } from '../src/playwright.ts'

test.use({ flags: { 'new-checkout': true, colour: 'blue' } })

/** Opens a page that uses the real SDKs; only its own files are served here. */
async function open(page: Page) {
  const build = await rolldown({
    input: fileURLToPath(new URL('page.js', import.meta.url)),
    platform: 'browser',
  })
  const { output } = await build.generate({ format: 'esm', codeSplitting: false })
  await page.route('https://shop.example.test/**', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: output[0].code })
      : route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/page.js"></script>' }),
  )
  await page.goto('https://shop.example.test/')
}
const shown = (enabled: boolean, unleash: string | undefined, openfeature = unleash) =>
  JSON.stringify({ unleash: [enabled, unleash], openfeature: [enabled, openfeature] })

test('SDKs on a page get the flags of the test, and its changes', async ({ page, testFlags }) => {
  await open(page)
  await expect(page).toHaveTitle(shown(true, 'blue'))
  testFlags.set({ 'new-checkout': false, colour: 'green' })
  await expect(page).toHaveTitle(shown(false, 'green'))
})

test('the next test starts with its flags again', async ({ page }) => {
  await open(page)
  await expect(page).toHaveTitle(shown(true, 'blue'))
})

test('OFREP answers for single flags', async ({ page }) => {
  await open(page)
  const ask = (name: string) =>
    page.evaluate(async (key) => {
      const url = `https://flags.example.test/ofrep/v1/evaluate/flags/${key}`
      const response = await fetch(url, { method: 'POST', body: '{"context":{}}' })
      return { status: response.status, body: await response.json() }
    }, name)
  expect(await ask('colour')).toMatchObject({ status: 200, body: { key: 'colour', value: 'blue' } })
  expect(await ask('other')).toMatchObject({ status: 404, body: { errorCode: 'FLAG_NOT_FOUND' } })
})
