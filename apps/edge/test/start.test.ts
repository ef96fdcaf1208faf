import { expect, test } from 'vitest'
import { freePort } from '../../server/test/cluster/postgres.ts'
import { startEdge } from './process.ts'

const upstream = { UPSTREAM_URL: 'http://127.0.0.1:1', TOKENS: '*:production.secret' }

test('the log says why upstream cannot be reached', async () => {
  const edge = await startEdge({ ...upstream, UPSTREAM_URL: `http://127.0.0.1:${await freePort()}` })
  await expect.poll(() => edge.log()).toMatch(/fetch failed: .*ECONNREFUSED/)
  await edge.stop()
})

test.each([
  [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL must be one of'],
  [{ TRUSTED_PROXIES: 'banana' }, 'TRUSTED_PROXIES must list'],
  [{ UPSTREAM_URL: 'nonsense' }, 'UPSTREAM_URL must be'],
  [{ TOKENS: '' }, 'TOKENS must name'],
])('a start with %j ends with one line of JSON that says why', async (env, message) => {
  const edge = await startEdge({ ...upstream, ...env })
  await expect.poll(() => edge.log()).toContain('\n')
  await edge.stop()
  const lines = edge.log().trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 60, msg: expect.stringContaining(message) })
})
