import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifyChain } from '../src/platform/write/verify.ts'
import { testApp } from './kit.ts'
import { steps } from './requests/steps.ts'
import { startWalks } from './requests/walk.ts'

const RUNS = Number(process.env.MODEL_RUNS ?? 20_000)

const kit = await testApp()
const walk = await startWalks(kit)

test('requests, reviews, schedules and edits behave like the model in thousands of runs', {
  timeout: 0,
}, async () => {
  await fc.assert(fc.asyncProperty(steps, walk), { numRuns: RUNS })
  expect((await verifyChain(kit.app.database.read)).brokenAt).toBeUndefined()
})
