import { expect, test } from 'vitest'
import { compareAnswers } from './agreement/compare.ts'

test('the frontend API and OFREP agree with the official SDK in 200,000 evaluations', async () => {
  const seed = Number(process.env.AGREEMENT_SEED ?? Date.now() % 2 ** 31)
  const { differences, ...tally } = await compareAnswers({ seed, flags: 1_500, contexts: 200 })
  process.stdout.write(`agreement: ${JSON.stringify({ seed, ...tally })}\n`)
  expect({ seed, differences: differences.slice(0, 3) }).toEqual({ seed, differences: [] })
  expect(tally.compared).toBeGreaterThan(200_000)
})
