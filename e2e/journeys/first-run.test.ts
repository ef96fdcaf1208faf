import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { database, port, postgres } from '../database.ts'
import { expectGoodInEveryLook, password } from '../kit.ts'

const main = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
const fresh = `${database}_first`
const address = `http://127.0.0.1:${Number(port) + 2000}`

/** On the server of the journeys, where nobody is connected to any of them. */
async function administer(...statements: string[]) {
  const client = new pg.Client({ connectionString: postgres() })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** A server that nobody has used yet, and what it writes to its log. */
function start(): { server: ChildProcess; log(): string } {
  const { UNLEASH_DEFAULT_ADMIN_PASSWORD: _password, ...env } = process.env
  const server = spawn(process.execPath, [main], {
    env: {
      ...env,
      DATABASE_URL: postgres(fresh),
      PORT: new URL(address).port,
      HTTP_HOST: '127.0.0.1',
      UNLEASH_URL: address,
      INSECURE_COOKIES: 'true',
    },
  })
  let text = ''
  server.stdout.on('data', (part: Buffer) => {
    text += String(part)
  })
  return { server, log: () => text }
}

test('whoever reads the log of a new server becomes its administrator', async ({ page }) => {
  test.slow()
  const drop = `drop database if exists ${fresh} with (force)`
  await administer(drop, `create database ${fresh}`)
  const { server, log } = start()
  try {
    const linkIn = () => /http:\/\/\S+\/setup\?token=[\w-]+/.exec(log())?.[0]
    await expect.poll(linkIn).toBeDefined()
    const link = linkIn() ?? ''
    await expect
      .poll(() =>
        fetch(`${address}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true)
    await page.goto(`${address}/segments`)
    await expect(page.getByText('Open the setup link from the server log')).toBeVisible()
    await expect(page.getByText('Your session expired')).toBeHidden()
    await expectGoodInEveryLook(page, 'before setup')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue('admin')
    await expectGoodInEveryLook(page, 'setup')
    await page.getByLabel('Name', { exact: true }).fill('Ida Berg')
    await page.getByLabel('Password', { exact: true }).fill(password)
    const rule = page.getByRole('listitem').filter({ hasText: 'no character three times in a row' })
    const [tick, text] = await Promise.all([
      rule.locator('.tick').boundingBox(),
      rule.evaluate((item) => {
        const range = document.createRange()
        range.selectNode(item.childNodes[1] as Node)
        return [...range.getClientRects()].map(({ left }) => left)
      }),
    ])
    for (const left of text) expect(left).toBeGreaterThanOrEqual((tick?.x ?? 0) + 16)
    await page.getByRole('button', { name: 'Create account and continue' }).click()
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
    await page.context().clearCookies()
    await page.goto(link)
    await expect(page.getByRole('alert')).toContainText('setup link no longer works')
    await page.goto(`${address}/new-user?token=nobody`)
    await expect(page.getByRole('alert')).toContainText('Ask an administrator for a new one')
    await page.goto(`${address}/segments`)
    await expect(page.getByText('Sign in to continue.', { exact: true })).toBeVisible()
    await expect(page.getByText('setup link')).toBeHidden()
  } finally {
    server.kill()
    await administer(drop)
  }
})
