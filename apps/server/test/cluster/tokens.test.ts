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
/** Servers estimate the clock of the database; the error depends on the latency of the query. */
const CLOCK_ERROR_MS = 3_000
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
])('a token that is %s soon stops working on all processes', async (_what, end, status) => {
  const { id, secret } = await make()
  await expectStatus(end(id), status)
  await expect.poll(() => statusAt(here, secret), { interval: 5 }).toBe(401)
  await expect.poll(() => statusAt(there, secret), { interval: 5 }).toBe(401)
})

test('a token expires on every process without further communication', async () => {
  const { id, secret } = await make()
  const expiresAt = new Date(Date.now() + 10_000)
  await expectStatus(here.call('PUT', `${TOKENS}/${id}`, { expiresAt: expiresAt.toISOString() }), 200)
  // The other server has the change once validation returns the expiry, or no longer returns the token.
  const isKnownThere = async () => {
    const { tokens } = (await there.call('POST', '/edge/validate', { tokens: [secret] })).body
    return tokens.every((token: { expiresAt?: string }) => token.expiresAt === expiresAt.toISOString())
  }
  await expect.poll(isKnownThere, { interval: 5 }).toBe(true)
  const probes: { asked: number; answered: number; status: number }[] = []
  const probe = async () => {
    const asked = Date.now()
    const status = await statusAt(there, secret)
    probes.push({ asked, answered: Date.now(), status })
    return status
  }
  await expect.poll(probe, { interval: 20 }).toBe(401)
  const ends = expiresAt.getTime()
  for (const { asked, answered, status } of probes) {
    if (answered < ends - CLOCK_ERROR_MS) expect(status).toBe(200)
    if (asked > ends + CLOCK_ERROR_MS) expect(status).toBe(401)
  }
  await expect.poll(() => statusAt(here, secret), { interval: 20 }).toBe(401)
})
