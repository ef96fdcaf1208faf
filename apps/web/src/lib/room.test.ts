import { expect, test } from 'vitest'
import { roomOf } from './room.ts'

test('there is nothing to say while much fits, or where there is no limit', () => {
  expect(roomOf(449, 500)).toEqual({ left: 51, isNear: false, isFull: false })
  expect(roomOf(3, null)).toBeUndefined()
  expect(roomOf(undefined, 500)).toBeUndefined()
})

test('the last tenth is near, and so is the last one of few', () => {
  expect(roomOf(450, 500)).toMatchObject({ left: 50, isNear: true, isFull: false })
  expect(roomOf(2, 3)).toMatchObject({ left: 1, isNear: true, isFull: false })
})

test('full is full, also where a limit was lowered below what is there', () => {
  expect(roomOf(3, 3)).toEqual({ left: 0, isNear: false, isFull: true })
  expect(roomOf(9, 3)).toMatchObject({ left: 0, isFull: true })
})
