import { expect, test } from '@playwright/test'
import { api, expectGood, inDatabase, signIn } from '../kit.ts'
import { address } from '../playwright.config.ts'

/** A day of requests, written directly: servers store what they count once a minute. */
const seedTraffic = () =>
  inDatabase((client) =>
    client.query(`
      insert into traffic_minutes (minute, app, grp, writer, ok, same, refused, failed)
      select date_trunc('minute', now()) - n * interval '1 minute', app, grp, 1,
        (size * (2 + sin(n / 200.0)) / 20)::bigint, (size * (2 + sin(n / 200.0)))::bigint, case when n % 97 = 0 then 3 else 0 end,
        case when n between 300 and 310 and grp = 'frontend' then 20 else 0 end
      from generate_series(1, 1439) n, (values ('checkout-api', 'client-features', 240), ('storefront', 'frontend', 180),
        ('ios', 'ofrep', 40), ('checkout-api', 'client-metrics', 12)) as sent(app, grp, size)
      on conflict do nothing`),
  )
const removeTraffic = () =>
  inDatabase((client) => client.query('delete from traffic_minutes where writer = 1'))

const poll = () =>
  fetch(`${address}/api/client/features`, {
    headers: { authorization: '*:development.journeys-backend', 'unleash-appname': 'network-journey' },
  })

test.afterAll(removeTraffic)

test('requests are shown by application and by API', async ({ page }) => {
  await seedTraffic()
  await signIn(page, '/admin/network')
  const apps = page.getByRole('table', { name: 'Overview' })
  const row = apps.getByRole('row', { name: /checkout-api/ })
  await expect(row).toContainText('Client features, Client metrics')
  await expect(row).toContainText(/9\d\.?\d*\s%/)
  await expectGood(page, 'network overview')

  await page.getByRole('link', { name: 'Traffic', exact: true }).click()
  await expect(page.getByText('requests in the last 24 hours')).toBeVisible()
  const byApi = page.getByRole('table', { name: 'By API' })
  await expect(byApi.getByRole('row', { name: /OFREP/ })).toContainText('ios')
  const chart = page.getByRole('slider', { name: /Requests a second/ })
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', /Backend .*\/s, Frontend .*\/s/)
  await expectGood(page, 'traffic')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('traffic-day.csv')
  await page.getByText('1 h', { exact: true }).click()
  await expect(page.getByText('requests in the last hour')).toBeVisible()
})

test('data usage, backend connections and frontend requests are shown by day and month', async ({ page }) => {
  await seedTraffic()
  await signIn(page, '/admin/network/data-usage')
  await expect(page.getByRole('slider', { name: /Requests by API/ })).toBeVisible()
  await page.getByText('Show as table').first().click()
  await expect(page.getByRole('table', { name: 'Requests by API' }).getByRole('row')).toHaveCount(31)
  await page.getByText('Last 12 months', { exact: true }).click()
  await expect(page.getByRole('table', { name: 'Requests by API' }).getByRole('row')).toHaveCount(13)
  await expectGood(page, 'data usage')
  await page.getByRole('link', { name: 'Backend connections' }).click()
  await expect(page.getByText('an SDK that polls every 15 seconds')).toBeVisible()
  await page.getByRole('link', { name: 'Frontend requests' }).click()
  await expect(page.getByText('Requests to the frontend API')).toBeVisible()
})

test('a request to a server appears after a minute at the latest', async ({ page }) => {
  test.setTimeout(150_000)
  await poll()
  type Apps = { apps: { app: string }[] }
  const names = async () => (await api.get<Apps>('/api/admin/traffic?range=hour')).apps.map(({ app }) => app)
  await expect.poll(names, { timeout: 100_000, intervals: [1_000] }).toContain('network-journey')
  await signIn(page, '/admin/network')
  await expect(page.getByRole('row', { name: /network-journey/ })).toBeVisible()
})

test('all streams are disconnected from the list of edges', async ({ page }) => {
  const stop = new AbortController()
  const response = await fetch(`${address}/api/client/streaming`, {
    headers: { authorization: '*:development.journeys-backend' },
    signal: stop.signal,
  })
  const reader = response.body?.getReader()
  await reader?.read()
  const ended = (async () => {
    while (reader && !(await reader.read()).done);
    return true
  })()
  await signIn(page, '/admin/edges')
  await page.getByRole('button', { name: 'Disconnect all streams' }).click()
  const dialog = page.getByRole('dialog', { name: 'Disconnect all streams?' })
  await expect(dialog).toContainText('within ten seconds')
  await dialog.getByRole('button', { name: 'Disconnect all streams' }).click()
  await expect(page.getByText('Streams are being disconnected')).toBeVisible()
  expect(await ended).toBe(true)
})

test('people who are not administrators do not see the network', async ({ page }) => {
  await api.post('/api/admin/user-admin', {
    name: 'Nils',
    username: 'nils-network',
    password: 'Correct-horse-7',
    rootRole: 'Editor',
  })
  await signIn(page, '/admin/network', 'nils-network')
  await expect(page.getByText('You don’t have access to this page')).toBeVisible()
})
