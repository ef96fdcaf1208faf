import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nkeys } from '@nats-io/transport-node'
import { afterAll, expect, test } from 'vitest'
import type { Backbone } from '../src/nats.ts'
import { createSeal } from '../src/seal.ts'
import { closeTick } from '../src/tick.ts'
import { createCrew, keepPublishing } from './crew.ts'
import { createNats, freePort } from './servers.ts'

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
const { open: openCrew, ...crew } = createCrew(instance, seal)
const opened: Backbone[] = []
async function open(credentials: string, at = hub.url) {
  const backbone = await openCrew([at], { credentials, ...(at === west.url ? { hub: 'hub' } : {}) })
  opened.push(backbone)
  return backbone
}

afterAll(async () => {
  await crew.end()
  hub.remove()
  west.remove()
  rmSync(folder, { recursive: true })
})

test('nodes with their rights follow a server from both regions, and send reports', async () => {
  const server = await open(serverUser.credentials)
  server.onCall(async (message) => message)
  const publisher = crew.publisherOn(server)
  crew.change()
  await publisher.publish()
  const endPublishing = keepPublishing(() => publisher)
  for (const region of [hub.url, west.url]) {
    const node = await open(nodeUser.credentials, region)
    crew.nodeOn(node)
    crew.change()
    await crew.same()
    expect(Buffer.from(await node.call(Buffer.from('report'))).toString()).toBe('report')
    expect(await node.newestHere()).toBe('N0001')
  }
  for (const node of crew.nodes) node.stop()
  await endPublishing()
})

test('a node cannot add changes, and cannot say what is newest', async () => {
  const [server, node] = opened as [Backbone, Backbone]
  const heard: unknown[] = []
  node.onTick((message) => heard.push(message))
  await expect(node.add('N0001', Buffer.from('forged'), { id: 'x', after: 2 })).rejects.toThrow()
  await expect(node.writeHead('N0001', Buffer.from('forged'))).rejects.toThrow()
  await expect(node.create('N0002')).rejects.toThrow()
  node.tick(closeTick(seal, instance, { incarnation: 'N0001', epoch: 'one', revision: 99, at: Date.now() }))
  await node.connection.flush()
  // The tick of the server is the first that arrives.
  server.tick(closeTick(seal, instance, { incarnation: 'N0001', epoch: 'one', revision: 3, at: Date.now() }))
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
