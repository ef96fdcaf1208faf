import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { password } from '../kit.ts'
import { startNewServer } from '../new-server.ts'

const script = fileURLToPath(new URL('../../tools/dev.ts', import.meta.url))
const messages = fileURLToPath(new URL('../../apps/web/src/messages/en.ts', import.meta.url))

test('`pnpm dev` serves the application, with hot reload of texts', async ({ page }) => {
  test.slow()
  const { setupLink, stop } = await startNewServer({ script, name: 'dev', portOffset: 3000 })
  const before = readFileSync(messages, 'utf8')
  try {
    await page.goto(await setupLink())
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account and continue' }).click()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.reload()
    const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
    await expect(link('Playground')).toBeVisible()
    writeFileSync(messages, before.replace(`'nav.playground': 'Playground'`, `'nav.playground': 'Sandbox'`))
    await expect(link('Sandbox')).toBeVisible()
  } finally {
    writeFileSync(messages, before)
    await stop()
  }
})
