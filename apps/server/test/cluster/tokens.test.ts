import { afterAll, expect, test } from 'vitest'
import { expectStatus } from './changes.ts'
import { makePostgres } from './postgres.ts'
import { type Server, startServer } from './server.ts'

const postgres = await makePostgres()
const [here, there] = [await startServer(postgres.url), await startServer(postgres.url)]
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
  await postgres.remove()
})

const TOKENS = '/api/admin/api-tokens'
const MOST_MS = 1_000
const statusAt = async (server: Server, secret: string) =>
  (await server.call('GET', '/api/client/features', undefined, { authorization: secret })).status

async function make(): Promise<{ id: string; secret: string }> {
  const token = { tokenName: 'shop', type: 'backend', projects: ['default'] }
  const made = await expectStatus(here.call('POST', TOKENS, token), 201)
  await expect.poll(() => statusAt(there, made.secret), { interval: 5 }).toBe(200)
  return made
}

test.each([
  ['deleted', (id: string) => here.call('DELETE', `${TOKENS}/${id}`), 200],
  [
    'made to end now',
    (id: string) => here.call('PUT', `${TOKENS}/${id}`, { expiresAt: new Date().toISOString() }),
    200,
  ],
  [
    'rotated without an overlap',
    (id: string) => here.call('POST', `${TOKENS}/${id}/rotate`, { overlapHours: 0 }),
    201,
  ],
])('a token that is %s opens nothing on any process within a second', async (_what, end, status) => {
  const { id, secret } = await make()
  await expectStatus(end(id), status)
  const ended = performance.now()
  await expect.poll(() => statusAt(here, secret), { interval: 5 }).toBe(401)
  await expect.poll(() => statusAt(there, secret), { interval: 5 }).toBe(401)
  expect(performance.now() - ended).toBeLessThan(MOST_MS)
})

test('a token ends on every process by the clock alone', async () => {
  const { id, secret } = await make()
  const expiresAt = new Date(Date.now() + 1_500)
  await expectStatus(here.call('PUT', `${TOKENS}/${id}`, { expiresAt: expiresAt.toISOString() }), 200)
  expect(await statusAt(there, secret)).toBe(200)
  const ends = { interval: 20, timeout: 5_000 }
  await expect.poll(() => statusAt(there, secret), ends).toBe(401)
  expect(Date.now() - expiresAt.getTime()).toBeLessThan(MOST_MS)
  expect(await statusAt(here, secret)).toBe(401)
})
