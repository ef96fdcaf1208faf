import pino from 'pino'
import { expect, test } from 'vitest'
import { createServer } from './http.ts'
import { readSettings } from './settings.ts'

const settings = readSettings({ UPSTREAM_URL: 'http://127.0.0.1:1', TOKENS: '*:development.edge' })
const post = async (payload: string) => {
  const app = createServer(settings, pino({ level: 'silent' }))
  app.post('/', async ({ body }) => ({ text: JSON.stringify(body) }))
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    payload,
    headers: { 'content-type': 'application/json' },
  })
  return answer.statusCode
}

test('deeply nested bodies are rejected', async () => {
  expect(await post('{"a":[[]]}')).toBe(200)
  expect(await post(`${'['.repeat(8_000)}${']'.repeat(8_000)}`)).toBe(400)
  expect(await post('{"a":')).toBe(400)
})
