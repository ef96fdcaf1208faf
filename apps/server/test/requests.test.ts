import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifyChain } from '../src/platform/write/verify.ts'
import { testApp } from './kit.ts'
import { steps } from './requests/steps.ts'
import { startWalks } from './requests/walk.ts'

const kit = await testApp()
const walk = await startWalks(kit)

// `requests.long.test.ts` takes many more.
test('requests, reviews, schedules and edits behave like the model, step by step', {
  timeout: 1_800_000,
}, async () => {
  await fc.assert(fc.asyncProperty(steps, walk), { seed: 20_261_116, numRuns: 300 })
  expect((await verifyChain(kit.app.database.read)).brokenAt).toBeUndefined()
})
