import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const BUDGET_MS = 3_000
const { app, actors } = await testApp({ REQUEST_BUDGET_MS: String(BUDGET_MS) })

async function* slowly(text: string) {
  yield text.slice(0, 5)
  await pause(BUDGET_MS + 200)
  yield text.slice(5)
}

test('a request with a slowly sent body does not time out', async () => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/admin/projects/default/features',
    headers: { authorization: actors.admin.token ?? '', 'content-type': 'application/json' },
    payload: Readable.from(slowly(JSON.stringify({ name: 'sent-slowly' }))),
  })
  expect(answer.statusCode).toBe(201)
})
