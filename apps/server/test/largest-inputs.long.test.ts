import { expect, test } from 'vitest'
import { type Document, isDelivery, operationsOf } from './fuzz/document.ts'
import { testApp } from './kit.ts'
import { largestBodies } from './largest/bodies.ts'

// The kit fails the file if a callback blocks, and names its request.
const { as } = await testApp({ SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000000' })
const document: Document = (await as.admin.get('/docs/openapi.json')).body
const operations = operationsOf(document)

/** A little less than the limit of most routes. */
const BYTES = 95_000
const LONG_TEXT = 8_000
const known: Record<string, string> = {
  projectId: 'default',
  environment: 'development',
  featureName: 'largest',
  id: '999',
}

const callerOf = (operation: Parameters<typeof isDelivery>[0]) => {
  if (!isDelivery(operation)) return as.admin
  return /frontend|ofrep/.test(operation.path) ? as.frontendToken : as.backendToken
}
const pathOf = (path: string) => path.replace(/\{(\w+)\}/g, (_all, name: string) => known[name] ?? 'x')

test('the largest bodies of every operation leave the event loop free', async () => {
  expect((await as.admin.post('/api/admin/projects/default/features', { name: 'largest' })).status).toBe(201)
  let sent = 0
  for (const operation of operations) {
    if (!operation.body) continue
    const method = operation.method.toLowerCase() as 'post' | 'put' | 'patch'
    const caller = callerOf(operation)
    if (!(method in caller)) continue
    for (const body of largestBodies(operation.body, document, BYTES)) {
      await caller[method](pathOf(operation.path), body)
      sent++
    }
  }
  expect(sent).toBeGreaterThan(500)
})

test('long texts in queries leave the event loop free', async () => {
  const texts = ['a', 'a:b,', '(a eq "b") or '].map((part) => part.repeat(LONG_TEXT / part.length))
  let sent = 0
  for (const { method, path, parameters } of operations)
    for (const { name, schema, ...parameter } of parameters) {
      if (method !== 'GET' || parameter.in !== 'query' || schema.type === 'integer') continue
      for (const text of texts) {
        await as.admin.get(`${pathOf(path)}?${name}=${encodeURIComponent(text)}`)
        sent++
      }
    }
  expect(sent).toBeGreaterThan(100)
})
