import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { openStream } from '../stream.ts'
import { createFlag, expectStatus, PROJECT } from './changes.ts'
import { makePostgres } from './postgres.ts'
import { BACKEND_TOKEN, FRONTEND_TOKEN, type Server, startServer } from './server.ts'

const postgres = await makePostgres()
const [here, there] = [await startServer(postgres.url), await startServer(postgres.url)]
const database = openDatabase({ url: postgres.url, poolSize: 2 })

afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
  await database.close()
  await postgres.remove()
})

const soon = { interval: 50 }
const flags = '/ofrep/v1/evaluate/flags'
const ask = (server: Server, path = '', authorization = FRONTEND_TOKEN) =>
  server.call('POST', `${flags}${path}`, { context: { targetingKey: '7' } }, { authorization })
const set = (server: Server, state: 'on' | 'off') =>
  expectStatus(server.call('POST', `${PROJECT}/features/checkout/environments/development/${state}`), 200)
const counted = async () => {
  const { yes } = await database.db
    .selectFrom('usage_counts')
    .select((eb) => eb.fn.sum<string>('yes').as('yes'))
    .where('flag', '=', 'checkout')
    .where('app', '=', 'ofrep')
    .executeTakeFirstOrThrow()
  return Number(yes)
}

test('a stream on one server with a ticket of another announces new values, which both servers serve', async () => {
  await expectStatus(createFlag(here, 'checkout'), 201)
  // Frontend tokens do not get flags that were never on.
  for (const state of ['on', 'off'] as const) await set(here, state)
  await expect.poll(async () => (await ask(here)).body.flags, soon).toHaveLength(1)
  // Otherwise the stream would start with a change that is still being delivered.
  await expect.poll(async () => (await ask(there)).body.flags[0]?.value, soon).toBe(false)
  const { requestUri } = (await ask(here)).body.eventStreams[0].endpoint
  const stream = await openStream(`${there.url}${requestUri}`, {})
  expect(stream.status).toBe(200)
  for (let turn = 0; turn < 20; turn++) {
    const state = turn % 2 === 0 ? 'on' : 'off'
    const before = stream.messages.length
    await set(here, state)
    const { etag, lastModified } = (await stream.until(before + 1)).at(-1)?.data ?? {}
    // Request it at once from the server that did not send the message.
    const answer = await ask(here, `?flagConfigEtag=${etag}&flagConfigLastModified=${lastModified}`)
    expect(answer.body.flags[0].value).toBe(state === 'on')
  }
  stream.close()
})

test('evaluation continues while PostgreSQL is stopped, and no count is lost', async () => {
  await set(here, 'on')
  await expect.poll(async () => (await ask(here, '/checkout', BACKEND_TOKEN)).body.value, soon).toBe(true)
  await expect.poll(counted, soon).toBeGreaterThan(0)
  const before = await counted()
  await postgres.stop()
  for (let turn = 0; turn < 50; turn++) {
    const { status, body } = await ask(here, '/checkout', BACKEND_TOKEN)
    expect([status, body.value]).toEqual([200, true])
  }
  expect((await ask(here)).body.flags).toHaveLength(1)
  await postgres.start()
  await expect.poll(() => counted().catch(() => 0), soon).toBe(before + 50)
})
