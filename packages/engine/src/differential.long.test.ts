import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareWorld, createTally } from '../test/compare.ts'
import { worlds } from '../test/generators.ts'
import { createUnleash } from '../test/unleash.ts'

test('evaluates like unleash-client in millions of random cases', { timeout: 900_000 }, async () => {
  const unleash = createUnleash('differential')
  await new Promise(setImmediate)
  const tally = createTally()
  fc.assert(
    fc.property(worlds, (world) => compareWorld(world, unleash, tally)),
    { numRuns: 10_000 },
  )
  unleash.client.destroy()
  expect(tally.compared).toBeGreaterThan(2_000_000)
})
