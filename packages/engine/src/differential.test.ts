import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareWorld, createTally } from '../test/compare.ts'
import { deviations } from '../test/deviations.ts'
import { worlds } from '../test/generators.ts'
import { createUnleash } from '../test/unleash.ts'

test('evaluates like unleash-client, except for the documented deviations', async () => {
  const unleash = createUnleash('differential')
  await new Promise(setImmediate)
  const tally = createTally()
  fc.assert(
    fc.property(worlds, (world) => compareWorld(world, unleash, tally)),
    { numRuns: 600, seed: 20_261_115 },
  )
  unleash.client.destroy()

  expect(tally.compared).toBeGreaterThanOrEqual(100_000)
  // The comparison is only meaningful if the results vary and few of them are deviations.
  expect(tally.on / tally.compared).toBeGreaterThan(0.2)
  expect(tally.variants / tally.compared).toBeGreaterThan(0.1)
  expect(tally.explained / tally.compared).toBeLessThan(0.05)
  expect(tally.deviations).toEqual(new Set(deviations.map(({ name }) => name)))
})
