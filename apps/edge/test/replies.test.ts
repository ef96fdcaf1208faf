import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { createFlag, expectStatus } from '../../server/test/cluster/changes.ts'
import { makePostgres } from '../../server/test/cluster/postgres.ts'
import { startProxy } from '../../server/test/cluster/proxy.ts'
import { BACKEND_TOKEN, startServer } from '../../server/test/cluster/server.ts'
import { countedYes, report } from './counts.ts'
import { startEdge } from './process.ts'

const postgres = await makePostgres()
const database = openDatabase({ url: postgres.url, poolSize: 2 })
const server = await startServer(postgres.url)
await expectStatus(createFlag(server, 'checkout'), 201)
const toServer = await startProxy(server.url)
const settings = { TOKENS: BACKEND_TOKEN, FORWARD_SECONDS: '0.2' }
const edge = await startEdge({ ...settings, UPSTREAM_URL: toServer.url.replace(/\/$/, '') })
await edge.ready()
const toEdge = await startProxy(edge.url)
const behind = await startEdge({ ...settings, UPSTREAM_URL: toEdge.url.replace(/\/$/, '') })
await behind.ready()

afterAll(async () => {
  await behind.stop()
  await edge.stop()
  for (const proxy of [toServer, toEdge]) proxy.close()
  await server.stop()
  await database.close()
  await postgres.remove()
})
const soon = { interval: 20 }

/** Drops the responses to the next bulk reports of an application. */
const loseReplies = (proxy: typeof toServer, app: string, many: number) => {
  let lost = 0
  proxy.dropReplies((sent) => {
    const text = sent.toString()
    if (lost >= many || !text.includes('/metrics/bulk') || !text.includes(app)) return false
    lost++
    return true
  })
  return () => lost
}
const metrics = (value: number) => [
  { name: 'sold', help: 'Things sold', type: 'counter', samples: [{ value, labels: {} }] },
]
const sold = async () => {
  const { value } = await database.db
    .selectFrom('impact_series')
    .select((eb) => eb.fn.sum<number>('value').as('value'))
    .where('metric', '=', 'sold')
    .executeTakeFirstOrThrow()
  return Number(value)
}

test('counts whose acknowledgement is lost are counted once', async () => {
  const lost = loseReplies(toServer, 'lost-once', 3)
  expect((await report(edge, 'lost-once', 5)).status).toBe(202)
  const post = { appName: 'lost-once', instanceId: '1', impactMetrics: metrics(4) }
  expect((await edge.post('/api/client/metrics', BACKEND_TOKEN, post)).status).toBe(202)
  await expect.poll(lost, soon).toBe(3)
  expect((await report(edge, 'afterwards', 1)).status).toBe(202)
  await expect.poll(() => countedYes(database, 'afterwards'), soon).toBe(1)
  expect(await countedYes(database, 'lost-once')).toBe(5)
  expect(await sold()).toBe(4)
})

test('counts sent through two edges are counted once, whichever acknowledgement is lost', async () => {
  const lostHere = loseReplies(toEdge, 'far-away', 2)
  const lostThere = loseReplies(toServer, 'far-away', 2)
  expect((await report(behind, 'far-away', 7)).status).toBe(202)
  await expect.poll(() => [lostHere(), lostThere()], soon).toEqual([2, 2])
  expect((await report(behind, 'later', 1)).status).toBe(202)
  await expect.poll(() => countedYes(database, 'later'), soon).toBe(1)
  expect(await countedYes(database, 'far-away')).toBe(7)
  const application = async () => (await server.call('GET', '/api/admin/metrics/applications/far-away')).body
  await expect.poll(application, soon).toMatchObject({ instances: [{ connectVia: [{}, {}] }] })
})

test.each([
  ['200', 'application/json', '{"features":[]}'],
  ['403', 'text/html', '<html>Sign in to the network</html>'],
])('counts are kept if an intermediary answers with %s and %s', async (status, type, body) => {
  const app = `answered-${status}`
  toServer.answer(
    `HTTP/1.1 ${status} Fine\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
  expect((await report(edge, app, 5)).status).toBe(202)
  await expect.poll(() => edge.log(), soon).toContain(`upstream answered ${status}`)
  toServer.heal()
  await expect.poll(() => countedYes(database, app), soon).toBe(5)
})

type Info = { counts: { waitingBytes: number } }

test('counts rejected with an empty response, as by Unleash, are not sent again', async () => {
  const waiting = async () => {
    const { counts } = (await (await edge.get('/internal-backstage/info', '')).json()) as Info
    return counts.waitingBytes
  }
  // Otherwise the acknowledgement of an earlier report could be what is answered with 400.
  await expect.poll(waiting, soon).toBe(0)
  toServer.answer('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
  expect((await report(edge, 'refused-400', 5)).status).toBe(202)
  await expect.poll(() => edge.log(), soon).toContain('upstream rejected counts')
  await expect.poll(waiting, soon).toBe(0)
  toServer.heal()
  expect((await report(edge, 'after-refusal', 1)).status).toBe(202)
  await expect.poll(() => countedYes(database, 'after-refusal'), soon).toBe(1)
  expect(await countedYes(database, 'refused-400')).toBe(0)
})
