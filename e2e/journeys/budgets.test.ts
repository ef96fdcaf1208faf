import { expect, type Page, test } from '@playwright/test'
import { signIn } from '../kit.ts'

const kB = 1_000

/** Encoded bytes by kind, and the number of requests, until the page is idle. Asking again while waiting is not counted. */
async function traffic(page: Page, open: () => Promise<unknown>) {
  const sums = { script: 0, stylesheet: 0, font: 0, image: 0 }
  let requests = 0
  const pending: Promise<void>[] = []
  const asked = new Set<string>()
  page.on('requestfinished', (request) => {
    const isRepeated = request.url().includes('/onboarding?') && asked.has(request.url())
    asked.add(request.url())
    if (!isRepeated) requests += 1
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

test('the sign-in page stays within its size budget', async ({ page }) => {
  const sums = await traffic(page, async () => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
  process.stdout.write(`sign-in: ${JSON.stringify(sums)}\n`)
  expect(sums.script).toBeGreaterThan(10 * kB)
  expect(sums.script).toBeLessThanOrEqual(100 * kB)
  expect(sums.stylesheet).toBeLessThanOrEqual(35 * kB)
  expect(sums.requests).toBeLessThanOrEqual(20)
})

for (const [path, heading] of [
  ['/personal', /Home|Welcome/],
  ['/projects/default', 'Default'],
] as const)
  test(`${path} as the first page after signing in stays within its size budget`, async ({ page }) => {
    await signIn(page, '/docs/openapi.json')
    const sums = await traffic(page, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    })
    process.stdout.write(`first page ${path}: ${JSON.stringify(sums)}\n`)
    expect(sums.script).toBeGreaterThan(100 * kB)
    expect(sums.script).toBeLessThanOrEqual(280 * kB)
    expect(sums.stylesheet).toBeLessThanOrEqual(35 * kB)
    expect(sums.font + sums.image).toBeLessThanOrEqual(10 * kB)
    expect(sums.requests).toBeLessThanOrEqual(20)
  })

// The initial congestion window of a new connection: 14 kB take a quarter of a second at 60 kB/s.
const FIRST_PAINT = 14 * kB

test('the static shell is rendered without scripts or style sheets', async ({ page }) => {
  await signIn(page, '/docs/openapi.json')
  await page.route('**/assets/**', () => {})
  const html = await (await page.goto('/projects/default', { waitUntil: 'commit' }))?.text()
  await expect(page.locator('#static-shell')).toBeVisible()
  await expect(page.locator('#static-shell .row').first()).toBeVisible()
  const blocking = await page.evaluate(() =>
    [
      ...document.querySelectorAll('link[rel=stylesheet], script[src]:not([type=module], [async], [defer])'),
    ].map((element) => element.outerHTML),
  )
  expect(blocking).toEqual([])
  const bytes = Buffer.byteLength(html ?? '')
  process.stdout.write(`first paint: ${bytes} bytes\n`)
  expect(bytes).toBeGreaterThan(2 * kB)
  expect(bytes).toBeLessThanOrEqual(FIRST_PAINT)
})

test('the static shell stays until the page is rendered, even on a slow connection', async ({ page }) => {
  await signIn(page, '/docs/openapi.json')
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const speed = { downloadThroughput: 60 * kB, uploadThroughput: 60 * kB, latency: 100, offline: false }
  await line.send('Network.emulateNetworkConditions', speed)
  await page.addInitScript(() => {
    const seen: boolean[] = []
    Object.assign(window, { seen })
    const look = () => {
      // The frame is always visible: the static shell, or the header that replaces it.
      if (document.body) seen.push(document.querySelector('#static-shell, header') !== null)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto('/projects/default')
  await expect(page.getByRole('heading', { name: 'Default' })).toBeVisible()
  const paints = await page.evaluate(() =>
    performance.getEntriesByType('paint').map(({ name, startTime }) => `${name} ${Math.round(startTime)} ms`),
  )
  process.stdout.write(`at 60 kB/s: ${paints.join(', ')}\n`)
  const seen = await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen)
  expect(seen.slice(seen.indexOf(true))).not.toContain(false)
  expect(await page.locator('#static-shell').count()).toBe(0)
})
