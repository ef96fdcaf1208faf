import { expect, type Page, test } from '@playwright/test'
import { signIn } from '../kit.ts'
import { screens } from '../screens/index.ts'
import { prepareScreens } from '../screens/prepare.ts'

/** Formatted by the browser's locale, or the same in every language. */
const untranslated =
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun|ago|now|in|today|yesterday|tomorrow|Node|React|Java|JavaScript|Go|Python|Ruby|PHP|NET|env|curl|OpenFeature|Esc|Ctrl|CSV|JSON)\b/g

/** Collects every string that the server has sent to this page: those are data, not interface texts. */
function dataOf(page: Page): () => Promise<ReadonlySet<string>> {
  const data = new Set<string>()
  const arriving: Promise<void>[] = []
  const take = (value: unknown): void => {
    if (typeof value === 'string') data.add(value)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        data.add(key)
        take(inner)
      }
  }
  page.on('response', (response) => {
    if (response.url().includes('/api/admin/') && !response.url().includes('/live'))
      arriving.push(response.json().then(take, () => {}))
  })
  return async () => {
    await Promise.all(arriving.splice(0))
    return data
  }
}

/** All visible or accessible text outside the brackets of the pseudo-locale. */
const textsOutside = (page: Page) =>
  page.evaluate(() => {
    const outside: string[] = []
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const rest = (text: string, depth: number): [string, number] => {
      let left = ''
      let inside = depth
      for (const letter of text) {
        if (letter === '⟦') inside += 1
        else if (letter === '⟧') inside -= 1
        else if (inside === 0) left += letter
      }
      return [left, Math.max(0, inside)]
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let depth = 0
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent || parent.closest('script, style, pre, code, kbd, [aria-hidden=true]')) continue
      if (!isShown(parent)) continue
      const [left, after] = rest(node.textContent ?? '', depth)
      depth = after
      if (left.trim()) outside.push(left.trim())
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
      if (!isShown(element)) continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        const [left] = rest(element.getAttribute(name) ?? '', 0)
        if (left.trim()) outside.push(left.trim())
      }
    }
    return [...new Set([...outside, rest(document.title, 0)[0].trim()])]
  })

function literalsIn(texts: readonly string[], data: ReadonlySet<string>): string[] {
  const known = [...data].filter((value) => value.length > 1).sort((a, b) => b.length - a.length)
  return texts.filter((text) => {
    if (data.has(text)) return false
    // Only the beginning of a token's secret is shown.
    if (text.endsWith('…') && known.some((value) => value.includes(`.${text.slice(0, -1)}`))) return false
    const left = known.reduce((rest, value) => rest.replaceAll(value, ' '), text.replace(untranslated, ' '))
    return /\p{L}{2,}/u.test(left)
  })
}

test('a text that is not in the catalogue is detected', () => {
  expect(literalsIn(['Hello there', 'checkout', '15 Nov 2026', '3m ago'], new Set(['checkout']))).toEqual([
    'Hello there',
  ])
})

test('every text of every screen comes from the catalogue', async ({ page }) => {
  test.slow()
  const prepared = await prepareScreens()
  await page.addInitScript(() => localStorage.setItem('flagstaff-locale', 'pseudo'))
  const data = dataOf(page)
  await signIn(page)
  const literals: string[] = []
  for (const { path } of screens) {
    const address = typeof path === 'string' ? path : path(prepared)
    await page.goto(address)
    await expect(page.locator('main').getByRole('heading').first(), address).toBeVisible()
    await page.waitForLoadState('networkidle').catch(() => {})
    const texts = await textsOutside(page)
    literals.push(...literalsIn(texts, await data()).map((text) => `${address}: ${text}`))
  }
  expect(literals).toEqual([])
})

test('every text of the sign-in pages comes from the catalogue', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('flagstaff-locale', 'pseudo'))
  for (const path of [
    '/login',
    '/setup',
    '/reset-password?token=nothing',
    '/forgotten-password',
    '/new-user?invite=nothing',
    '/signed-out',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(literalsIn(await textsOutside(page), new Set(['Flagstaff'])), path).toEqual([])
  }
})
