import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { isPrivate, outboundFetch } from './outbound.ts'

const server = createServer((request, response) => {
  if (request.url === '/large') return response.end('x'.repeat(2_000))
  if (request.url === '/away') return response.writeHead(302, { location: '/small' }).end()
  if (request.url === '/silent') return
  const [, odd] = /^\/status\/(\d+)$/.exec(request.url ?? '') ?? []
  if (odd)
    return request.socket.end(`HTTP/1.1 ${odd} Odd\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}`)
  if (request.url === '/broken') {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    return void setImmediate(() => request.socket.destroy())
  }
  if (request.url === '/endless') {
    const more = () => void response.write('x'.repeat(500), () => response.destroyed || setImmediate(more))
    return more()
  }
  if (request.url === '/empty') return response.writeHead(204).end()
  if (request.url === '/same') return response.writeHead(304).end()
  const type = request.headers['content-type'] ?? 'none'
  request.pipe(response.writeHead(201, { 'x-method': request.method, 'x-type': type }))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const port = (server.address() as AddressInfo).port
const base = `http://127.0.0.1:${port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const limits = { privateAddresses: true, mostBytes: 1_000, timeoutMs: 10_000 }
const call = outboundFetch(limits)
const careful = outboundFetch({ ...limits, privateAddresses: false })

test('returns status, headers and body of the response', async () => {
  const answer = await call(`${base}/small`, { method: 'POST', body: 'hello', headers: { accept: 'a/b' } })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-method')).toBe('POST')
  expect(await answer.text()).toBe('hello')
})

test('rejects large responses, timeouts and other schemes, and does not follow redirects', async () => {
  await expect(call(`${base}/large`)).rejects.toThrow('too large')
  await expect(outboundFetch({ ...limits, timeoutMs: 100 })(`${base}/silent`)).rejects.toThrow()
  expect((await call(`${base}/away`)).status).toBe(302)
  await expect(call('file:///etc/passwd')).rejects.toThrow('only http and https')
})

test('a response may be as large as the limit, and may have no body', async () => {
  const most = 'x'.repeat(1_000)
  expect(await (await call(`${base}/small`, { method: 'POST', body: most })).text()).toBe(most)
  await expect(call(`${base}/small`, { method: 'POST', body: `${most}x` })).rejects.toThrow('too large')
  expect((await call(`${base}/empty`)).status).toBe(204)
  expect((await call(`${base}/same`)).status).toBe(304)
})

test('a response that breaks off is rejected', async () => {
  await expect(call(`${base}/broken`)).rejects.toThrow('aborted')
})

test('the rest of a response that is too large is not read', async () => {
  const closed = new Promise<void>((resolve) => {
    server.once('request', (_request, response) => response.once('close', resolve))
  })
  const patient = outboundFetch({ ...limits, timeoutMs: 600_000 })
  await expect(patient(`${base}/endless`)).rejects.toThrow('too large')
  await closed
})

test('requests of a policy share connections', async () => {
  const kept = outboundFetch(limits)
  let opened = 0
  const count = () => {
    opened += 1
  }
  server.on('connection', count)
  for (let i = 0; i < 3; i++) expect(await (await kept(`${base}/small`)).text()).toBe('')
  server.off('connection', count)
  expect(opened).toBe(1)
})

test('the content type is the one of the body, unless another is sent', async () => {
  const typeOf = async (headers: Record<string, string>, body?: unknown) =>
    (await call(`${base}/small`, { method: 'POST', headers, body })).headers.get('x-type')
  expect(await typeOf({}, 'text')).toBe('text/plain;charset=UTF-8')
  expect(await typeOf({ 'content-type': 'application/json' }, '{}')).toBe('application/json')
  expect(await typeOf({}, new Uint8Array(2))).toBe('none')
  expect(await typeOf({})).toBe('none')
  expect(await typeOf({}, null)).toBe('none')
})

test.each([205, 600, 999])(
  'a response with status %d is rejected without crashing the process',
  async (status) => {
    await expect(call(`${base}/status/${status}`)).rejects.toThrow(`status ${status}`)
  },
)

test('private addresses are refused in every notation unless they are allowed', async () => {
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]'])
    await expect(careful(`http://${host}:${port}/small`), host).rejects.toThrow('private address')
  await expect(careful(`http://localhost:${port}/small`)).rejects.toThrow('private address')
})

