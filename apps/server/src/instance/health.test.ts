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

test('the full readiness check has the findings of cheap checks', async () => {
  expect((await as.anonymous.get('/ready')).body).not.toHaveProperty('checks')
  const { status, body } = await as.anonymous.get('/ready?full')
  expect(status).toBe(200)
  const names = (body.checks as { name: string }[]).map(({ name }) => name)
  expect(names).toEqual(['migrations', 'clock', 'connections', 'followers', 'jobs', 'snapshot'])
})

test('without a database the health check succeeds, and the readiness check fails with a reason', async () => {
  const settings = readSettings({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  const app = await buildApp(settings, { logger: pino({ level: 'silent' }), observe: watchContract })
  onTestFinished(() => app.stop())
  expect((await app.http.inject('/health')).statusCode).toBe(200)
  const ready = await app.http.inject('/ready')
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toMatchObject({ health: 'BAD', database: 'away', delivery: 'loading' })
  const full = await app.http.inject('/ready?full')
  expect(full.statusCode).toBe(503)
  expect(full.json().checks).toContainEqual(expect.objectContaining({ name: 'migrations', state: 'bad' }))
  expect(full.body).not.toContain('127.0.0.1')
})
