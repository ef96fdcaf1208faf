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
    await expect.poll(linkIn, { timeout: 60_000 }).toBeDefined()
    const link = linkIn() ?? ''
    await expect
      .poll(
        () =>
          fetch(`${address}/health`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Set up Flagstaff' })).toBeVisible()
    await expectGoodInEveryLook(page, 'setup')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('The same password again').fill(password)
    await page.getByRole('button', { name: 'Create the administrator' }).click()
    await page.getByRole('link', { name: 'Go to sign in' }).click()
    await page.getByLabel('User name or e-mail').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
    await page.goto(link)
    await expect(page.getByRole('alert')).toContainText('not valid any more')
  } finally {
    server.kill()
    await administer(drop)
  }
})
