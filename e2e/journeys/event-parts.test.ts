import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { ageEvents, cutParts } from '../../apps/server/test/event-parts.ts'
import { postgres } from '../database.ts'
import { expectGood, password } from '../kit.ts'
import { startNewServer } from '../new-server.ts'

const script = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
const SIZE = 8

test('an old part of the event log is exported, then removed with the SHA-256 of its file', async ({
  page,
}) => {
  test.slow()
  const token = '*:*.event-parts'
  const server = await startNewServer({
    script,
    name: 'event_parts',
    portOffset: 5100,
    env: { UNLEASH_DEFAULT_ADMIN_PASSWORD: password, INIT_ADMIN_API_TOKENS: token },
  })
  const { address } = server
  const client = new pg.Client({ connectionString: postgres(server.database) })
  try {
    await server.ready()
    await client.connect()
    for (let made = 0; made < 3 * SIZE; made++) await createSegment(address, token, `segment-${made}`)
    await ageEvents(client, 100)
    await cutParts(client, SIZE)
    for (const name of ['newer', 'newest']) await createSegment(address, token, name)

    await page.request.post(`${address}/auth/simple/login`, { data: { username: 'admin', password } })
    await page.goto(`${address}/admin/event-log`)
    const row = page.getByRole('row', { name: new RegExp(`1 – ${SIZE}\\b`) })
    await expect(row).toContainText('Full')
    await expectGood(page, 'parts of the event log')
    const waits = page.getByRole('button', { name: `Remove events ${SIZE + 1} to ${2 * SIZE}` })
    await expect(waits).toHaveAttribute('aria-disabled', 'true')

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: `Export events 1 to ${SIZE}` }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`flagstaff-events-1-${SIZE}.ndjson.gz`)
    const text = gunzipSync(await readFile(await file.path()))
    expect(text.toString().trim().split('\n')).toHaveLength(SIZE + 2)

    await page.getByRole('button', { name: `Remove events 1 to ${SIZE}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove old events?' })
    await dialog.getByRole('textbox').fill('not a hash')
    await dialog.getByRole('button', { name: 'Remove events' }).click()
    await expect(dialog).toContainText('A SHA-256 has 64 digits')
    await expectGood(page, 'removal of a part')
    const sha256 = createHash('sha256').update(text).digest('hex')
    await dialog.getByRole('textbox').fill(`${sha256}  -`)
    await dialog.getByRole('button', { name: 'Remove events' }).click()
    await expect(dialog).toHaveCount(0)
    const removed = page.getByRole('table', { name: 'Removed parts' })
    await expect(removed).toContainText(sha256.slice(0, 16))
    await expect(row).toHaveCount(1)
    await expectGood(page, 'a removed part')
    await page.goto(`${address}/history`)
    await expect(page.getByText('removed the events')).toBeVisible()
  } finally {
    await client.end()
    await server.stop()
  }
})

async function createSegment(address: string, token: string, name: string) {
  const { status } = await fetch(`${address}/api/admin/segments`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ name, constraints: [] }),
  })
  expect(status).toBe(201)
}
