import { afterAll, expect, test, vi } from 'vitest'
import { feature, startFakeUpstream, TOKEN } from './fake-upstream.ts'
import { startEdge } from './process.ts'

const FRONTEND = '*:development.browser'
const upstream = await startFakeUpstream()
upstream.says(() => ({ version: 2, features: [feature('checkout')] }))
upstream.accepts((asked) =>
  asked.map((token) => ({
    token,
    type: token === FRONTEND ? 'frontend' : 'client',
    environment: 'development',
    projects: ['*'],
  })),
)
const edge = await startEdge({ UPSTREAM_URL: upstream.url, TOKENS: TOKEN, BASE_PATH: '/flags' })
const isReady = () =>
  fetch(`${edge.url}/flags/internal-backstage/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
await vi.waitUntil(isReady, { timeout: 120_000, interval: 50 })
afterAll(async () => {
  await edge.stop()
  upstream.close()
})

const bodyOf = async (path: string) => {
  const answer = await edge.get(`/flags/api${path}`, FRONTEND)
  return { status: answer.status, body: await answer.json() }
}

test('browsers that were set up for the proxy path of Unleash Edge get their flags and report', async () => {
  for (const query of ['', '?userId=7']) {
    const found = await bodyOf(`/proxy${query}`)
    expect(found).toMatchObject({ status: 200, body: { toggles: [{ name: 'checkout', enabled: true }] } })
    expect(found).toEqual(await bodyOf(`/frontend${query}`))
  }
  const posted = await edge.post('/flags/api/proxy', FRONTEND, { context: { userId: '7' } })
  expect(posted.status).toBe(200)
  const bucket = { start: new Date(), stop: new Date(), toggles: { checkout: { yes: 1, no: 0 } } }
  const metrics = await edge.post('/flags/api/proxy/client/metrics', FRONTEND, { appName: 'web', bucket })
  expect(metrics.status).toBe(200)
  expect((await bodyOf('/proxy/all')).status).toBe(404)
})
