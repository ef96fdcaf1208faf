import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ConsoleMessage, expect, type Page, test } from '@playwright/test'
import { expectGoodInEveryLook, signIn } from '../kit.ts'
import { screens } from '../screens/index.ts'
import { prepareScreens } from '../screens/prepare.ts'
import type { Prepared } from '../screens/screen.ts'

const nobody: Prepared = {
  segment: 1,
  rule: '1',
  group: 1,
  role: 101,
  request: 1,
  scheduled: 2,
  suspended: 3,
  freeze: 1,
  template: '1',
  integration: 1,
  banner: 1,
  endpoint: 1,
  actions: 1,
}
const nameOf = (path: (typeof screens)[number]['path']) => (typeof path === 'string' ? path : path(nobody))

let prepared: Prepared
/** Shared: opening a new page takes longer than checking most screens. */
let page: Page
test.beforeAll(async ({ browser }) => {
  prepared = await prepareScreens()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await signIn(page, '/projects')
})
test.afterAll(() => page.close())

// These tests change nothing that other screens show.
test.describe.configure({ mode: 'parallel' })

for (const { path, missing, opens = {} } of screens) {
  test(`${nameOf(path)} can be used by everybody, fits, and has a title`, async () => {
    test.slow()
    const errors: string[] = []
    page.removeAllListeners('pageerror').on('pageerror', (error) => errors.push(String(error)))
    page.removeAllListeners('console').on('console', (message: ConsoleMessage) => {
      if (message.type() === 'error' && !(missing && message.text().includes('404')))
        errors.push(message.text())
    })
    const address = typeof path === 'string' ? path : path(prepared)
    await page.goto(address)
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible()
    await expect(page).toHaveTitle(/.+ · Flagstaff$/)
    await expectGoodInEveryLook(page, address)
    for (const [name, open] of Object.entries(opens)) {
      await page.goto(address)
      await expect(page.locator('main').getByRole('heading').first()).toBeVisible()
      await open(page)
      await expectGoodInEveryLook(page, `${address}, ${name}`)
    }
    expect(errors).toEqual([])
  })
}

test('every route has a screen', () => {
  const root = fileURLToPath(new URL('../../apps/web/src/', import.meta.url))
  const routes = globSync('features/**/routes.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(root + file, 'utf8').matchAll(/path: ['`]([^'`]+)['`]/g)].map(([, route = '']) =>
      // Nested routes contain only the end of their path.
      route.replace(/^\$\{\w+\}/, ''),
    ),
  )
  expect(routes.length).toBeGreaterThan(30)
  const addresses = screens.map(({ path }) => nameOf(path).replace(/\?.*/, ''))
  const left = routes.filter((route) => {
    const ending = new RegExp(`${route.replace(/\$\w+/g, '[^/]+')}$`)
    return route !== '/' && !addresses.some((address) => ending.test(address))
  })
  expect(left).toEqual([])
})
