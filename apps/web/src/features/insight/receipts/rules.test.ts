import type { FlagDelivery } from '@flagstaff/contract/receipts'
import { expect, test } from 'vitest'
import { isComplete, isNobody, missingOf, shareOf } from './rules.ts'

const receipt = (sdks: [number, number], edges: [number, number] = [0, 0]): FlagDelivery => ({
  environment: 'production',
  revision: 7,
  changedAt: null,
  sdks: { delivered: sdks[0], total: sdks[1] },
  edges: { delivered: edges[0], total: edges[1] },
  waiting: [],
})

test('a change is delivered when all SDKs and edges have it', () => {
  expect(isComplete(receipt([3, 3], [1, 1]))).toBe(true)
  expect(isComplete(receipt([3, 3], [0, 1]))).toBe(false)
  expect(missingOf(receipt([3, 9], [1, 2]))).toBe(7)
})

test('without connected SDKs or edges, delivery is complete', () => {
  expect(isNobody(receipt([0, 0]))).toBe(true)
  expect(isComplete(receipt([0, 0]))).toBe(true)
  expect(shareOf(receipt([0, 0]))).toBe(0)
})

test('the progress bar is full only if no instance is missing', () => {
  expect(shareOf(receipt([1_999, 2_000]))).toBe(99)
  expect(shareOf(receipt([2_000, 2_000]))).toBe(100)
})
