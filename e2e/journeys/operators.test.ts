import { expect, test } from '@playwright/test'
import { api, expectGood, signIn } from '../kit.ts'
import { address } from '../playwright.config.ts'

const project = `operators-${Date.now()}`
const flag = `${project}-flag`
const path = `/api/admin/projects/${project}/features`

/** Registers an application, which creates it. */
async function register(authorization: string, appName: string, sdkVersion: string) {
  const { status } = await fetch(`${address}/api/client/register`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      appName,
      instanceId: 'one',
      sdkVersion,
      strategies: ['default'],
      started: new Date().toISOString(),
      interval: 15_000,
    }),
  })
  return status
}

test('choosing an operator shows which applications do not support it', async ({ page }) => {
  await api.post('/api/admin/projects', { id: project, name: project })
  await api.post(path, { name: flag })
  await api.post(`${path}/${flag}/environments/development/on`)
  const { secret } = await api.post<{ secret: string }>('/api/admin/api-tokens', {
    tokenName: project,
    type: 'backend',
    environment: 'development',
    projects: [project],
  })
  await expect.poll(() => register(secret, 'checkout-api', 'unleash-client-java:11.0.2')).toBe(202)
  expect(await register(secret, 'shop', 'unleash-node-sdk:6.12.1')).toBe(202)

  await signIn(page, `/projects/${project}/features/${flag}/strategies/create?environmentId=development`)
  const box = page.getByRole('combobox', { name: 'Type a condition' })
  await box.fill('userId in 7')
  await expect(page.getByText('Enter adds')).toBeVisible()
  await box.press('Enter')
  const condition = page.getByRole('group', { name: 'Condition on userId' })
  await expect(condition).toBeVisible()
  await expect(page.getByText('use an SDK that ignores')).toHaveCount(0)
  await condition.getByRole('combobox', { name: 'Operator' }).click()
  await page.getByRole('option', { name: 'matches', exact: true }).click()
  await expect(condition.getByRole('status')).toHaveText(
    '1 of 2 applications in this project uses an SDK that ignores this operator: checkout-api (Java 11.0.2). The condition is never met there.',
  )
  await expectGood(page)
  await condition.getByRole('textbox', { name: 'Value' }).fill('^7')
  await page.getByRole('button', { name: 'Add rule' }).click()

  const development = page.getByRole('region', { name: 'development', exact: true })
  await expect(development.getByRole('note')).toHaveText(
    '1 of 2 applications in this project uses an SDK that ignores “matches”: checkout-api (Java 11.0.2). The condition is never met there.',
  )
  await expectGood(page)

  const segment = await api.post<{ id: number }>('/api/admin/segments', {
    name: `${project}-office`,
    project,
    constraints: [{ contextName: 'remoteAddress', operator: 'IN_CIDR', values: ['10.0.0.0/8'] }],
  })
  await api.post(`${path}/${flag}/environments/development/strategies`, {
    name: 'default',
    segments: [segment.id],
  })
  await page.reload()
  await expect(development.getByRole('note')).toHaveText([/ignores “matches”/, /ignores “is in range”/])

  await register(secret, 'checkout-api', 'unleash-java-sdk:12.2.3')
  await page.reload()
  await expect(development.getByRole('note')).toHaveText([
    /ignores “is in range”: checkout-api \(Java 12.2.3\)/,
  ])
})
