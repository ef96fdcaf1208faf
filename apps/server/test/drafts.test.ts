import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from './kit.ts'
import { drafts, protectProduction, rehearseAndApply } from './requests/drafts.ts'

const kit = await testApp()
await protectProduction(kit)

// `drafts.long.test.ts` takes many more.
test('editing a draft changes nothing else, and applying it does what was rehearsed', async () => {
  let applied = 0
  await fc.assert(
    fc.asyncProperty(drafts, async (list) => {
      if (await rehearseAndApply(kit, list)) applied += 1
    }),
    { seed: 20_261_117, numRuns: 20 },
  )
  expect(applied).toBeGreaterThan(5)
})

test('of a flag that is turned off and then archived, only the archiving is applied', async () => {
  const flag = 'b' as const
  const archive = { do: 'archive' as const, flag }
  expect(await rehearseAndApply(kit, [{ do: 'enabled', flag, on: false }, archive, archive])).toBe(true)
})
