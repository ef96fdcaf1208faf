import { afterAll, expect, test } from 'vitest'
import { feature, startFakeUpstream, TOKEN } from './fake-upstream.ts'
import { startEdge } from './process.ts'

const upstream = await startFakeUpstream()
upstream.says(() => ({ version: 2, features: [feature('checkout')] }))
const edge = await startEdge({ UPSTREAM_URL: upstream.url, TOKENS: TOKEN })
await edge.ready()
afterAll(async () => {
  await edge.stop()
  upstream.close()
})

const isGuess = (token: string) => token.includes('guess')
const statusOf = async (token: string) => {
  const answer = await edge.get('/api/client/features', token)
  await answer.body?.cancel()
  return answer.status
}

test('guesses from an address do not refuse its valid tokens, and cost upstream few questions', async () => {
  const valid = (token: string) => ({ token, type: 'client', environment: 'development', projects: ['*'] })
  upstream.accepts((asked) => asked.filter((token) => !isGuess(token)).map(valid))
  for (let wave = 0; wave < 6; wave++)
    await Promise.all(Array.from({ length: 50 }, (_, at) => statusOf(`*:development.guess-${wave}-${at}`)))
  const before = upstream.checked
  const guesses = Array.from({ length: 300 }, (_, at) => statusOf(`*:development.guess-more-${at}`))
  expect(await statusOf('*:development.fresh-and-valid')).toBe(200)
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]))
  expect(upstream.checked - before).toBeLessThanOrEqual(3)
})
