import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { watchContract } from '../../test/contract-watch.ts'
import { testApp } from '../../test/kit.ts'
import { buildApp } from '../app.ts'
import { readSettings } from '../platform/settings/settings.ts'

const { as } = await testApp()

test('the health and readiness checks succeed with a database', async () => {
  expect((await as.anonymous.get('/health')).body).toEqual({ health: 'GOOD' })
  await expect
    .poll(() => as.anonymous.get('/ready'))
    .toMatchObject({ status: 200, body: { health: 'GOOD', database: 'up', delivery: 'serving' } })
})

test('without a database the health check succeeds, and the readiness check fails with a reason', async () => {
  const settings = readSettings({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  const app = await buildApp(settings, { logger: pino({ level: 'silent' }), observe: watchContract })
  onTestFinished(() => app.stop())
  expect((await app.http.inject('/health')).statusCode).toBe(200)
  const ready = await app.http.inject('/ready')
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toMatchObject({ health: 'BAD', database: 'away', delivery: 'loading' })
})
