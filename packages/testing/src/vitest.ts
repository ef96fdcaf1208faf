import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Flags, flags, type TestFlags } from './index.ts'

/**
 * Sets flags for the tests of a file, or in a setup file for all tests. Changes made in a test are undone after it.
 *
 * ```ts
 * const testFlags = useFlags({ 'new-checkout': false })
 * test('the new checkout', () => testFlags.set({ 'new-checkout': true }))
 * ```
 */
export function useFlags(start: Flags, domain?: string): Pick<TestFlags, 'set'> {
  let active: TestFlags | undefined
  beforeAll(async () => {
    active = await flags(start, domain)
  })
  afterEach(() => active?.reset())
  afterAll(() => {
    active = undefined
  })
  return {
    set(changes) {
      if (!active) throw new Error('flags can be set while tests run')
      active.set(changes)
    },
  }
}
