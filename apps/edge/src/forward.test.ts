import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createForwarder } from './forward.ts'
import type { Settings } from './settings.ts'
import { createMemorySpool, type Spool } from './spool.ts'
import { createUpstream } from './upstream/upstream.ts'

let refused = new Map<string, number>()
let taken: string[] = []
const server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    const status = refused.get(request.headers.authorization ?? '') ?? 202
    if (status === 202)
      for (const { environment, appName, yes } of JSON.parse(text).metrics)
        taken.push(`${environment} ${appName} ${yes}`)
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())

const upstream = createUpstream({
  upstream: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  appName: 'edge',
  instanceId: '1',
} as Settings)
const allSources = ['development', 'production'].map((environment) => ({ environment, secret: environment }))
let sources = [...allSources]
const via = { appName: 'edge', instanceId: '1' }
let spool: Spool
let forwarder: ReturnType<typeof createForwarder>

beforeEach(() => {
  refused = new Map()
  taken = []
  sources = [...allSources]
  spool = createMemorySpool()
  forwarder = createForwarder({ upstream, spool, sources, via, log: pino({ level: 'silent' }) })
})
const count = (environment: string, app: string) =>
  spool.add({
    kind: 'usage',
    usage: { app, environment, at: 0, counts: [{ flag: 'checkout', yes: 1, no: 0, variants: [] }] },
  })

test.each([401, 403])(
  'counts whose token is refused with %d are kept and do not block other environments',
  async (status) => {
    refused.set('production', status)
    for (const app of ['shop', 'mail']) {
      await count('production', app)
      await count('development', app)
      await forwarder.now()
    }
    await forwarder.now()
    expect(taken).toEqual(['development shop 1', 'development mail 1'])
    refused.clear()
    await forwarder.now()
    expect(taken.slice(2)).toEqual(['production shop 1', 'production mail 1'])
    expect([await spool.take(), forwarder.refused]).toEqual([[], 0])
  },
)

test('counts that upstream rejects as invalid are dropped and counted', async () => {
  refused.set('production', 400)
  await count('production', 'shop')
  await forwarder.now()
  expect([await spool.take(), forwarder.refused]).toEqual([[], 1])
})

test('counts are kept while no token of their environment is known', async () => {
  const known = sources.splice(0)
  await count('development', 'shop')
  await count('production', 'shop')
  await forwarder.now()
  expect(taken).toEqual([])
  sources.push(...known.slice(0, 1))
  await forwarder.now()
  await forwarder.now()
  expect(taken).toEqual(['development shop 1'])
  sources.push(...known.slice(1))
  await forwarder.now()
  expect(taken).toEqual(['development shop 1', 'production shop 1'])
  expect(await spool.take()).toEqual([])
})
