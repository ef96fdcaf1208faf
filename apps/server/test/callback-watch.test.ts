import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { watchCallbacks } from './callback-watch.ts'

const MOST_MS = 50

const watch = watchCallbacks({ most: MOST_MS })
const app = Fastify()
watch.observe(app)
app.get('/quick/:id', async () => 'done')
app.get('/blocks/:id', async () => {
  await sleep(1)
  compute(4 * MOST_MS)
  return 'done'
})
app.get('/many-microtasks', async () => {
  for (let part = 0; part < 16; part++) await Promise.resolve().then(() => compute(MOST_MS / 4))
  return 'done'
})
app.get('/slices', async () => {
  for (let part = 0; part < 12; part++) {
    compute(MOST_MS / 4)
    await new Promise((done) => setImmediate(done))
  }
  return 'done'
})
app.get('/waits', async () => {
  await sleep(3 * MOST_MS)
  return 'done'
})

/** Uses the thread, however long that takes on a busy machine. */
function compute(ms: number) {
  const before = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(before)
    if (user + system > ms * 1_000) return
  }
}

const blockedBy = async (url: string) => {
  await app.inject({ url })
  return (await watch.found()).map(({ requests }) => requests)
}

test('a request that blocks the event loop is found and named', async () => {
  expect(await blockedBy('/quick/1')).toEqual([])
  expect(await blockedBy('/blocks/1')).toEqual([['GET /blocks/:id']])
})

test('microtasks belong to the callback, since nothing else runs between them', async () => {
  expect(await blockedBy('/many-microtasks')).toEqual([['GET /many-microtasks']])
})

test('slices that yield, and waiting, do not block', async () => {
  expect(await blockedBy('/slices')).toEqual([])
  expect(await blockedBy('/waits')).toEqual([])
})
