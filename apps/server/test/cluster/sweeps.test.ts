import { expect, test } from 'vitest'
import { openCrew } from './crew.ts'
import { openPlans, progressed } from './followed-plans.ts'
import { startProxy } from './proxy.ts'

const { url, database, start, kill, atEnd } = await openCrew()
const proxy = await startProxy(url)
atEnd(() => proxy.close())

test('a server that is killed in a sweep does not keep the next one from it', async () => {
  const doomed = await start(proxy.url)
  const { follow, comeDue, outcome } = await openPlans(doomed, database)
  const plan = await follow(doomed)
  const killed = new Promise<void>((resolve) => {
    proxy.onTrip((sent) => {
      if (/release_plans[^\0]*flag = any/i.test(sent.toString('latin1'))) resolve(kill(doomed))
    })
  })
  await comeDue([plan], { sweep: true })
  await killed
  await start()
  await expect.poll(() => outcome(plan), { timeout: 240_000, interval: 500 }).toEqual(progressed)
}, 600_000)
