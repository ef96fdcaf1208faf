import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openSource } from './request.ts'
import { Events } from './schemas.ts'

const DEPTH = 2_000_000

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(`{"events": ${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())

test('an answer that is nested too deeply is refused before it is parsed', async () => {
  const { port } = server.address() as AddressInfo
  const source = openSource({ url: `http://127.0.0.1:${port}`, token: 'token' })
  const reading = source.ask({ path: '/api/admin/events', schema: Events })
  await expect(reading).rejects.toThrow('/api/admin/events with JSON that is nested too deeply')
})
