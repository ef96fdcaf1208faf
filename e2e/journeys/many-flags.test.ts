import { expect, type Page, test } from '@playwright/test'
import { api, inDatabase, median, seedFlags, signIn } from '../kit.ts'

const project = 'many'
const COUNT = 10_000
const FILTER_MS = 200
const OPEN_MS = 150
const PALETTE_MS = 100

test.beforeAll(async () => {
  await api.post('/api/admin/projects', { id: project, name: 'Many flags' }).catch(() => {})
  await seedFlags(project, COUNT)
})
test.afterAll(() => inDatabase((client) => client.query('delete from flags where project = $1', [project])))

const open = async (page: Page, path = `/projects/${project}`) => {
  await signIn(page, path)
  await expect(page.getByRole('table', { name: /10,000 rows/ })).toBeVisible()
}

/** From the key to the frame in which the rows stand: what the person waits. */
const filterFor = (page: Page, text: string, rows: number) =>
  page.evaluate(
    ([value, wanted]) =>
      new Promise<number>((resolve) => {
        const input = document.querySelector<HTMLInputElement>('input[aria-label="Filter flags"]')
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
        const start = performance.now()
        set?.call(input, value)
        input?.dispatchEvent(new Event('input', { bubbles: true }))
        const look = () => {
          const table = document.querySelector('table[aria-rowcount]')
          const names = [...(table?.querySelectorAll('tbody a') ?? [])].map((link) => link.textContent ?? '')
          const there =
            table?.getAttribute('aria-rowcount') === String(wanted + 1) &&
            names.length > 0 &&
            (value === '' || names.every((name) => name.includes(value)))
          if (there) requestAnimationFrame(() => resolve(performance.now() - start))
          else requestAnimationFrame(look)
        }
        look()
      }),
    [text, rows] as const,
  )

test('ten thousand flags: a filter is answered and painted in time', async ({ page }) => {
  await open(page)
  await filterFor(page, 'flag-00', 999)
  const times: number[] = []
  for (const [text, rows] of [
    ['flag-012', 100],
    ['flag-0456', 10],
    ['flag-07', 1000],
    ['flag-09999', 1],
    ['flag-033', 100],
  ] as const)
    times.push(await filterFor(page, text, rows))
  const middle = median(times)
  test.info().annotations.push({ type: 'filter', description: `${middle.toFixed(0)} ms` })
  process.stdout.write(
    `filter of 10,000: median ${middle.toFixed(0)} ms (${times.map(Math.round).join(', ')})\n`,
  )
  expect(middle).toBeLessThanOrEqual(FILTER_MS * 2)
})

test('ten thousand flags: from the list to a flag in time', async ({ page }) => {
  await open(page)
  const times: number[] = []
  for (const name of ['flag-00003', 'flag-00004', 'flag-00005', 'flag-00006', 'flag-00007', 'flag-00008']) {
    const link = page.getByRole('link', { name, exact: true })
    await link.hover()
    await page.waitForTimeout(200)
    times.push(
      await page.evaluate(
        (wanted) =>
          new Promise<number>((resolve) => {
            const start = performance.now()
            const links = [...document.querySelectorAll<HTMLAnchorElement>('tbody a')]
            links.find((one) => one.textContent === wanted)?.click()
            const look = () => {
              if (document.querySelector('h1')?.textContent?.includes(wanted))
                requestAnimationFrame(() => resolve(performance.now() - start))
              else requestAnimationFrame(look)
            }
            look()
          }),
        name,
      ),
    )
    await page.goBack()
    await expect(page.getByRole('table', { name: /10,000 rows/ })).toBeVisible()
  }
  // The first one fetches the code of the page as well.
  const warm = times.slice(1)
  const middle = median(warm)
  process.stdout.write(`list to flag: median ${middle.toFixed(0)} ms (${warm.map(Math.round).join(', ')})\n`)
  expect(middle).toBeLessThanOrEqual(OPEN_MS * 2)
})

test('ten thousand flags: the palette finds one in time', async ({ page }) => {
  await open(page)
  await page.keyboard.press('Control+k')
  const input = page.getByPlaceholder('Search or run a command')
  const times: number[] = []
  for (const name of ['flag-01234', 'flag-04567', 'flag-07890', 'flag-09999', 'flag-02468']) {
    await input.fill('')
    times.push(
      await input.evaluate(
        (field, wanted) =>
          new Promise<number>((resolve) => {
            const start = performance.now()
            const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
            set?.call(field, wanted)
            field.dispatchEvent(new Event('input', { bubbles: true }))
            const look = () => {
              const first = document.querySelector('[role=dialog] [data-selected]')
              if (first?.textContent?.includes(wanted))
                requestAnimationFrame(() => resolve(performance.now() - start))
              else requestAnimationFrame(look)
            }
            look()
          }),
        name,
      ),
    )
  }
  const middle = median(times)
  process.stdout.write(`palette: median ${middle.toFixed(0)} ms (${times.map(Math.round).join(', ')})\n`)
  expect(middle).toBeLessThanOrEqual(PALETTE_MS * 2)
})

test('ten thousand flags: only what is in view exists, down to the last row', async ({ page }) => {
  await open(page)
  expect(await page.getByRole('row').count()).toBeLessThan(80)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByRole('link', { name: 'flag-10000', exact: true })).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThan(80)
})
