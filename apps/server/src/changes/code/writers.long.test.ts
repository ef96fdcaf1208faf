import { expect, test } from 'vitest'
import { applyBesideWriters } from '../../../test/code-writers.ts'
import { testApp } from '../../../test/kit.ts'

const kit = await testApp()

test('1,000 plans that are applied beside 20 people overwrite none of their changes', async () => {
  const counts = await applyBesideWriters(kit, 1_000)
  process.stdout.write(`files beside writers: ${JSON.stringify(counts)}\n`)
  expect(counts.overwritten).toBe(0)
  expect(counts.applied).toBeGreaterThan(0)
  expect(counts.refused).toBeGreaterThan(0)
})
