import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nkeys } from '@nats-io/transport-node'
import { afterAll, expect, test } from 'vitest'
import { type Backbone, connectBackbone } from '../src/nats.ts'
import { followBackbone } from '../src/node.ts'
import { createPublisher } from '../src/publisher.ts'
import { createSeal } from '../src/seal.ts'
import { closeTick } from '../src/tick.ts'
import { createNats, freePort } from './servers.ts'
import { createNodeStore, createSource, sorted } from './source.ts'

// The rights of the page "Several regions": servers write, nodes read and send reports, nobody else gets in.
const instance = 'shop'
const seal = createSeal('a long secret')
const folder = mkdtempSync(join(tmpdir(), 'flagstaff-nkeys-'))
const createUser = (name: string) => {
  const pair = nkeys.createUser()
  const credentials = join(folder, name)
  writeFileSync(credentials, `${Buffer.from(pair.getSeed()).toString()}\n`, { mode: 0o600 })
  return { credentials, nkey: pair.getPublicKey() }
}
const [serverUser, nodeUser, stranger] = ['server', 'node', 'stranger'].map(createUser)
if (!serverUser || !nodeUser || !stranger) throw new Error('no users')

const [hubPort, westPort, linkPort] = [await freePort(), await freePort(), await freePort()]
/** Reading from the streams behind a prefix of the JetStream API. */
const reading = (api: string) =>
  ['INFO', 'STREAM.NAMES', 'STREAM.INFO.*', 'DIRECT.GET.*.fs.shop.>', 'CONSUMER.>'].map(
    (end) => `"${api}.${end}"`,
  )
const rightsOf = (nkey: string, publish: string[], subscribe: string[]) =>
  `{ nkey: ${nkey}, permissions: { publish: [${publish.join()}], subscribe: [${subscribe.join()}, "_INBOX.>"] } }`
const nodeRights = (more: string[] = []) =>
  rightsOf(nodeUser.nkey, ['"fs.shop.call"', ...reading('$JS.API'), ...more], ['"fs.shop.tick"'])

const hub = createNats(
  'hub',
  hubPort,
  `leafnodes { listen: "127.0.0.1:${linkPort}", no_advertise: true, authorization { user: west, password: link } }
  authorization { users: [
    ${rightsOf(serverUser.nkey, ['"fs.shop.>"', '"$JS.API.>"', '"_INBOX.>"'], ['"fs.shop.call"'])}
    ${nodeRights()}
  ] }`,
)
const west = createNats(
  'west',
  westPort,
  `leafnodes { reconnect: 1, remotes: [{ url: "nats://west:link@127.0.0.1:${linkPort}" }] }
  authorization { users: [
    ${nodeRights([...reading('$JS.hub.API'), '"$JS.API.STREAM.CREATE.*"', '"$JS.API.STREAM.DELETE.*"'])}
  ] }`,
)
hub.start()
west.start()
const opened: Backbone[] = []
async function open(credentials: string, at = hub.url) {
  const backbone = await connectBackbone({
    servers: [at],
    instance,
    credentials,
    hub: at === west.url ? 'hub' : undefined,
  })
  opened.push(backbone)
  return backbone
}

afterAll(async () => {
  for (const backbone of opened) await backbone.close()
  hub.remove()
  west.remove()
  rmSync(folder, { recursive: true })
})

const { source, change } = createSource()
let incarnation: string | undefined
const errors: string[] = []

test('nodes with their rights follow a server from both regions, and send reports', async () => {
  const server = await open(serverUser.credentials)
  server.onCall(async (message) => message)
  const publisher = createPublisher({
    backbone: server,
    seal,
    instance,
    source,
    incarnation: {
      read: async () => incarnation,
      write: async (next) => {
        incarnation = next
      },
    },
    createId: () => 'N1',
  })
  change()
  await publisher.publish()
  publisher.tick()
  for (const region of [hub.url, west.url]) {
    const node = await open(nodeUser.credentials, region)
    const { apply, dump } = createNodeStore()
    const following = followBackbone({
      backbone: node,
      seal,
      instance,
      apply,
      fallBack: () => {},
      onError: (error) => errors.push(String(error)),
    })
    change()
    await publisher.publish()
    const want = sorted(await source.readAll())
    await expect
      .poll(() => {
        publisher.tick()
        return JSON.stringify(dump())
      })
      .toBe(JSON.stringify(want))
    expect(Buffer.from(await node.call(Buffer.from('report'))).toString()).toBe('report')
    expect(await node.newestHere()).toBe('N1')
    following.stop()
  }
})

test('a node cannot add changes, and cannot say what is newest', async () => {
  const [server, node] = opened as [Backbone, Backbone]
  const heard: unknown[] = []
  node.onTick((message) => heard.push(message))
  await expect(node.add('N1', Buffer.from('forged'), { id: 'x', after: 2 })).rejects.toThrow()
  await expect(node.writeHead('N1', Buffer.from('forged'))).rejects.toThrow()
  await expect(node.create('N2')).rejects.toThrow()
  node.tick(closeTick(seal, instance, { incarnation: 'N1', epoch: 'one', revision: 99 }))
  await node.connection.flush()
  // The tick of the server is the first that arrives.
  server.tick(closeTick(seal, instance, { incarnation: 'N1', epoch: 'one', revision: 3 }))
  await expect.poll(() => heard.length).toBe(1)
})

test('nobody else gets in', async () => {
  const { connect, nkeyAuthenticator } = await import('@nats-io/transport-node')
  const { readFileSync } = await import('node:fs')
  const seed = Buffer.from(readFileSync(stranger.credentials, 'utf8').trim())
  await expect(connect({ servers: [hub.url], authenticator: nkeyAuthenticator(seed) })).rejects.toThrow(
    /authorization/i,
  )
  await expect(connect({ servers: [hub.url] })).rejects.toThrow(/authorization/i)
})