test('a guarded request does not reuse a connection that an unguarded request opened', async () => {
  const url = `http://localhost:${port}/small`
  await expect(careful(url)).rejects.toThrow('private address')
  expect((await call(url)).status).toBe(201)
  await expect(careful(url)).rejects.toThrow('private address')
})

test('a guarded request checks the IP address of a host name each time it connects', async () => {
  const addresses = new Map([
    ['inside.test', '127.0.0.1'],
    ['outside.test', '203.0.113.9'],
  ])
  const asked: string[] = []
  const lookup: LookupFunction = (hostname, _options, done) => {
    asked.push(hostname)
    done(null, [{ address: addresses.get(hostname) ?? '', family: 4 }])
  }
  const unguarded = outboundFetch({ ...limits, lookup })
  const guarded = outboundFetch({ ...limits, privateAddresses: false, lookup })
  expect((await unguarded(`http://inside.test:${port}/small`)).status).toBe(201)
  for (const name of ['inside.test', 'outside.test'])
    await expect(guarded(`http://${name}:${port}/small`)).rejects.toThrow(`${name} is a private address`)
  expect(asked).toEqual(['inside.test', 'inside.test', 'outside.test'])
})

test('a host name with public and private addresses is refused, and so is one that has none', async () => {
  const found = new Map([
    ['mixed.test', ['8.8.8.8', '127.0.0.1']],
    ['none.test', []],
  ])
  const lookup: LookupFunction = (hostname, { all }, done) => {
    const addresses = (found.get(hostname) ?? []).map((address) => ({ address, family: 4 }))
    return all ? done(null, addresses) : done(null, addresses[0]?.address ?? '', 4)
  }
  const guarded = outboundFetch({ ...limits, privateAddresses: false, lookup })
  for (const name of ['mixed.test', 'none.test'])
    await expect(guarded(`http://${name}:${port}/small`)).rejects.toThrow(`${name} is a private address`)
})

test('a lookup that answers with a single address is checked too', async () => {
  const lookup: LookupFunction = (_hostname, _options, done) => done(null, '127.0.0.1', 4)
  const guarded = outboundFetch({ ...limits, privateAddresses: false, lookup })
  await expect(guarded(`http://one.test:${port}/small`)).rejects.toThrow('one.test is a private address')
})

test('a guarded request fails with the error of the lookup', async () => {
  const lookup: LookupFunction = (_hostname, _options, done) => done(new Error('no such host'), '')
  const guarded = outboundFetch({ ...limits, privateAddresses: false, lookup })
  await expect(guarded(`http://gone.test:${port}/small`)).rejects.toThrow('no such host')
})

/** A proxy that records requests and forwards none. */
async function openProxy() {
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.host}`)
    if (request.method === 'POST')
      request.pipe(response.writeHead(200, { 'x-mark': request.headers['x-mark'] }))
    else response.end('by proxy')
  })
  proxy.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  afterAll(() => void proxy.close())
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked }
}
const names: LookupFunction = (hostname, options, done) => {
  const address = hostname === 'inside.test' ? '127.0.0.1' : '8.8.8.8'
  return options.all ? done(null, [{ address, family: 4 }]) : done(null, address, 4)
}

test('requests use the proxy for their scheme, except for hosts in NO_PROXY', async () => {
  const { url, asked } = await openProxy()
  const proxy = { http: url, https: url, exceptions: ['inside.test'] }
  const fetch = outboundFetch({ ...limits, proxy, lookup: names })
  expect(await (await fetch('http://shop.test/a?b=c')).text()).toBe('by proxy')
  await expect(fetch('https://shop.test/')).rejects.toThrow()
  expect((await fetch(`http://inside.test:${port}/small`)).headers.get('x-method')).toBe('GET')
  expect(asked).toEqual(['GET http://shop.test/a?b=c shop.test', 'CONNECT shop.test:443'])
})

test('the proxy gets the method, the headers and the body', async () => {
  const { url } = await openProxy()
  const fetch = outboundFetch({ ...limits, proxy: { http: url, https: url, exceptions: [] }, lookup: names })
  const init = { method: 'POST', headers: { 'x-mark': 'kept' }, body: 'hello' }
  const answer = await fetch('http://shop.test/', init)
  expect(answer.headers.get('x-mark')).toBe('kept')
  expect(await answer.text()).toBe('hello')
})

