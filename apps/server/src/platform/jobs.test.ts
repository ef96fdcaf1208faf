import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'
import { system } from './actor.ts'
import { openJobs } from './jobs.ts'
import { openDoor } from './write.ts'

const { app } = await testApp()
const runs: string[] = []
const jobs = openJobs(app.database, pino({ level: 'silent' }))
await jobs.start([
  { name: 'wave', cron: '0 0 1 1 *', run: async () => void runs.push('wave') },
  { name: 'greet', run: async (data) => void runs.push(JSON.stringify(data)) },
])
afterAll(() => jobs.stop())
const { limits } = app.handles.settings
const write = openDoor({ db: app.database.db, compile: async () => [], limits, send: jobs.send })

test('a job sent with a change runs once the change is committed', async () => {
  await write(system, async (tx) => {
    tx.send('wave', {})
    tx.send('greet', { name: 'Ada' })
  })
  await expect.poll(() => [...runs].sort(), { timeout: 10_000 }).toEqual(['wave', '{"name":"Ada"}'])
})

test('a job sent with a change that fails is never there', async () => {
  const failing = write(system, async (tx) => {
    tx.send('wave', {})
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const { rows } = await app.database.pool.query(
    "select 1 from jobs.job where name = 'wave' and state = 'created'",
  )
  expect(rows).toEqual([])
})
