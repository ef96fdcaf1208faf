import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flagDocument, flagRow, tokenRow } from '../test/rows.ts'
import { createReceipts, createStore, type DocumentRow, type ReceiptBook, type Store } from './index.ts'
import { streamApi } from './stream-api.ts'
import { createStreams, type StreamOptions, type Streams } from './streams.ts'

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
  const heads = rows[0]?.kind === 'flag' ? [{ environment: 'development', project, revision }] : []
  store.apply({ revision, epoch: 1, complete: false, rows, heads })
}
const start = async (options: StreamOptions = {}) => {
  server = Fastify({ forceCloseConnections: true })
  await server.register(async (scope) => {
    streams = createStreams(scope, store, options)
    receipts = createReceipts(store)
    receipts.alsoFrom(streams.readers)
    streamApi(scope, { store, streams, receipts })
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  port = server.addresses()[0]?.port ?? 0
}

/** A reader that keeps everything it is sent; `paused` ones do not read. */
const read = (secret: string, headers: Record<string, string> = {}) => {
  const socket = connect(port, '127.0.0.1')
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
    `GET /api/client/streaming HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`,
  )
  return {
    socket,
    text: () => text,
    has: (part: string) => expect.poll(() => text, { timeout: 3_000, interval: 5 }).toContain(part),
    ended: once(socket, 'close'),
  }
}

beforeEach(() => {
  store = createStore({ regex: () => undefined }, { origins: [], enabled: true })
  store.apply({ revision: 0, epoch: 1, complete: true, rows: [], heads: [] })
  publish([token(ALL, ['*']), token(SHOP, ['shop'])])
  publish([byDefault('checkout', 'shop'), flag('checkout', 'shop')])
  publish([byDefault('ranking', 'search'), flag('ranking', 'search')], 'search')
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

test('a reader is sent everything it may see, and then each change', async () => {
  await start()
  const all = read(ALL)
  const shop = read(SHOP)
  await Promise.all([all.has('"ranking"'), shop.has('"checkout"')])
  expect(shop.text()).toContain('event: unleash-connected\nid: 2\ndata: {"events":[{"type":"hydration"')
  expect(shop.text()).not.toContain('ranking')
  publish([flag('ranking', 'search', 'new')], 'search')
  publish([flag('checkout', 'shop', 'newer')])
  await Promise.all([all.has('"newer"'), shop.has('"newer"')])
  expect(all.text()).toContain('event: unleash-updated\nid: 4\ndata: {"events":[{"type":"feature-updated"')
  expect(shop.text()).not.toContain('ranking')
})

test('a flag that moves to another project goes for those who see only the old one', async () => {
  await start()
  const shop = read(SHOP)
  await shop.has('"checkout"')
  const revision = store.revision + 1
  store.apply({
    revision,
    epoch: 1,
    complete: false,
    rows: [byDefault('checkout', 'search'), flag('checkout', 'search')],
    heads: ['shop', 'search'].map((project) => ({ environment: 'development', project, revision })),
  })
  await shop.has('{"type":"feature-removed","eventId":4,"featureName":"checkout","project":"shop"}')
})

test('who comes back is sent what it missed, and nothing when it missed nothing', async () => {
  await start()
  publish([flag('checkout', 'shop', 'missed')])
  const back = read(ALL, { 'last-event-id': '3' })
  await back.has('"missed"')
  expect(back.text()).toContain('event: unleash-connected\nid: 4\ndata: {"events":[{"type":"feature-updated"')
  expect(back.text()).not.toContain('hydration')
  const upToDate = read(ALL, { 'last-event-id': '4' })
  await upToDate.has(':nothing missed')
  expect(upToDate.text()).not.toContain('data:')
})

test('who comes from a process that is ahead is not taken back', async () => {
  await start()
  const ahead = read(ALL, { 'last-event-id': '4' })
  setTimeout(() => publish([flag('checkout', 'shop', 'soon')]), 100)
  await ahead.has(':nothing missed')
  publish([flag('checkout', 'shop', 'later')])
  await ahead.has('"later"')
  expect(ahead.text()).not.toContain('hydration')
})

test('a revision that was never reached is of a restored database: everything is sent', async () => {
  await start()
  const looking = setInterval(() => store.markSynced(), 500)
  await read(ALL, { 'last-event-id': '900' }).has('"hydration"')
  clearInterval(looking)
})

test('readers are known with the revision they have', async () => {
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

test('a stream ends when its token is ended or changed', async () => {
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
  publish([token(SHOP, ['shop'], new Date(Date.now() + 300).toISOString())])
  const shop = read(SHOP)
  await shop.has('3\r\n:\n\n\r\n')
  await shop.ended
})

test('with too many streams the next is sent away to poll, at a time of its own', async () => {
  await start({ most: 1 })
  await read(ALL).has('"checkout"')
  const refused = read(ALL)
  await refused.has('429 Too Many Requests')
  expect(refused.text()).toMatch(/retry-after: \d+/)
})

test('who does not read is cut off, and others are not held up', { timeout: 20_000 }, async () => {
  await start({ mostUnread: 100_000, stuckMs: 50 })
  const [slow, quick] = [read(ALL), read(ALL)]
  await Promise.all([slow.has('"checkout"'), quick.has('"checkout"')])
  slow.socket.pause()
  for (let times = 0; streams.count > 1 && times < 400; times++) {
    publish([flag('checkout', 'shop', `${times} ${'x'.repeat(200_000)}`)])
    await quick.has(`"${times} x`)
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
