import { expect, test } from 'vitest'
import { moveTo, orderOf } from './order.ts'

const rows = ['a', 'b', 'c'].map((name) => ({ name }))
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join('')

test.each([
  ['a', 2, 'bca'],
  ['c', 0, 'cab'],
  ['b', 1, 'abc'],
  ['a', -1, 'abc'],
  ['a', 9, 'bca'],
  ['x', 0, 'abc'],
])('moving %s to %i gives %s', (name, place, result) => {
  expect(names(moveTo(rows, name, place))).toBe(result)
})

test('the order is numbered from one', () => {
  expect(orderOf(rows)).toEqual({ a: 1, b: 2, c: 3 })
})
