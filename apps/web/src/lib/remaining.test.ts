import { expect, test } from 'vitest'
import { remainingOf } from './remaining.ts'

test('a limit that is far away or missing gives no warning', () => {
  expect(remainingOf(449, 500)).toEqual({ left: 51, isNear: false, isFull: false })
  expect(remainingOf(3, null)).toBeUndefined()
  expect(remainingOf(undefined, 500)).toBeUndefined()
})

test('a limit is near from 90 % on, and when one is left', () => {
  expect(remainingOf(450, 500)).toMatchObject({ left: 50, isNear: true, isFull: false })
  expect(remainingOf(2, 3)).toMatchObject({ left: 1, isNear: true, isFull: false })
})

test('a limit is reached even if it was lowered below the current count', () => {
  expect(remainingOf(3, 3)).toEqual({ left: 0, isNear: false, isFull: true })
  expect(remainingOf(9, 3)).toMatchObject({ left: 0, isFull: true })
})
