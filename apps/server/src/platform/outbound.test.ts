import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { isPrivate, outboundFetch } from './outbound.ts'

const server = createServer((request, response) => {
  if (request.url === '/large') return response.end('x'.repeat(2_000))
  if (request.url === '/away') return response.writeHead(302, { location: '/small' }).end()
  if (request.url === '/silent') return
  request.pipe(response.writeHead(201, { 'x-method': request.method }))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const port = (server.address() as AddressInfo).port
const base = `http://127.0.0.1:${port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const limits = { privateAddresses: true, mostBytes: 1_000, timeoutMs: 200 }
const call = outboundFetch(limits)
const careful = outboundFetch({ ...limits, privateAddresses: false })

test('a call is answered', async () => {
  const answer = await call(`${base}/small`, { method: 'POST', body: 'hello', headers: { accept: 'a/b' } })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-method')).toBe('POST')
  expect(await answer.text()).toBe('hello')
})

test('an answer that is too large, never comes or leads elsewhere is not followed', async () => {
  await expect(call(`${base}/large`)).rejects.toThrow('too large')
  await expect(call(`${base}/silent`)).rejects.toThrow()
  expect((await call(`${base}/away`)).status).toBe(302)
  await expect(call('file:///etc/passwd')).rejects.toThrow('only http and https')
})

test('private addresses are called only where that is allowed, whatever they are written like', async () => {
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]'])
    await expect(careful(`http://${host}:${port}/small`), host).rejects.toThrow('private address')
  await expect(careful(`http://localhost:${port}/small`)).rejects.toThrow('private address')
})

test.each([
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  'fd00::1',
  'fe80::1',
  'ff02::1',
])('%s is private', (address) => {
  expect(isPrivate(address)).toBe(true)
})

test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is not',
  (address) => {
    expect(isPrivate(address)).toBe(false)
  },
)
