import { expect, test } from 'vitest'
import { compareAnswers } from './agreement/compare.ts'

test('the frontend API and OFREP agree with the official SDK', async () => {
  const { differences, ...tally } = await compareAnswers({ seed: 20_261_116, flags: 120, contexts: 60 })
  expect(differences.slice(0, 3)).toEqual([])
  // The comparison is only meaningful if results vary and few are skipped.
  const ratio = (part: number) => part / tally.compared
  expect(ratio(tally.on)).toBeGreaterThan(0.2)
  expect(ratio(tally.variants)).toBeGreaterThan(0.1)
  expect(ratio(tally.byChance)).toBeLessThan(0.5)
  expect(ratio(tally.keyMissing)).toBeLessThan(0.2)
})
