import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { follower, type LoggedEvent } from './follower.ts'
import { openFollowers } from './followers.ts'
import { openJobs } from './jobs.ts'

const { app, as, db } = await testApp()
const segments = '/api/admin/segments'

test('a follower gets whole events and sends jobs; one that fails is measured and does not stop the others', async () => {
  const logged: string[] = []
  const logger = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
  const jobs = openJobs(app.database, logger)
  const done: unknown[] = []
  await jobs.start([{ name: 'example', run: async (data) => void done.push(data) }])
  const seen: LoggedEvent[] = []
  let broken = true
  const followers = openFollowers({
    db,
    logger,
    send: jobs.send,
    followers: [
      follower('platform', 'broken', async () => {
        if (broken) throw new Error('this one is broken')
      }),
      follower('platform', 'sending', async ({ send }, events) => {
        seen.push(...events)
        for (const { revision } of events) await send('example', { revision })
      }),
    ],
  })
  const runAll = async () => {
    for (const run of [...followers.runs, followers.measure]) await run()
  }
  await followers.start()
  await runAll()
  await as.admin.post(segments, { name: 'followed', constraints: [] })
  await runAll()
  await runAll()

  const event = seen.at(-1)
  expect(event).toMatchObject({
    type: 'segment-created',
    actor: { type: 'user' },
    tags: [],
    group: null,
    data: { name: 'followed' },
  })
  expect(event?.createdAt).toBeInstanceOf(Date)
  await vi.waitUntil(() => done.some((data) => (data as { revision: number }).revision === event?.revision), {
    timeout: 60_000,
  })
  const states = () => Object.fromEntries(followers.states().map((state) => [state.name, state]))
  expect(states()).toMatchObject({
    broken: { failing: true, lag: event?.revision },
    sending: { failing: false, lag: 0, failures: 0 },
  })
  expect(logged.filter((line) => line.includes('this one is broken'))).toHaveLength(1)
  broken = false
  await runAll()
  expect(states()).toMatchObject({ broken: { failing: false, lag: 0 } })
  await jobs.stop()
})

test('a follower that hangs is measured, and does not stop the others', async () => {
  const hanging = Promise.withResolvers<void>()
  const seen: LoggedEvent[] = []
  const followers = openFollowers({
    db,
    logger: pino({ level: 'silent' }),
    send: async () => {},
    followers: [
      follower('platform', 'hanging', () => hanging.promise),
      follower('platform', 'quick', async (_handles, events) => void seen.push(...events)),
    ],
  })
  await followers.start()
  await as.admin.post(segments, { name: 'slow', constraints: [] })
  const [hang = async () => {}, quick = async () => {}] = followers.runs
  const running = hang()
  await quick()
  await followers.measure()
  const revision = seen.at(-1)?.revision
  expect(followers.states()).toMatchObject([
    { name: 'hanging', lag: revision },
    { name: 'quick', lag: 0 },
  ])
  hanging.resolve()
  await running
})
