import { expect, test } from 'vitest'
import { startEdge } from '../../../edge/test/process.ts'
import { openStream } from '../stream.ts'
import { openCrew } from './crew.ts'
import { BACKEND_TOKEN, FRONTEND_TOKEN, type Server } from './server.ts'

const { start, kill } = await openCrew()
const servers = [await start(), await start()]

const day = () => new Date().toISOString().slice(0, 10)
const sum = (counts: readonly number[]) => counts.reduce((total, one) => total + one, 0)

test('the requests of all servers are counted, also of one that stopped', async () => {
  const sent = { client: 0, frontend: 0 }
  const ask = async (server: Server, path: string, authorization: string) => {
    await server.call('GET', path, undefined, { authorization, 'unleash-appname': 'shop' })
  }
  for (const [index, server] of servers.entries()) {
    const count = 200 + 100 * index
    await Promise.all(Array.from({ length: count }, () => ask(server, '/api/client/features', BACKEND_TOKEN)))
    await Promise.all(Array.from({ length: 50 }, () => ask(server, '/api/frontend?userId=1', FRONTEND_TOKEN)))
    sent.client += count
    sent.frontend += 50
  }
  for (const server of servers) await server.stop()
  const again = await start()
  const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const { body } = await again.call(
    'GET',
    `/api/admin/metrics/traffic?grouping=daily&from=${from}&to=${day()}`,
  )
  const counted = (path: string) => {
    const api = body.apiData.find(({ apiPath }: { apiPath: string }) => apiPath === path)
    return sum(
      api.dataPoints.flatMap(({ trafficTypes }: { trafficTypes: { count: number }[] }) =>
        trafficTypes.map(({ count }) => count),
      ),
    )
  }
  expect(counted('/api/client')).toBe(sent.client)
  expect(counted('/api/frontend')).toBe(sent.frontend)
  await kill(again)
})

test('an edge reports what it answered, and disconnects its streams with those of the server', async () => {
  const server = await start()
  const edge = await startEdge({ UPSTREAM_URL: server.url, TOKENS: BACKEND_TOKEN })
  await edge.ready()
  for (let count = 0; count < 30; count++)
    await (await edge.get('/api/client/features', BACKEND_TOKEN)).text()
  const headers = { authorization: BACKEND_TOKEN, 'unleash-client-spec': '5.2.0' }
  const stream = await openStream(`${edge.url}/api/client/streaming`, headers)
  await stream.until(1)
  expect((await server.call('POST', '/api/admin/streaming/disconnect-all')).status).toBe(200)
  await stream.ended
  await edge.stop()
  const { body } = await server.call('GET', '/api/admin/traffic?range=month')
  // The opening of the stream counts, too.
  expect(body.edges).toMatchObject({ ok: 31 })
  await kill(server)
})
