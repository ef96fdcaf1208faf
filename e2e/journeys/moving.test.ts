import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { callsTo, fill, flagName } from '../../apps/cli/test/moving/fill.ts'
import { port } from '../database.ts'
import { api, expectGood, signIn } from '../kit.ts'
import { startNewServer } from '../new-server.ts'

const ADMIN = '*:*.moving-admin'
const PREFIX = 'moved'
const portOffset = 6000
const url = `http://127.0.0.1:${Number(port) + portOffset}`

/** Another Flagstaff, which has the same API as Unleash. */
const startSource = () =>
  startNewServer({
    script: fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url)),
    name: 'moving',
    portOffset,
    env: { HTTP_HOST: '127.0.0.1', INIT_ADMIN_API_TOKENS: ADMIN },
  })

test('an administrator moves from Unleash, compares and switches over', async ({ page }) => {
  const source = await startSource()
  try {
    await expect
      .poll(() =>
        fetch(`${url}/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true)
    const call = callsTo(url, ADMIN)
    const projects = { moved: ['development', 'production'] }
    await call('POST', 'projects', { id: 'moved', name: 'Moved', environments: projects.moved })
    await fill({ call, flags: 13, projects, prefix: PREFIX })
    for (const environment of projects.moved)
      for (const type of ['backend', 'frontend'])
        await call('POST', 'api-tokens', {
          tokenName: `${type}-${environment}`,
          type,
          environment,
          projects: ['*'],
        })

    await signIn(page, '/admin')
    await page.getByRole('link', { name: 'Move from Unleash', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Move from Unleash', level: 1 })).toBeVisible()
    await page.getByRole('textbox', { name: 'Unleash URL' }).fill(url)
    await page.getByLabel('Admin token').fill('*:*.wrong')
    await expectGood(page, 'connect')
    await page.getByRole('button', { name: 'Read and plan' }).click()
    await expect(page.getByRole('alert')).toContainText('does not accept the token')
    await page.getByLabel('Admin token').fill(ADMIN)
    await page.getByRole('button', { name: 'Read and plan' }).click()

    const plan = page.getByRole('table', { name: 'What will be imported' })
    await expect(plan.getByRole('row', { name: /^Flags/ })).toContainText('13 to create')
    await expectGood(page, 'plan')
    await page.getByRole('button', { name: /^Import \d+ objects/ }).click()
    await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible({ timeout: 180_000 })
    await expectGood(page, 'import')

    await page.getByRole('button', { name: 'Compare both servers' }).click()
    await expect(page.getByText('0 mismatches')).toBeVisible({ timeout: 180_000 })
    await expectGood(page, 'clean')

    const flag = flagName(1, PREFIX)
    await api.post(`/api/admin/projects/moved/features/${flag}/environments/development/off`, {})
    await page.getByRole('button', { name: 'Compare again' }).click()
    await expect(page.getByText('1 mismatch', { exact: true })).toBeVisible({ timeout: 180_000 })
    await expect(page.getByRole('table', { name: 'Mismatches' })).toContainText(flag)
    await expect(page.getByText('off: The flag is off in the environment.')).toBeVisible()
    await expectGood(page, 'mismatch')
    await expect(page.getByRole('button', { name: 'Continue to switch-over' })).toBeDisabled()

    await api.post(`/api/admin/projects/moved/features/${flag}/environments/development/on`, {})
    await page.getByRole('button', { name: 'Compare again' }).click()
    await expect(page.getByText('0 mismatches')).toBeVisible({ timeout: 180_000 })
    await page.getByRole('button', { name: 'Continue to switch-over' }).click()
    await expect(page.getByRole('heading', { name: 'Switch-over checklist' })).toBeVisible()
    await expectGood(page, 'switch')
    await page.getByRole('button', { name: 'End move' }).click()
    await expect(page.getByRole('heading', { name: 'Connect your Unleash server' })).toBeVisible()
  } finally {
    await source.stop()
  }
})