test('a guarded request sends the checked IP address to the proxy, and refuses private ones', async () => {
  const { url, asked } = await openProxy()
  const proxy = { http: url, https: url, exceptions: [] }
  const fetch = outboundFetch({ ...limits, privateAddresses: false, proxy, lookup: names })
  for (const scheme of ['http', 'https'])
    for (const host of ['inside.test', '127.0.0.1', '[::1]'])
      await expect(fetch(`${scheme}://${host}:${port}/`)).rejects.toThrow('private address')
  await expect(fetch('https://shop.test/')).rejects.toThrow()
  await expect(fetch('http://shop.test/')).rejects.toThrow('requires https')
  expect(asked).toEqual(['CONNECT 8.8.8.8:443'])
})

test('request bodies arrive byte for byte', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
  const echo = async (body: unknown) => {
    const answer = await call(`${base}/small`, { method: 'POST', body })
    return new Uint8Array(await answer.arrayBuffer())
  }
  expect(await echo(bytes)).toEqual(bytes)
  expect(await echo(bytes.subarray(100, 200))).toEqual(bytes.subarray(100, 200))
  expect(await echo(new Blob([bytes]))).toEqual(bytes)
  expect(Buffer.from(await echo(new URLSearchParams({ a: 'b c' }))).toString()).toBe('a=b+c')
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
])('%s is a private address', (address) => {
  expect(isPrivate(address)).toBe(true)
})

test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
  '%s is a public address',
  (address) => {
    expect(isPrivate(address)).toBe(false)
  },
)

const ones = (prefix: string) => `${prefix}${':ffff'.repeat(8 - prefix.split(':').length)}`

/** The first and the last address of each private network, and their public neighbours. */
test.each([
  ['0.0.0.0', '0.255.255.255', ['1.0.0.0']],
  ['10.0.0.0', '10.255.255.255', ['9.255.255.255', '11.0.0.0']],
  ['100.64.0.0', '100.127.255.255', ['100.63.255.255', '100.128.0.0']],
  ['127.0.0.0', '127.255.255.255', ['126.255.255.255', '128.0.0.0']],
  ['169.254.0.0', '169.254.255.255', ['169.253.255.255', '169.255.0.0']],
  ['172.16.0.0', '172.31.255.255', ['172.15.255.255', '172.32.0.0']],
  ['192.0.0.0', '192.0.0.255', ['191.255.255.255', '192.0.1.0']],
  ['192.0.2.0', '192.0.2.255', ['192.0.1.255', '192.0.3.0']],
  ['192.88.99.0', '192.88.99.255', ['192.88.98.255', '192.88.100.0']],
  ['192.168.0.0', '192.168.255.255', ['192.167.255.255', '192.169.0.0']],
  ['198.18.0.0', '198.19.255.255', ['198.17.255.255', '198.20.0.0']],
  ['198.51.100.0', '198.51.100.255', ['198.51.99.255', '198.51.101.0']],
  ['203.0.113.0', '203.0.113.255', ['203.0.112.255', '203.0.114.0']],
  ['224.0.0.0', '255.255.255.255', ['223.255.255.255']],
  ['::', '::ffff:ffff', ['::1:0:0']],
  ['::ffff:0:0:0', '::ffff:0:ffff:ffff', ['::fffe:ffff:ffff:ffff', '::ffff:1:0:0']],
  ['64:ff9b::', '64:ff9b::ffff:ffff', ['64:ff9b::1:0:0', ones('64:ff9a')]],
  ['64:ff9b:1::', ones('64:ff9b:1'), [ones('64:ff9b:0'), '64:ff9b:2::']],
  ['100::', ones('100:0:0:0'), [ones('ff'), '100:0:0:1::']],
  ['2001::', ones('2001:1ff'), [ones('2000'), '2001:200::']],
  ['2001:db8::', ones('2001:db8'), [ones('2001:db7'), '2001:db9::']],
  ['2002::', ones('2002'), [ones('2001'), '2003::']],
  ['fc00::', ones('fdff'), [ones('fbff'), 'fe00::']],
  ['fe80::', ones('febf'), [ones('fe7f')]],
  ['fec0::', ones('feff'), []],
  ['ff00::', ones('ffff'), []],
])('%s to %s is private, and nothing next to it', (first, last, outside) => {
  expect([first, last].filter((address) => !isPrivate(address))).toEqual([])
  expect(outside.filter(isPrivate)).toEqual([])
})
