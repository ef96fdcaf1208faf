import type { ServerResponse } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { feature, startFakeUpstream } from './fake-upstream.ts'
import { startEdge } from './process.ts'

// An edge with two tokens, each with its own project and stream.

const [SHOP, BLOG] = ['shop:development.one', 'blog:development.two'] as const
const upstream = await startFakeUpstream()
const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
upstream.accepts((asked) =>
  asked
    .filter((token) => token === SHOP || token === BLOG)
    .map((token) => ({
      token,
      type: 'client',
      environment: 'development',
      projects: [token.split(':')[0]],
      expiresAt,
    })),
)
const streams = new Map<string, ServerResponse>()
const inProject = (project: string, name: string, more: object = {}) => feature(name, { project, ...more })
const flagsAtFirst: Record<string, object[]> = {
  [SHOP]: [inProject('shop', 'checkout'), inProject('shop', 'moving')],
  [BLOG]: [inProject('blog', 'comments')],
}
const send = (response: ServerResponse | undefined, events: object[], id?: string) =>
  response?.write(`${id ? `id: ${id}\n` : ''}data: ${JSON.stringify({ events })}\n\n`)
const streaming = (path: string, response: ServerResponse, token = '') => {
  if (path !== '/api/client/streaming') return false
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  streams.set(token, response)
  const features = flagsAtFirst[token] ?? []
  send(response, [{ type: 'hydration', eventId: 5, features, segments: [] }], '5-aaaaaaaa')
  return true
}
upstream.intercepts(streaming)
const edge = await startEdge({
  UPSTREAM_URL: upstream.url,
  TOKENS: `${SHOP},${BLOG}`,
  RECHECK_SECONDS: '0.02',
})
await edge.ready()
afterAll(async () => {
  await edge.stop()
  upstream.close()
})

const soon = { interval: 20 }
const read = (token: string, etag = '') =>
  edge.get('/api/client/features', token, etag ? { 'if-none-match': etag } : {})
const names = async (token: string) =>
  ((await (await read(token)).json()) as { features: { name: string }[] }).features.map(({ name }) => name)
const updated = (eventId: number, sent: object) => ({ type: 'feature-updated', eventId, feature: sent })
const removed = (eventId: number, featureName: string, project: string) => ({
  type: 'feature-removed',
  eventId,
  featureName,
  project,
})

test('a flag that moves to the project of another token stays, although it is removed from its former project', async () => {
  await expect.poll(() => names(SHOP), soon).toEqual(['checkout', 'moving'])
  await expect.poll(() => names(BLOG), soon).toEqual(['comments'])
  send(streams.get(BLOG), [updated(6, inProject('blog', 'moving'))], '6-bbbbbbbb')
  await expect.poll(() => names(BLOG), soon).toEqual(['comments', 'moving'])
  const events = [removed(6, 'moving', 'shop'), updated(6, inProject('shop', 'after'))]
  send(streams.get(SHOP), events, '6-bbbbbbbb')
  await expect.poll(() => names(SHOP), soon).toEqual(['after', 'checkout'])
  // Send another change: the response for the previous state may be cached.
  send(streams.get(BLOG), [updated(7, inProject('blog', 'last'))], '7-cccccccc')
  await expect.poll(() => names(BLOG), soon).toContain('last')
  expect(await names(BLOG)).toEqual(['comments', 'last', 'moving'])
})

test('a removed flag disappears from its project, whichever project upstream names', async () => {
  const etag = (await read(SHOP)).headers.get('etag') ?? ''
  send(streams.get(SHOP), [removed(7, 'after', 'elsewhere')], '7-cccccccc')
  await expect.poll(async () => (await read(SHOP, etag)).status, soon).toBe(200)
  expect(await names(SHOP)).toEqual(['checkout'])
})

test.each([-7, 1.5, 1e300])('an event with the invalid id %d is ignored', async (eventId) => {
  const before = streams.get(SHOP)
  send(before, [updated(eventId, inProject('shop', 'poison'))])
  await expect.poll(() => streams.get(SHOP) !== before, soon).toBe(true)
  expect(await names(SHOP)).not.toContain('poison')
})

test('a response that is not about tokens does not set the clock for token expiry', async () => {
  expect((await read(SHOP)).status).toBe(200)
  let answered = 0
  upstream.intercepts((path, response, token) => {
    if (path !== '/edge/validate') return streaming(path, response, token)
    answered++
    const headers = { 'content-type': 'text/html', date: 'Fri, 31 Dec 2099 23:59:59 GMT' }
    response.writeHead(200, headers).end('<html>Sign in to the network</html>')
    return true
  })
  await expect.poll(() => answered, soon).toBeGreaterThan(2)
  expect((await read(SHOP)).status).toBe(200)
})
