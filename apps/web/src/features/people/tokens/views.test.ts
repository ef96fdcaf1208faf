import type { ApiToken } from '@flagstaff/contract/tokens'
import { expect, test } from 'vitest'
import { beginningOf, isExpiring, isUnused, kindOf } from './views.ts'

const now = Date.parse('2026-11-10T00:00:00Z')
const token = (fields: Partial<ApiToken>): ApiToken => ({
  tokenName: 'a',
  type: 'client',
  projects: ['*'],
  createdAt: '2026-11-01T00:00:00Z',
  ...fields,
})

test('a client token counts as a backend token', () => {
  expect(kindOf(token({ type: 'client' }))).toBe('backend')
  expect(kindOf(token({ type: 'frontend' }))).toBe('frontend')
})

test('a token is expiring in its last two weeks, and after it has expired', () => {
  expect(isExpiring(token({ expiresAt: '2026-11-13T00:00:00Z' }), now)).toBe(true)
  expect(isExpiring(token({ expiresAt: '2026-11-01T00:00:00Z' }), now)).toBe(true)
  expect(isExpiring(token({ expiresAt: '2027-11-13T00:00:00Z' }), now)).toBe(false)
  expect(isExpiring(token({ expiresAt: null }), now)).toBe(false)
})

test('a token is unused if it was not created or used recently', () => {
  expect(isUnused(token({ createdAt: '2026-01-01T00:00:00Z', seenAt: '2026-11-09T00:00:00Z' }), now)).toBe(
    false,
  )
  expect(isUnused(token({ createdAt: '2026-01-01T00:00:00Z', seenAt: '2026-02-09T00:00:00Z' }), now)).toBe(
    true,
  )
  expect(isUnused(token({ seenAt: null }), now)).toBe(false)
})

test('a token is identified by the beginning of its secret', () => {
  expect(beginningOf(token({ secret: '*:development.v2_dRW9AXvAi-fVVzW2lhY2vA_…' }))).toBe('v2_dRW9…')
  expect(beginningOf(token({ secret: '*:*.…' }))).toBe('…')
})
