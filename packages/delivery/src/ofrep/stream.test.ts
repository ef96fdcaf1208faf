import { hash } from 'node:crypto'
import { get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { BACKEND, FRONTEND, flag, openOfrep, rows, SHOP } from '../../test/ofrep.ts'

const kit = openOfrep()
const { publish, post } = kit

type Message = { id?: string; data: { type: string; etag: string; lastModified: number } }
const open = async (path: string, headers: Record<string, string> = {}) => {
  const { port } = kit.server.server.address() as AddressInfo
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    httpGet(`http://127.0.0.1:${port}${path}`, { headers, agent: false }, resolve).once('error', reject),
  )
  let text = ''
  let ended = false
  response.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  response.once('close', () => {
    ended = true
  })
  const messages = (): Message[] =>
    [...text.matchAll(/^(?:event: message\n)?id: (\d+)-[0-9a-f]{8}\ndata: (.*)$/gm)].map(
      ([, id = '', data = '']) => ({
        id,
        data: JSON.parse(data),
      }),
    )
  return { response, messages, ended: () => ended, close: () => response.destroy() }
}
const streamOf = async (token: string): Promise<string> =>
  (await post('', { token })).body.eventStreams[0].endpoint.requestUri

test('a change is sent over the stream in the response, to the clients it affects', async () => {
  await kit.server.listen({ port: 0, host: '127.0.0.1' })
  const uri = await streamOf(FRONTEND)
  expect(uri).toMatch(/^\/flags\/ofrep\/v1\/stream\?ticket=[\w-]+&since=2-00000000$/)
  expect(uri).toBe(await streamOf(FRONTEND))
  const all = await open(uri, { origin: 'https://a.example' })
  const shop = await open(await streamOf(SHOP))
  expect([all.response.statusCode, all.response.headers['content-type']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ])
  expect(all.response.headers['access-control-allow-origin']).toBe('*')
  publish(rows(flag('plain', { enabled: false })))
  publish(rows(flag('cart', { project: 'shop' })), 'shop')
  await expect.poll(() => all.messages().map(({ id }) => id)).toEqual(['3', '4'])
  await expect.poll(() => shop.messages().map(({ id }) => id)).toEqual(['4'])
  expect(all.messages()[0]?.data).toEqual({
    type: 'refetchEvaluation',
    etag: '3-00000000',
    lastModified: expect.any(Number),
  })
  // Changes between the response and the stream, or during a disconnect, are sent at once.
  const late = await open(uri)
  await expect.poll(() => late.messages().map(({ id }) => id)).toEqual(['4'])
  const back = await open(uri, { 'last-event-id': '4-00000000' })
  publish(rows(flag('plain')))
  await expect.poll(() => back.messages().map(({ id }) => id)).toEqual(['5'])
})

test('a ticket opens only the stream of its token, and expires with it', async () => {
  await kit.server.listen({ port: 0, host: '127.0.0.1' })
  const uri = await streamOf(FRONTEND)
  expect(uri).not.toContain('development.frontend')
  expect(uri).not.toContain(hash('sha256', FRONTEND, 'hex'))
  const status = async (path: string, headers = {}) => {
    const { response, close } = await open(path, headers)
    close()
    return response.statusCode
  }
  const path = '/flags/ofrep/v1/stream'
  expect(await status(path)).toBe(401)
  expect(await status(path, { authorization: BACKEND })).toBe(200)
  for (const ticket of ['', 'x', 'A'.repeat(86)]) expect(await status(`${path}?ticket=${ticket}`)).toBe(401)
  const second = await kit.start()
  const address = await second.listen({ port: 0, host: '127.0.0.1' })
  const abroad = await fetch(`${address}${uri}`)
  expect(abroad.status).toBe(200)
  await abroad.body?.cancel()
  await second.close()
  const other = await kit.start('another secret')
  const sealed = await other.inject({
    method: 'POST',
    url: '/flags/ofrep/v1/evaluate/flags',
    headers: { authorization: FRONTEND },
    payload: { context: {} },
  })
  await other.close()
  expect(await status(sealed.json().eventStreams[0].endpoint.requestUri)).toBe(401)
  const stream = await open(uri)
  publish([{ kind: 'token', environment: 'development', name: hash('sha256', FRONTEND, 'hex'), doc: null }])
  await expect.poll(stream.ended).toBe(true)
  expect(await status(uri)).toBe(401)
})
