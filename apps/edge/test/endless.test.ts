import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { feature, startFakeUpstream, TOKEN } from './fake-upstream.ts'
import { type EdgeProcess, startEdge } from './process.ts'

const upstream = await startFakeUpstream({ streams: true })
const edges: EdgeProcess[] = []
afterAll(async () => {
  await Promise.all(edges.map((edge) => edge.stop()))
  upstream.close()
})

const soon = { interval: 20 }
const MEGABYTE = 1_048_576
const flags = (...names: string[]) => ({ version: 2, features: names.map((name) => feature(name)) })

async function start(mode: 'auto' | 'polling') {
  upstream.intercepts(() => false)
  upstream.says(() => flags('old'))
  const edge = await startEdge({
    UPSTREAM_URL: upstream.url,
    UPSTREAM_MODE: mode,
    TOKENS: TOKEN,
    POLL_SECONDS: '0.02',
    MOST_ANSWER_MEGABYTES: '1',
  })
  edges.push(edge)
  await edge.ready()
  return edge
}
const names = async (edge: EdgeProcess): Promise<string[]> => {
  const answer = await edge.get('/api/client/features', TOKEN)
  return ((await answer.json()) as { features: { name: string }[] }).features.map(({ name }) => name)
}
/** Writes until the client disconnects. */
function writeEndlessly(response: ServerResponse, beginning: string) {
  const go = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  }
  response.on('drain', go)
  response.write(beginning)
  go()
}
const bomb = gzipSync(Buffer.alloc(16 * MEGABYTE, ' '))

test.each<[string, (response: ServerResponse) => void]>([
  ['has no end', (response) => writeEndlessly(response.writeHead(200), '{"features":["')],
  ['unpacks to too much', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)],
])('a response that %s is not read to its end', async (_title, answer) => {
  const edge = await start('polling')
  upstream.intercepts((path, response) => {
    if (!path.startsWith('/api/client/features')) return false
    answer(response)
    return true
  })
  await expect.poll(edge.log, soon).toContain('upstream sent more than 1 MB')
  expect(await names(edge)).toEqual(['old'])
  upstream.says(() => flags('old', 'new'))
  upstream.intercepts(() => false)
  await expect.poll(() => names(edge), soon).toEqual(['new', 'old'])
})

test('an endless message closes the stream, and the next stream is followed', async () => {
  const edge = await start('auto')
  upstream.intercepts((path, response) => {
    if (path !== '/api/client/streaming') return false
    writeEndlessly(response.writeHead(200, { 'content-type': 'text/event-stream' }), 'data: ')
    return true
  })
  upstream.endStreams()
  await expect.poll(edge.log, soon).toContain('upstream sent more than 1 MB')
  expect(await names(edge)).toEqual(['old'])
  upstream.says(() => flags('old', 'new'))
  upstream.intercepts(() => false)
  await expect.poll(() => names(edge), soon).toEqual(['new', 'old'])
})

test('an endless response to a token validation leaves known tokens valid', async () => {
  const edge = await start('polling')
  upstream.intercepts((path, response) => {
    if (path !== '/edge/validate') return false
    writeEndlessly(response.writeHead(200), '{"tokens":["')
    return true
  })
  expect((await edge.get('/api/client/features', '*:development.unknown')).status).toBe(503)
  expect(await names(edge)).toEqual(['old'])
})
