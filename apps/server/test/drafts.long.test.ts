import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from './kit.ts'
import { drafts, protectProduction, rehearseAndApply } from './requests/drafts.ts'

const APPLIED = Number(process.env.DRAFTS ?? 1_000)

const kit = await testApp({ SEGMENTS_LIMIT: '100000', FEATURE_FLAGS_LIMIT: '100000' })
await protectProduction(kit)

test('applying a draft does what was rehearsed, for 1,000 of them', { timeout: 0 }, async () => {
  let applied = 0
  while (applied < APPLIED)
    await fc.assert(
      fc.asyncProperty(drafts, async (list) => {
        if (await rehearseAndApply(kit, list)) applied += 1
      }),
      { numRuns: 100 },
    )
  expect(applied).toBeGreaterThanOrEqual(APPLIED)
})
