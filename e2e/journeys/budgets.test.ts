import { expect, type Page, test } from '@playwright/test'
import { signIn } from '../kit.ts'

const kB = 1_000

/** Encoded bytes by kind, and how many requests there were, from nothing to a page at rest. */
async function traffic(page: Page, open: () => Promise<unknown>) {
  const sums = { script: 0, stylesheet: 0, font: 0, image: 0 }
  let requests = 0
  const pending: Promise<void>[] = []
  page.on('requestfinished', (request) => {
    requests += 1
    const kind = request.resourceType()
    if (!(kind in sums)) return
    pending.push(
      request.sizes().then(({ responseBodySize }) => {
        sums[kind as keyof typeof sums] += responseBodySize
      }),
    )
  })
  await open()
  await page.waitForTimeout(1_000)
  await Promise.all(pending)
  return { ...sums, requests }
}

test('the sign-in page is light', async ({ page }) => {
  const sums = await traffic(page, () => page.goto('/login'))
  process.stdout.write(`sign-in: ${JSON.stringify(sums)}\n`)
  expect(sums.script).toBeGreaterThan(10 * kB)
  expect(sums.script).toBeLessThanOrEqual(100 * kB)
  expect(sums.stylesheet).toBeLessThanOrEqual(35 * kB)
  expect(sums.requests).toBeLessThanOrEqual(20)
})

test('the first page inside is light', async ({ page }) => {
  await signIn(page, '/docs/openapi.json')
  const sums = await traffic(page, () => page.goto('/projects/default'))
  process.stdout.write(`first page: ${JSON.stringify(sums)}\n`)
  expect(sums.script).toBeGreaterThan(100 * kB)
  expect(sums.script).toBeLessThanOrEqual(280 * kB)
  expect(sums.stylesheet).toBeLessThanOrEqual(35 * kB)
  expect(sums.font + sums.image).toBeLessThanOrEqual(10 * kB)
  expect(sums.requests).toBeLessThanOrEqual(20)
})
