import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { system } from '../write/actor.ts'
import { createWrite } from '../write/write.ts'
import { openJobs } from './jobs.ts'

const { app } = await testApp()
const runs: string[] = []
let carried = 0
let atOnce = 0
let most = 0
async function carry() {
  atOnce += 1
  most = Math.max(most, atOnce)
  await new Promise(setImmediate)
  atOnce -= 1
  carried += 1
}
const jobs = openJobs(app.database, pino({ level: 'silent' }))
await jobs.start([
  { name: 'wave', cron: '0 0 1 1 *', run: async () => void runs.push('wave') },
  { name: 'greet', run: async (data) => void runs.push(JSON.stringify(data)) },
  { name: 'carry', run: carry },
  { name: 'haul', run: carry },
])
afterAll(() => jobs.stop())
const { limits } = app.handles.settings
const write = createWrite({ db: app.database.db, compile: async () => [], limits, send: jobs.send })

test('a job sent with a change runs once the change is committed', async () => {
  await write(system, async (tx) => {
    tx.send('wave', {})
    tx.send('greet', { name: 'Ada' })
  })
  await expect.poll(() => [...runs].sort()).toEqual(['wave', '{"name":"Ada"}'])
})

test('a job sent with a change that fails is never queued', async () => {
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

test('one process runs at most five queued jobs at a time across all queues', async () => {
  await write(system, async (tx) => {
    for (let i = 0; i < 30; i++) {
      tx.send('carry', {})
      tx.send('haul', {})
    }
  })
  await expect.poll(() => carried).toBe(60)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(5)
})
