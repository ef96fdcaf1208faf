import { expect, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'
import pg from 'pg'
import { expectNoClippedText } from './clipping.ts'
import { database, postgres } from './database.ts'
import { address } from './playwright.config.ts'

const token = '*:*.journeys-admin'
export const password = 'Correct-horse-7'

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0]
const sessions = new Map<string, Cookies>()

/** Opens a page as this account. Each account signs in once per run, since sign-ins are rate-limited. */
export async function signIn(page: Page, path = '/', username = 'admin') {
  const context = page.context()
  const known = sessions.get(username)
  if (known) await context.addCookies(known)
  else {
    const answer = await context.request.post(`${address}/auth/simple/login`, {
      data: { username, password },
    })
    expect(answer.status(), `${username} signs in`).toBe(200)
    sessions.set(username, (await context.storageState()).cookies)
  }
  await page.goto(path)
}

async function request<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(address + path, {
    method,
    headers: { authorization: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  // Progress has one document per line.
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
  return (text && isJson ? JSON.parse(text) : text) as T
}

/** The admin API with an administrator's token: to prepare data and check results. */
export const api = {
  get: <T = unknown>(path: string) => request<T>('GET', path),
  post: <T = unknown>(path: string, body: unknown = {}) => request<T>('POST', path, body),
  put: <T = unknown>(path: string, body: unknown = {}) => request<T>('PUT', path, body),
  patch: <T = unknown>(path: string, body: unknown) => request<T>('PATCH', path, body),
  delete: <T = unknown>(path: string, body?: unknown) => request<T>('DELETE', path, body),
}

/** Waits for the focus, so that no keystrokes are lost. */
export async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Search or run a command')).toBeFocused()
}

type Counts = { yes: number; no: number; variants?: Record<string, number> }

/** Sends usage metrics like an SDK in development; resolves once they are stored. */
export async function report({ app, flag, ...counts }: { app: string; flag: string } & Counts) {
  const now = new Date().toISOString()
  const response = await fetch(`${address}/api/client/metrics`, {
    method: 'POST',
    headers: { authorization: '*:development.journeys-backend', 'content-type': 'application/json' },
    body: JSON.stringify({ appName: app, bucket: { start: now, stop: now, toggles: { [flag]: counts } } }),
  })
  expect(response.status, 'the counts are taken').toBe(202)
}

export type Effort = {
  /** Mouse clicks. */
  clicks: number
  /** Distinct fields that were edited. */
  fields: number
  expectAtMost(clicks: number, fields?: number): Promise<void>
}

/** Counts clicks and edited fields from here on, on this page and the following ones. */
export async function countClicks(page: Page): Promise<Effort> {
  const fields = new Set<string>()
  const effort: Effort = {
    clicks: 0,
    get fields() {
      return fields.size
    },
    async expectAtMost(most, mostFields) {
      // Reports of the page arrive in order, so this ensures that all previous ones were counted.
      await page.evaluate(() => 0)
      expect(effort.clicks, 'clicks').toBeLessThanOrEqual(most)
      if (mostFields !== undefined) expect(effort.fields, 'fields').toBeLessThanOrEqual(mostFields)
    },
  }
  await page.exposeFunction('countedClick', () => {
    effort.clicks += 1
  })
  await page.exposeFunction('countedField', (name: string) => {
    fields.add(name)
  })
  const listen = () => {
    const report = window as unknown as { countedClick(): void; countedField(name: string): void }
    addEventListener('pointerdown', (event) => event.isTrusted && report.countedClick(), true)
    addEventListener(
      'input',
      ({ target }) => {
        // Checkboxes and radio buttons are counted as clicks.
        if (target instanceof HTMLInputElement && /checkbox|radio/.test(target.type)) return
        if (target instanceof HTMLElement)
          report.countedField(target.id || target.ariaLabel || target.tagName)
      },
      true,
    )
  }
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return effort
}

/** Checks WCAG 2.2 A and AA and best practices with axe, in the current state of the page. */
export async function expectNoViolations(page: Page, about = '') {
  // Inject axe once per page: it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(async (values) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
    )
  }, rules)
  expect(found, about).toEqual([])
}
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The page has no horizontal scrollbar. */
export async function expectNoOverflow(page: Page, about = '') {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(excess, `${about} wider than the window`).toBeLessThanOrEqual(0)
}

const desk = { width: 1440, height: 900 }
const phone = { width: 375, height: 812 }
/** The first two looks cover both themes and sizes; `EVERY_LOOK=1` adds the other combinations. */
const looks = [
  { colorScheme: 'light', size: desk },
  { colorScheme: 'dark', size: phone },
  ...(process.env.EVERY_LOOK
    ? ([
        { colorScheme: 'light', size: phone },
        { colorScheme: 'dark', size: desk },
      ] as const)
    : []),
] as const
/** Checks accessibility and overflow in light and dark, on desktop and phone. */
export async function expectGoodInEveryLook(page: Page, about = '') {
  const before = page.viewportSize()
  for (const { colorScheme, size } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(size)
    await settled(page)
    const look = `${about} ${colorScheme} ${size.width}`
    await expectNoViolations(page, look)
    await expectNoOverflow(page, look)
    if (process.env.EVERY_LOOK) await expectNoClippedText(page, look)
  }
  if (!before) return
  // A click must not land where its target was before the window was resized.
  await page.setViewportSize(before)
  await settled(page)
}

