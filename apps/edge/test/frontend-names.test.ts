import { afterAll, expect, test } from 'vitest'
import { createFlag, expectStatus, PROJECT } from '../../server/test/cluster/changes.ts'
import { makePostgres } from '../../server/test/cluster/postgres.ts'
import { BACKEND_TOKEN, FRONTEND_TOKEN, startServer } from '../../server/test/cluster/server.ts'
import { type EdgeProcess, startEdge } from './process.ts'

const postgres = await makePostgres()
const server = await startServer(postgres.url)
const edges: EdgeProcess[] = []
afterAll(async () => {
  await Promise.all(edges.map((edge) => edge.stop()))
  await server.stop()
  await postgres.remove()
})

const set = (flag: string, state: 'on' | 'off') =>
  expectStatus(server.call('POST', `${PROJECT}/features/${flag}/environments/development/${state}`), 200)
for (const flag of ['live', 'killed', 'secret']) await expectStatus(createFlag(server, flag), 201)
for (const flag of ['live', 'killed']) await set(flag, 'on')
await set('killed', 'off')

test.each([
  [{}, ['killed', 'live']],
  [{ OFREP_FRONTEND_NAMES: 'released' }, ['killed', 'live']],
  [{ OFREP_FRONTEND_NAMES: 'on' }, ['live']],
  [{ OFREP_FRONTEND_NAMES: 'all' }, ['killed', 'live', 'secret']],
])('an edge with %o returns a frontend token the names %o', async (setting, names) => {
  const edge = await startEdge({ UPSTREAM_URL: server.url, TOKENS: BACKEND_TOKEN, ...setting })
  edges.push(edge)
  await edge.ready()
  const keys = async () => {
    const answer = await edge.post('/ofrep/v1/evaluate/flags', FRONTEND_TOKEN, {
      context: { targetingKey: '7' },
    })
    const { flags } = (await answer.json()) as { flags?: { key: string }[] }
    return flags?.map(({ key }) => key).sort()
  }
  await expect.poll(keys).toEqual(names)
  const one = await edge.post('/ofrep/v1/evaluate/flags/secret', FRONTEND_TOKEN, {
    context: { targetingKey: '7' },
  })
  expect(one.status).toBe(names.includes('secret') ? 200 : 404)
})
