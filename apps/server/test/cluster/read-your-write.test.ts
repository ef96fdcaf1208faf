import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { startEdge } from '../../../edge/test/process.ts'
import { createFlag, expectStatus, PROJECT } from './changes.ts'
import { makePostgres } from './postgres.ts'
import { BACKEND_TOKEN, type Server, startServer } from './server.ts'

const postgres = await makePostgres()
const [here, there] = [await startServer(postgres.url), await startServer(postgres.url)]
const edge = await startEdge({ UPSTREAM_URL: there.url, TOKENS: BACKEND_TOKEN })
await edge.ready()
const others: Server[] = []
afterAll(async () => {
  await edge.stop()
  await Promise.all([here, there, ...others].map((server) => server.stop()))
  await postgres.remove()
})

const ROUNDS = 100
const TOKENS = '/api/admin/api-tokens'
const makeToken = async (server: Server, more: object = {}): Promise<{ id: string; secret: string }> =>
  expectStatus(
    server.call('POST', TOKENS, { tokenName: 'shop', type: 'backend', projects: ['default'], ...more }),
    201,
  )
const statusAt = async (url: string, secret: string) => {
  const response = await fetch(`${url}/api/client/features`, { headers: { authorization: secret } })
  await response.body?.cancel()
  return response.status
}
const count = (values: readonly number[]) =>
  Object.fromEntries(
    Map.groupBy(values, String)
      .entries()
      .map(([value, all]) => [value, all.length]),
  )

test(`${ROUNDS} tokens created on one server work at once on the other server and an edge`, async () => {
  const statuses: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { secret } = await makeToken(here)
    statuses.push(...(await Promise.all([here.url, there.url, edge.url].map((url) => statusAt(url, secret)))))
  }
  expect(count(statuses)).toEqual({ 200: 3 * ROUNDS })
})

test('a flag is served as changed as soon as the change is acknowledged', async () => {
  await expectStatus(createFlag(here, 'checkout'), 201)
  const read = async () => {
    const { body } = await here.call('GET', '/api/client/features', undefined, {
      authorization: BACKEND_TOKEN,
    })
    return body.features[0]?.enabled
  }
  const stale: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const state = round % 2 === 0 ? 'on' : 'off'
    await expectStatus(
      here.call('POST', `${PROJECT}/features/checkout/environments/development/${state}`),
      200,
    )
    if ((await read()) !== (state === 'on')) stale.push(`${round} ${state}`)
  }
  expect(stale).toEqual([])
})

test('an unknown token is refused only after a lookup in the database', async () => {
  expect(await statusAt(there.url, '*:development.never-made')).toBe(401)
  postgres.freeze()
  const frozen = await statusAt(there.url, '*:development.never-made-either')
  postgres.thaw()
  expect(frozen).toBe(503)
})

test('a flood of unknown tokens gets 401 or 503, and a known token still works', async () => {
  const strangers = Array.from({ length: 300 }, (_, index) =>
    statusAt(there.url, `*:development.nobody-${index}`),
  )
  expect(new Set(await Promise.all(strangers)).difference(new Set([401, 503]))).toEqual(new Set())
  expect(await statusAt(there.url, BACKEND_TOKEN)).toBe(200)
})

test.each([
  ['ahead', 3_600_000],
  ['behind', -3_600_000],
])('a token expires by the database clock on a server whose clock is an hour %s', async (_how, skew) => {
  const preload = fileURLToPath(new URL('./skew.mjs', import.meta.url))
  const wrong = await startServer(postgres.url, {
    CLOCK_SKEW_MS: String(skew),
    NODE_OPTIONS: `--import=${preload}`,
  })
  others.push(wrong)
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const valid = await makeToken(here, { expiresAt: at(30) })
  expect(await statusAt(wrong.url, valid.secret)).toBe(200)
  const ended = await makeToken(here)
  await expectStatus(here.call('PUT', `${TOKENS}/${ended.id}`, { expiresAt: at(-30) }), 200)
  await expect.poll(() => statusAt(wrong.url, ended.secret)).toBe(401)
})
