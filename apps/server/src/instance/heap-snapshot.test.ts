import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'

const path = '/internal-backstage/heap-snapshot'

test.each([[{}], [{ METRICS_TOKEN: 'scrape-me' }], [{ ENABLE_HEAP_SNAPSHOT_ENPOINT: 'true' }]])(
  'without both settings there is no heap snapshot: %j',
  async (env) => {
    const { client } = await testApp(env as Record<string, string>)
    expect((await client({ authorization: 'scrape-me' }).get(path)).status).toBe(404)
  },
)

test('a heap snapshot needs the token, and is streamed', async () => {
  const { app, as } = await testApp({ METRICS_TOKEN: 'scrape-me', ENABLE_HEAP_SNAPSHOT_ENPOINT: 'true' })
  expect((await as.admin.get(path)).status).toBe(401)
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: 'scrape-me' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-length')).toBeNull()
  const reader = answer.body?.getReader()
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value).slice(0, 20)).toContain('{"snapshot":')
  await reader?.cancel()
})
