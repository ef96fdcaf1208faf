import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flagDocument, flagRow, tokenRow } from '../test/rows.ts'
import { createReceipts, createStore, type DocumentRow, type ReceiptBook, type Store } from './index.ts'
import { START } from './marks.ts'
import { streamApi } from './stream-api.ts'
import { createStreams, type StreamOptions, type Streams } from './streams.ts'
import { createTraffic } from './traffic.ts'

const ALL = '*:development.all'
const SHOP = 'shop:development.one'

const flag = (name: string, project: string, description: string | null = null) =>
  flagRow('development', flagDocument(name, { project, description }))
const byDefault = (name: string, project: string) => flagRow('*', flagDocument(name, { project }))
const token = (secret: string, projects: string[], expiresAt: string | null = null) =>
  tokenRow(secret, { projects, expiresAt })

let store: Store
let streams: Streams
let receipts: ReceiptBook
let server: FastifyInstance
let port: number
const sockets: Socket[] = []

const publish = (rows: DocumentRow[], project = 'shop') => {
  const revision = store.revision + 1
  const heads =
    rows[0]?.kind === 'flag' ? [{ environment: 'development', project, revision, hash: START.hash }] : []
  store.apply({ revision, epoch: '1', hash: START.hash, complete: false, rows, heads })
}
const start = async (options: StreamOptions = {}, forceCloseConnections: true | 'idle' = true) => {
  server = Fastify({ forceCloseConnections })
  await server.register(async (scope) => {
    streams = createStreams(scope, store, options)
    receipts = createReceipts(store)
    receipts.alsoFrom(streams.readers)
    streamApi(scope, { store, streams, receipts, traffic: createTraffic() })
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = (server.server.address() as AddressInfo).port
}

/** A client that records everything it receives; `paused` ones do not read. */
const read = (
  secret: string,
  headers: Record<string, string> = {},
  { method = 'GET', version = '1.1', allowHalfOpen = false } = {},
) => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen })
  sockets.push(socket)
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
  })
  const lines = Object.entries({
    host: 'x',
    authorization: secret,
    'unleash-client-spec': '5.2.0',
    ...headers,
  })
  socket.write(
    `${method} /api/client/streaming HTTP/${version}\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`,
  )
  return {
    socket,
    text: () => text,
    has: (part: string) => expect.poll(() => text, { interval: 5 }).toContain(part),
    ended: once(socket, 'close'),
  }
}

