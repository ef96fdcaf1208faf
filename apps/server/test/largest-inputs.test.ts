import { patternLimits } from '@flagstaff/engine'
import { expect, test } from 'vitest'
import { makeFlag } from './fixtures.ts'
import { testApp } from './kit.ts'

// Inputs at their bounds whose cost multiplies with what others have stored. The kit fails the file if a callback
// blocks. `largest-inputs.long.test.ts` sends the largest bodies to every operation.
const { app, as, db } = await testApp()

const lists = (count: number, of: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => of(index))
const published = async (name: string) => {
  const path = `/api/admin/projects/default/features/${name}/environments/development/on`
  expect((await as.admin.post(path)).status).toBe(200)
  await app.delivery.caughtUp(undefined, 60_000)
}
const long = (length: number) => `${'a'.repeat(length - 1)}!`

test('patterns at their bounds and the longest text leave the event loop free', async () => {
  const pattern = (index: number) => `(?:[a-z].*){${Math.floor(patternLimits.steps / 5) - 1 - index}}[0-9]$`
  await makeFlag(db, 'patterns', {
    environments: {
      development: {
        rules: lists(30, (index) => ({
          constraints: [{ contextName: 'userId', operator: 'REGEX', value: pattern(index), values: [] }],
        })),
      },
    },
  })
  await published('patterns')
  const context = { userId: long(patternLimits.text) }
  expect((await as.frontendToken.post('/api/frontend', { context })).status).toBe(200)
  expect((await as.frontendToken.post('/ofrep/v1/evaluate/flags/patterns', { context })).status).toBe(200)
  expect((await as.frontendToken.post('/ofrep/v1/evaluate/flags', { context })).status).toBe(200)
})

test('the OpenAPI document leaves the event loop free', async () => {
  for (let time = 0; time < 2; time++)
    expect((await app.http.inject({ url: '/docs/openapi.json' })).statusCode).toBe(200)
})

test('long lists of values and the longest text leave the event loop free', async () => {
  await makeFlag(db, 'texts', {
    environments: {
      development: {
        rules: lists(4, (rule) => ({
          constraints: lists(30, (index) => ({
            contextName: 'userId',
            operator: 'STR_CONTAINS',
            values: Array.from({ length: 250 }, (_, value) => `${rule}-${index}-${value}`.padStart(100, 'a')),
            caseInsensitive: true,
            inverted: true,
          })),
        })),
      },
    },
  })
  await published('texts')
  const context = { userId: long(90_000) }
  expect((await as.frontendToken.post('/api/frontend', { context })).status).toBe(200)
})
