import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'
import { system } from './actor.ts'
import { startJobs } from './jobs.ts'

const { app } = await testApp()
const runs: string[] = []
const jobs = await startJobs(
  app.database,
  [{ name: 'wave', cron: '0 0 1 1 *', run: async () => void runs.push('wave') }],
  pino({ level: 'silent' }),
)
afterAll(() => jobs.stop())

test('a job sent with a change runs once the change is committed', async () => {
  await app.handles.write(system, (tx) => jobs.send(tx, 'wave', {}))
  await expect.poll(() => runs, { timeout: 10_000 }).toEqual(['wave'])
})

test('a job sent with a change that fails is never there', async () => {
  const failing = app.handles.write(system, async (tx) => {
    await jobs.send(tx, 'wave', {})
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const { rows } = await app.database.pool.query(
    "select 1 from jobs.job where name = 'wave' and state = 'created'",
  )
  expect(rows).toEqual([])
})
