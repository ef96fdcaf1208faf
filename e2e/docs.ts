import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import axe from 'axe-core'

// Checks the built documentation with axe, in both themes, on a desk and on a phone:
//   node e2e/docs.ts                all pages
//   node e2e/docs.ts quickstart …   some pages
// Needs the site (`pnpm run docs`) and Chromium (`.ci/browser`).

const build = fileURLToPath(new URL('../apps/docs/build/', import.meta.url))
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const looks = [
  ['light', 1440],
  ['dark', 1440],
  ['light', 375],
  ['dark', 375],
] as const
const PROGRESS = 50
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

const names = process.argv.slice(2)
// Each page has a Markdown copy; redirects have none.
const pages = readdirSync(build, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -'.md'.length))
  .filter((page) => names.length === 0 || names.includes(page))
  .sort()

const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://docs').pathname
  const file = extname(path) ? path : `${path.replace(/\/$/, '')}/index.html`
  const content = await readFile(build + decodeURIComponent(file)).catch(() => undefined)
  response.writeHead(content ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/plain' })
  response.end(content)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
})

const found = new Map<string, string[]>()
const waiting = [...pages]
await Promise.all([checkPages(), checkPages()])
await browser.close()
server.close()
for (const [violation, places] of [...found].sort(([, a], [, b]) => b.length - a.length))
  console.error(`${places.length} × ${violation}\n   ${places.slice(0, 5).join('\n   ')}`)
console.log(`${pages.length} pages in ${looks.length} looks: ${found.size} kinds of violations`)
if (found.size > 0) process.exitCode = 1

async function checkPages() {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    if (waiting.length % PROGRESS === 0) console.log(`${waiting.length} pages to go`)
    await page.goto(`${address}/${name === 'index' ? '' : name}`)
    // Before that, a page does not follow the theme of the browser.
    await page.locator('html[data-has-hydrated=true]').waitFor()
    await page.evaluate(axe.source)
    for (const [colorScheme, width] of looks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
      for (const [id, target] of await violationsOf(page)) {
        const places = found.get(id) ?? []
        found.set(id, [...places, `${name} (${colorScheme}, ${width} px): ${target}`])
      }
    }
  }
  await context.close()
}

async function violationsOf(page: Page): Promise<[id: string, target: string][]> {
  return page.evaluate(async (values) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }): [string, string] => [id, target.join(' ')]),
    )
  }, rules)
}
