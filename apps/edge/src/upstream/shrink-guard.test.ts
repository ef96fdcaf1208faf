import { beforeEach, expect, test } from 'vitest'
import { CONFIRMATIONS, createShrinkGuard } from './shrink-guard.ts'

const flags = (many: number) => Array.from({ length: many }, (_, at) => `flag-${at}`)
let guard = createShrinkGuard(0.5)
const admit = (before: number, after: number) => guard.admit(flags(before), new Set(flags(after)))

beforeEach(() => {
  guard = createShrinkGuard(0.5)
})

test('a response can remove up to half of the flags at once', () => {
  expect([admit(10, 10), admit(10, 12), admit(10, 5), admit(0, 0), admit(0, 9)]).toEqual(Array(5).fill(true))
  expect(guard.held).toBeUndefined()
})

test('a response that removes more flags is held back until it was repeated', () => {
  for (let confirmations = 0; confirmations < CONFIRMATIONS; confirmations++) {
    expect(admit(10, 4)).toBe(false)
    expect(guard.held).toMatchObject({ missing: 6, of: 10, confirmations })
  }
  expect(admit(10, 4)).toBe(true)
  expect(guard.held).toBeUndefined()
})

test('a different response restarts the count, and a good one resets it', () => {
  for (let round = 0; round < CONFIRMATIONS; round++) expect(admit(10, 0)).toBe(false)
  expect(admit(10, 1)).toBe(false)
  expect(guard.held).toMatchObject({ confirmations: 0 })
  expect(admit(10, 10)).toBe(true)
  expect(admit(10, 1)).toBe(false)
  expect(guard.held).toMatchObject({ confirmations: 0 })
})

test('replaced flags count as missing', () => {
  expect(guard.admit(flags(3), new Set(['x', 'y', 'z']))).toBe(false)
})

test('a limit of 1 turns the guard off', () => {
  guard = createShrinkGuard(1)
  expect(admit(10, 0)).toBe(true)
})
