import { fileURLToPath } from 'node:url'
import { type CDPSession, chromium, type Page } from 'playwright'
import { LIMIT } from '../../apps/docs/tools/pictures.mts'
import type { Picture } from './picture.ts'
import type { Shop } from './shop.ts'

export type Shot = { width: number; height: number; light: Buffer; dark: Buffer }

/** Space around what `of` selects. */
const MARGIN = 16
/** Space below the last thing on a page. */
const BELOW = 24

/** A browser with the fonts of the pictures. */
const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
    env: { ...process.env, FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', import.meta.url)) },
  })

/** Takes a picture of a page that is drawn by a tool. */
export async function draw(html: string, width: number): Promise<Shot> {
  const browser = await launch()
  try {
    const page = await browser.newPage({ deviceScaleFactor: 2, viewport: { width, height: 100 } })
    await page.setContent(html)
    const height = await page.evaluate('document.documentElement.scrollHeight')
    await page.setViewportSize({ width, height: Number(height) })
    return await inBothThemes(page, { x: 0, y: 0, width, height: Number(height) })
  } finally {
    await browser.close()
  }
}

/** Opens a browser that takes pictures of the shop. */
export async function openCamera(shop: Shop) {
  const browser = await launch()
  const context = await browser.newContext({
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
  })
  const [name = '', value = ''] = shop.cookie.split(/=(.*)/)
  await context.addCookies([{ name, value, url: shop.url }])

  async function take(picture: Picture): Promise<Shot> {
    const page = await context.newPage()
    try {
      const { width = 1240, height = 800 } = picture.window ?? {}
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: 'light' })
      const path = typeof picture.path === 'string' ? picture.path : await picture.path(shop)
      page.setDefaultTimeout(20_000)
      await page.goto(shop.url + path)
      await page.locator('main').getByRole('heading').first().waitFor()
      await loaded(page)
      await picture.open?.(page)
      // Nothing is highlighted because the mouse is there.
      await page.mouse.move(0, 0)
      await loaded(page)
      return await inBothThemes(page, await clipOf(page, picture.of))
    } finally {
      await page.close()
    }
  }
  return { take, end: () => browser.close() }
}

type Clip = { x: number; y: number; width: number; height: number }
type Box = { left: number; top: number; right: number; bottom: number }

/** Skeletons say that they are loading. */
const loaded = async (page: Page) => {
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
  await page.waitForFunction('document.fonts.status === "loaded"')
}

/** The whole window, what a selector finds, or the page without the navigation, as far as something is on it. */
async function clipOf(page: Page, of: Picture['of']): Promise<Clip> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  if (of === 'window') return { x: 0, y: 0, width, height }
  const boxes = of ? await boxesOf(page, of) : [await page.evaluate<Box>(content)]
  if (boxes.length === 0) throw new Error(`nothing matches ${of}`)
  // Parts of a page have neighbours above and below; dialogs do not.
  const [beside, above] = !of ? [0, 0] : of.startsWith('main') ? [MARGIN, 0] : [MARGIN, MARGIN]
  const left = Math.max(0, Math.min(...boxes.map((box) => box.left)) - beside)
  const top = Math.max(0, Math.min(...boxes.map((box) => box.top)) - above)
  const right = Math.min(width, Math.max(...boxes.map((box) => box.right)) + beside)
  const bottom = Math.min(height, Math.max(...boxes.map((box) => box.bottom)) + above)
  return { x: left, y: top, width: Math.round(right - left), height: Math.round(bottom - top) }
}

async function boxesOf(page: Page, selector: string): Promise<Box[]> {
  await page.locator(selector).first().waitFor()
  const boxes: Box[] = []
  for (const element of await page.locator(selector).all()) {
    const box = await element.boundingBox()
    if (box) boxes.push({ left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height })
  }
  return boxes
}

/** Runs in the page: the main part without the space for the navigation and the header, down to what is on it. */
const content = `(() => {
  const main = document.querySelector('main')
  const { left, top, right } = main.getBoundingClientRect()
  const { paddingLeft, paddingTop } = getComputedStyle(main)
  const bottoms = [...main.querySelectorAll('*')]
    .filter((element) => element.childElementCount === 0)
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ bottom }) => bottom)
  return {
    left: left + parseFloat(paddingLeft),
    top: Math.max(0, top) + parseFloat(paddingTop),
    right,
    bottom: Math.max(...bottoms) + ${BELOW},
  }
})()`

async function inBothThemes(page: Page, clip: Clip): Promise<Shot> {
  const session = await page.context().newCDPSession(page)
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await capture(session, clip)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await capture(session, clip)
  return { width: clip.width, height: clip.height, light, dark }
}

/** Takes pictures until two in a row are the same. */
async function capture(session: CDPSession, clip: Clip): Promise<Buffer> {
  for (const quality of [85, 75, 65]) {
    let last: string | undefined
    for (let attempt = 0; attempt < 40; attempt++) {
      const { data } = await session.send('Page.captureScreenshot', {
        format: 'webp',
        quality,
        clip: { ...clip, scale: 1 },
      })
      if (data === last) break
      last = data
      await new Promise((done) => setTimeout(done, 150))
    }
    const picture = Buffer.from(last ?? '', 'base64')
    if (picture.length <= LIMIT) return picture
  }
  throw new Error(`it has more than ${LIMIT / 1000} kB: show less of the screen`)
}
