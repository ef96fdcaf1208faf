import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { api, signIn } from '../kit.ts'
import { address } from '../playwright.config.ts'

test('S7: the content security policy blocks external resources and injected scripts', async ({ page }) => {
  const answer = await page.goto('/')
  const policy = (await answer?.headerValue('content-security-policy')) ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe-(inline|eval)|\*/)
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.planted = true'
    document.body.append(script)
    return 'planted' in window
  })
  expect(ran).toBe(false)
})

test('S6: a form on another site cannot change anything with the session cookie (CSRF)', async ({ page }) => {
  const evil = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(
      `<form method="post" action="${address}/api/admin/projects/default/features/probed/environments/development/on">
        <button>Win a prize</button></form>`,
    ),
  ).listen(0, '127.0.0.1')
  await new Promise((resolve) => evil.once('listening', resolve))
  await api.post('/api/admin/projects/default/features', { name: 'probed' })
  await signIn(page)
  await page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`)
  const answered = page.waitForResponse(/\/on$/)
  await page.getByRole('button', { name: 'Win a prize' }).click()
  expect([401, 403]).toContain((await answered).status())
  const flag = await api.get<{ environments: { name: string; enabled: boolean }[] }>(
    '/api/admin/projects/default/features/probed',
  )
  expect(flag.environments.find(({ name }) => name === 'development')?.enabled).toBe(false)
  evil.close()
})
