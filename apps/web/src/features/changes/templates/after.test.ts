import { expect, test, vi } from 'vitest'
import { formatAfter } from './after.ts'

// Texts ask there whether they are lengthened.
vi.stubGlobal('localStorage', { getItem: () => null })

test('how long a milestone lasts is said in words', () => {
  expect(formatAfter({ intervalMinutes: 1440 }, false)).toBe('1 day')
  expect(formatAfter({ type: 'exposure', minimumExposures: 10_000 }, false)).toBe('until on 10,000 times')
  expect(formatAfter(null, false)).toBe('until someone starts the next')
  expect(formatAfter({ intervalMinutes: 5 }, true)).toBe('last milestone')
})
