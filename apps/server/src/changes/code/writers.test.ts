import { expect, test } from 'vitest'
import { applyBesideWriters } from '../../../test/code-writers.ts'
import { testApp } from '../../../test/kit.ts'

const kit = await testApp()

test('20 people who change flags between plan and apply are never overwritten', async () => {
  const counts = await applyBesideWriters(kit, 6)
  process.stdout.write(`files beside writers: ${JSON.stringify(counts)}\n`)
  expect(counts.overwritten).toBe(0)
  expect(counts.applied).toBeGreaterThan(0)
  expect(counts.refused).toBeGreaterThan(0)
})
