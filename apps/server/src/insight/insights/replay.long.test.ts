import fc from 'fast-check'
import { expect, test } from 'vitest'
import { histories, startHistories } from '../../../test/insights/histories.ts'
import { testApp } from '../../../test/kit.ts'

test('replaying the log leads to what the tables have, over 1,000 random histories', async () => {
  const seed = Number(process.env.REPLAY_SEED ?? Date.now() % 2 ** 31)
  const numRuns = 1_000
  let walks: ReturnType<typeof startHistories> | undefined
  let walked = 0
  const property = fc.asyncProperty(histories, async (steps) => {
    // A fresh log from time to time, since every history replays all of it.
    if (!walks || walked++ % 50 === 0) {
      walks = startHistories(await testApp())
      await walks.start()
    }
    const { tables, log, half } = await walks.walk(steps)
    expect(log).toEqual(tables)
    expect(half).toEqual(tables)
  })
  process.stdout.write(`replay: ${JSON.stringify({ seed, numRuns })}\n`)
  await fc.assert(property, { seed, numRuns, endOnFailure: true })
})