beforeEach(() => {
  store = createStore({ regex: () => undefined }, { origins: [], enabled: true })
  store.apply({ revision: 0, epoch: '1', hash: START.hash, complete: true, rows: [], heads: [] })
  publish([token(ALL, ['*']), token(SHOP, ['shop'])])
  publish([byDefault('checkout', 'shop'), flag('checkout', 'shop')])
  publish([byDefault('ranking', 'search'), flag('ranking', 'search')], 'search')
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

test('a client is sent all flags it can see, and then each change', async () => {
  await start()
  const all = read(ALL)
  const shop = read(SHOP)
  await Promise.all([all.has('"ranking"'), shop.has('"checkout"')])
  expect(shop.text()).toContain(
    'event: unleash-connected\nid: 2-00000000\ndata: {"events":[{"type":"hydration"',
  )
  expect(shop.text()).not.toContain('ranking')
  publish([flag('ranking', 'search', 'new')], 'search')
  publish([flag('checkout', 'shop', 'newer')])
  await Promise.all([all.has('"newer"'), shop.has('"newer"')])
  expect(all.text()).toContain(
    'event: unleash-updated\nid: 4-00000000\ndata: {"events":[{"type":"feature-updated"',
  )
  expect(shop.text()).not.toContain('ranking')
})

test('a flag that moves to another project is removed for clients that only see the old one', async () => {
  await start()
  const shop = read(SHOP)
  await shop.has('"checkout"')
  const revision = store.revision + 1
  store.apply({
    revision,
    epoch: '1',
    hash: START.hash,
    complete: false,
    rows: [byDefault('checkout', 'search'), flag('checkout', 'search')],
    heads: ['shop', 'search'].map((project) => ({
      environment: 'development',
      project,
      revision,
      hash: START.hash,
    })),
  })
  await shop.has('{"type":"feature-removed","eventId":4,"featureName":"checkout","project":"shop"}')
})

test('a client that reconnects is sent the changes it missed, if any', async () => {
  await start()
  publish([flag('checkout', 'shop', 'missed')])
  const back = read(ALL, { 'last-event-id': '3-00000000' })
  await back.has('"missed"')
  expect(back.text()).toContain(
    'event: unleash-connected\nid: 4-00000000\ndata: {"events":[{"type":"feature-updated"',
  )
  expect(back.text()).not.toContain('hydration')
  const upToDate = read(ALL, { 'last-event-id': '4-00000000' })
  await upToDate.has(':nothing missed')
  expect(upToDate.text()).not.toContain('data:')
})

test('a client from a process that is ahead is not set back', async () => {
  await start()
  const ahead = read(ALL, { 'last-event-id': '4-00000000' })
  setTimeout(() => publish([flag('checkout', 'shop', 'soon')]), 100)
  await ahead.has(':nothing missed')
  publish([flag('checkout', 'shop', 'later')])
  await ahead.has('"later"')
  expect(ahead.text()).not.toContain('hydration')
})

test('a client with the same revision of a different history is sent the complete state', async () => {
  await start()
  await read(ALL, { 'last-event-id': '3-deadbeef' }).has('"hydration"')
  await read(ALL, { 'last-event-id': '3' }).has('"hydration"')
})

test('when the history changes, open streams are sent the complete state', async () => {
  await start()
  const reader = read(ALL)
  await reader.has('"checkout"')
  store.apply({ ...store.dump(), revision: 2, hash: 'deadbeef', restarted: true })
  await expect.poll(() => reader.text().match(/"hydration"/g)?.length).toBe(2)
})

test('a revision that was never reached is from a restored database: the complete state is sent', async () => {
  await start()
  const looking = setInterval(() => store.markSynced(), 500)
  await read(ALL, { 'last-event-id': '900-00000000' }).has('"hydration"')
  clearInterval(looking)
})

test('connected clients are listed with their revision', async () => {
  await start()
  const who = { 'unleash-appname': 'shop', 'unleash-instanceid': '1' }
  const reader = read(SHOP, who)
  await reader.has('"checkout"')
  const given = () => receipts.read('development').named
  expect(given()).toMatchObject([
    { app: 'shop', instance: '1', via: 'stream', projects: ['shop'], revision: 2 },
  ])
  publish([flag('checkout', 'shop', 'newer')])
  await reader.has('"newer"')
  expect(given()).toMatchObject([{ revision: 4 }])
  reader.socket.destroy()
  await expect.poll(given).toEqual([])
})

test('a stream ends when its token is deleted or changed', async () => {
  await start()
  const [all, shop] = [read(ALL), read(SHOP)]
  await Promise.all([all.has('"checkout"'), shop.has('"checkout"')])
  publish([tokenRow(SHOP, null)])
  await shop.ended
  await expect.poll(() => streams.count).toBe(1)
  publish([flag('checkout', 'shop', 'still there')])
  await all.has('"still there"')
})

test('a stream ends when its token expires, and is kept alive until then', async () => {
  await start({ heartbeatMs: 20 })
  publish([token(SHOP, ['shop'], new Date(Date.now() + 3_600_000).toISOString())])
  const shop = read(SHOP)
  await shop.has('3\r\n:\n\n\r\n')
  store.setClock(2 * 3_600_000)
  await shop.ended
})

test('a stream beyond the limit is refused with 429 and Retry-After', async () => {
  await start({ most: 1 })
  await read(ALL).has('"checkout"')
  const refused = read(ALL)
  await refused.has('429 Too Many Requests')
  expect(refused.text()).toMatch(/retry-after: \d+/)
})

test('a client that does not read is disconnected, without delaying others', async () => {
  await start({ mostUnread: 100_000, stuckMs: 50 })
  const [slow, quick] = [read(ALL), read(ALL)]
  await Promise.all([slow.has('"checkout"'), quick.has('"checkout"')])
  slow.socket.pause()
  for (let times = 0; streams.count > 1 && times < 400; times++) {
    publish([flag('checkout', 'shop', `${'x'.repeat(200_000)} ${times}`)])
    // Wait for the whole message: otherwise this client would be slow too.
    await quick.has(`x ${times}"`)
  }
  expect(streams.count).toBe(1)
})

test('closing the server ends the streams', async () => {
  await start()
  const reader = read(ALL)
  await reader.has('"checkout"')
  await server.close()
  await reader.ended
  expect(reader.text().endsWith('0\r\n\r\n')).toBe(true)
})

test('an HTTP/1.0 client is sent the messages without chunked encoding', async () => {
  await start({ heartbeatMs: 10 })
  const old = read(ALL, {}, { version: '1.0' })
  await old.has('"ranking"')
  publish([flag('checkout', 'shop', 'newer')])
  await old.has('"newer"')
  await old.has('\n\n:\n\n:\n\n')
  const [head = '', ...body] = old.text().split('\r\n\r\n')
  expect(head.toLowerCase()).not.toContain('transfer-encoding')
  expect(body).toHaveLength(1)
  expect(body[0]).toMatch(/^event: unleash-connected\n/)
  expect(body[0]).not.toContain('\r')
  publish([tokenRow(ALL, null)])
  await old.ended
  expect(old.text()).toMatch(/\n\n$/)
})

test('a HEAD request opens no stream', async () => {
  await start()
  const head = read(ALL, { connection: 'close' }, { method: 'HEAD' })
  await head.ended
  expect(head.text()).toMatch(/^HTTP\/1.1 404 /)
  expect(streams.count).toBe(0)
})

test('a client that disconnects before its stream is open leaves nothing behind', async () => {
  await start()
  const hungUp = new Promise((done) =>
    server.server.once('connection', (socket) => socket.once('close', done)),
  )
  const ahead = read(ALL, { 'last-event-id': `${store.revision + 1}-00000000` })
  await once(ahead.socket, 'connect')
  const behind = read(ALL)
  await behind.has('"ranking"')
  ahead.socket.destroy()
  await hungUp
  publish([flag('checkout', 'shop', 'newer')])
  await behind.has('"newer"')
  await new Promise(setImmediate)
  expect(streams.count).toBe(1)
})

test('a server that stops does not wait for clients to disconnect or to read', async () => {
  await start({}, 'idle')
  const readers = Array.from({ length: 4 }, () => read(ALL, {}, { allowHalfOpen: true }))
  await Promise.all(readers.map(({ has }) => has('"ranking"')))
  const [stuck, ...others] = readers
  stuck?.socket.pause()
  for (let n = 0; n < 12; n++) publish([flag('checkout', 'shop', `${n} ${'x'.repeat(1_000_000)}`)])
  await Promise.all(others.map(({ has }) => has('"11 x')))
  await server.close()
  await Promise.all(others.map(({ has }) => has('\r\n0\r\n\r\n')))
  await expect.poll(() => streams.count).toBe(0)
})

const disconnect = (closedAt: number): DocumentRow => ({
  kind: 'setting',
  environment: '*',
  name: 'streams',
  doc: { closedAt },
})

test('disconnecting all streams closes them, and edges get a message to do the same', async () => {
  await start({ disconnectMs: 50 })
  const sdk = read(ALL)
  const edge = read(ALL, { 'unleash-appname': 'edge', 'unleash-sdk': 'unleash-edge@1' })
  await expect.poll(() => streams.count).toBe(2)
  publish([disconnect(7)])
  await expect.poll(() => streams.count).toBe(0)
  expect(edge.text()).toContain('event: flagstaff-disconnect')
  expect(sdk.text()).not.toContain('flagstaff-disconnect')
})

test('streams stay open if the time is not newer, and when the flags are loaded again', async () => {
  await start({ disconnectMs: 0 })
  publish([disconnect(7)])
  read(ALL)
  await expect.poll(() => streams.count).toBe(1)
  publish([disconnect(7)])
  store.apply({ ...store.dump(), restarted: false })
  publish([flag('later', 'shop')])
  await new Promise((done) => setTimeout(done, 50))
  expect(streams.count).toBe(1)
})
