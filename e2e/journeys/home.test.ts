import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { InMemStorageProvider, Unleash } from 'unleash-client'
import { api, countClicks, expectGood, inDatabase, password, signIn } from '../kit.ts'
import { startNewServer } from '../new-server.ts'

const script = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
const project = `home-${Date.now()}`
const flag = (name: string) => `${project}-${name}`

test('from the first run to the first request takes three clicks', async ({ page }) => {
  test.slow()
  const { address, setupLink, stop } = await startNewServer({ script, name: 'home', portOffset: 5000 })
  let sdk: Unleash | undefined
  try {
    await page.goto(await setupLink())
    await page.getByLabel('Name', { exact: true }).fill('Ida Berg')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account and continue' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Ida' })).toBeVisible()
    await expectGood(page, 'welcome')
    const effort = await countClicks(page)
    await page.getByRole('button', { name: 'Create flag' }).click()
    await page.getByRole('button', { name: 'Create token' }).click()
    const snippet = page.getByRole('tabpanel').locator('pre')
    await expect(snippet).toContainText('unleash-client')
    await expect(page.getByText('Waiting for the first request…')).toBeVisible()
    await page.getByRole('button', { name: /^Copy/ }).first().click()
    await effort.expectAtMost(3, 0)
    await expectGood(page, 'waiting for the first request')
    const [, token = ''] = /Authorization: '([^']+)'/.exec((await snippet.textContent()) ?? '') ?? []
    sdk = new Unleash({
      url: `${address}/api/`,
      appName: 'checkout-api',
      customHeaders: { Authorization: token },
      refreshInterval: 500,
      metricsInterval: 500,
      storageProvider: new InMemStorageProvider(),
    })
    sdk.on('error', () => {})
    await expect(page.getByText('First request arrived')).toBeVisible()
    await expect(page.getByText('Waiting for the first evaluation…')).toBeVisible()
    expect(sdk.isEnabled('my-first-flag')).toBe(true)
    await expect(page.getByText('Your application evaluates flags')).toBeVisible()
    await expect(page.getByText('3 of 3 done')).toBeVisible()
    await page.getByRole('button', { name: 'Continue to home' }).click()
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  } finally {
    sdk?.destroy()
    await stop()
  }
})

test('home shows what waits, what needs attention, and where I was', async ({ page }) => {
  await api.post('/api/admin/projects', { id: project, name: 'Home shop' })
  for (const name of ['quiet', 'late']) {
    await api.post(`/api/admin/projects/${project}/features`, { name: flag(name) })
    await api.post(`/api/admin/projects/${project}/features/${flag(name)}/environments/production/on`)
  }
  await inDatabase(async (client) => {
    await client.query(
      `insert into favorite_flags (user_id, flag) select id, $1 from users where username = 'admin'`,
      [flag('quiet')],
    )
    await client.query(
      `insert into favorite_projects (user_id, project) select id, $1 from users where username = 'admin'`,
      [project],
    )
    await client.query(
      `update flag_environments set last_seen_at = now() - interval '9 days' where flag = $1`,
      [flag('quiet')],
    )
    await client.query(`update flags set last_seen_at = now() - interval '9 days' where name = $1`, [
      flag('quiet'),
    ])
    await client.query(`insert into access_requests (id, email) values ($1, 'tomas.lind@acme.example')`, [
      project.slice(-26),
    ])
    await client.query(
      `insert into usage_hours (hour, environment, app, flag, variant, writer, yes, no)
       select date_trunc('hour', now()) - n * interval '1 hour', 'production', 'shop', $1, '', 1, 60 + n % 7, 20
       from generate_series(0, 40) n`,
      [flag('late')],
    )
  })
  await signIn(page, `/projects/${project}/features/${flag('late')}`)
  const card = page.getByRole('region', { name: 'production' })
  await expect(card).toContainText('evaluations, 48 h')
  await expect(card).toContainText(/7\d(\.\d)?\u202f%/)
  await expectGood(page, 'traffic of a flag')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Home', exact: true })
    .click()
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByRole('listitem').filter({ hasText: flag('quiet') })).toContainText(
    'No traffic for 9\u202fd',
  )
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toContainText('tomas.lind@acme.example')
  await expect(page.getByRole('region', { name: 'Recently visited' })).toContainText(flag('late'))
  await expect(page.getByRole('region', { name: 'Favourites' })).toContainText('Home shop')
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('7 d').click()
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('production')
  await expectGood(page, 'home')
  await attention.getByRole('link', { name: `Open metrics ${flag('quiet')}` }).click()
  await expect(page).toHaveURL(new RegExp(`${flag('quiet')}/metrics`))
})