/** The same in the look that a journey is in; in all with `EVERY_LOOK=1`. `every-screen` checks the others. */
export async function expectGood(page: Page, about = '') {
  if (process.env.EVERY_LOOK) return expectGoodInEveryLook(page, about)
  await settled(page)
  await expectNoViolations(page, about)
  await expectNoOverflow(page, about)
}

/** Waits until the DOM has not changed for 200 ms, so that no partial rendering is checked. */
const settled = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(done, 200)
        const watch = new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(done, 200)
        })
        function done() {
          watch.disconnect()
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        }
        watch.observe(document.body, { subtree: true, childList: true, attributes: true })
      }),
  )

/** The median of several measurements. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Runs SQL directly, for amounts of data that would take minutes through the API. */
export async function inDatabase(run: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: postgres(database) })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}

/**
 * Creates an application with an instance in development and an old SDK, which evaluates a flag and supports a strategy
 * that do not exist. Written directly, since servers store registrations with a delay.
 */
export const seedApplication = (app: string, lacks: { flag: string; strategy: string }) =>
  inDatabase(async (client) => {
    await client.query('insert into applications (name, strategies, announced) values ($1, $2, true)', [
      app,
      JSON.stringify(['default', lacks.strategy]),
    ])
    await client.query(
      `insert into application_uses (app, project, environment) values ($1, '*', 'development')`,
      [app],
    )
    await client.query(
      `insert into instances (app, instance, environment, sdk_version, sdk_type, ip)
       values ($1, 'pod-1', 'development', 'unleash-node-sdk:6.0.0', 'backend', '10.0.0.7')`,
      [app],
    )
    await client.query(`insert into unknown_flags (environment, name, app) values ('development', $2, $1)`, [
      app,
      lacks.flag,
    ])
  })

/** A year of insights of a project; the last two weeks always have the same stages. */
export const seedInsights = (project: string) =>
  inDatabase(async (client) => {
    await client.query(
      `insert into insight_days (project, day, measured, total, stale, overdue, initial, pre_live, live, completed,
         experimental, release, permanent, members)
       select $1, current_date - n, n < 90, i + p + l + c, s, o, i, p, l, c, 2, i + p + l + c - 2, 0, 3
       from generate_series(1, 370) n
       cross join lateral (select case when n < 15 then 11 else 12 - n / 60 end as i,
         case when n < 15 then 9 else (9 + 3 * sin(n / 20.0))::int end as p,
         case when n < 15 then 6 else 10 - n / 50 end as l, 4 as c,
         (3 + 2 * cos(n / 30.0))::int as s, 2 + n / 90 as o) v`,
      [project],
    )
    await client.query(
      `insert into insight_flows (project, day, kind, dim, count)
       select $1, current_date - n, k.kind, k.dim, (k.most * (1 + sin(n * k.most)) / 2)::int
       from generate_series(1, 370) n cross join (values ('created', 'release', 4), ('archived', '', 3),
         ('changes', 'production', 6), ('changes', 'development', 14), ('changes', 'test', 5)) k(kind, dim, most)
       where (k.most * (1 + sin(n * k.most)) / 2)::int > 0`,
      [project],
    )
    await client.query(
      `insert into insight_usage_days (project, day, yes, no, flags, apps, environments)
       select $1, current_date - n, 900000 - n * 1200, 300000 + n * 300, 12, 3, 2 from generate_series(1, 370) n`,
      [project],
    )
    await client.query(
      `insert into flag_firsts (flag, revision, project, type, created_at, production_at)
       select $1 || n, -n, $1, 'release', now() - (n + 4 + n % 9 + n / 30) * interval '1 day', now() - n * interval '1 day'
       from generate_series(1, 370) n`,
      [project],
    )
  })

/** Creates many flags in an existing project with their environments: `flag-00001` and so on. */
export const seedFlags = (project: string, count: number, prefix = 'flag') =>
  inDatabase(async (client) => {
    await client.query(
      `insert into flags (name, project, type, description, created_at, created_by_id, created_by_name)
       select $3 || '-' || lpad(n::text, 5, '0'), $1, (array['release', 'experiment', 'operational'])[1 + n % 3],
         (array['checkout', 'basket', 'search', 'delivery'])[1 + n % 4] || ' number ' || n,
         now() - n * interval '1 minute', 1, 'admin'
       from generate_series(1, $2::int) n on conflict do nothing`,
      [project, count, prefix],
    )
    await client.query(
      `insert into flag_environments (flag, environment, enabled)
       select f.name, pe.environment, hashtext(f.name || pe.environment) % 2 = 0
       from flags f join project_environments pe on pe.project = f.project
       where f.project = $1 on conflict do nothing`,
      [project],
    )
    await client.query('analyze flags, flag_environments')
  })

/** Drags with the mouse, and drops once the page has reacted. Starts over if the page moved under the mouse. */
export async function dragTo(page: Page, grip: Locator, target: Locator, isNoticed: () => Promise<boolean>) {
  await expect(async () => {
    await grip.hover()
    await page.mouse.down()
    try {
      await expect(async () => {
        const box = await target.boundingBox()
        if (!box) throw new Error('the target is not in view')
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
        await page.mouse.move(x, y - 4)
        await page.mouse.move(x, y, { steps: 4 })
        expect(await isNoticed()).toBe(true)
      }).toPass({ intervals: [50], timeout: 5_000 })
    } finally {
      await page.mouse.up()
    }
  }).toPass()
}

/** Undoes the last change with the keyboard, once the page offers it. */
export async function undoByKey(page: Page) {
  await expect(page.getByRole('button', { name: /Undo/ }).last()).toBeVisible()
  await page.keyboard.press('Control+z')
}
