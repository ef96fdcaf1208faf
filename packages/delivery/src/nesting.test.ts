import { expect, test } from 'vitest'
import { isTooDeep } from './nesting.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('a hundred levels are enough for everybody', () => {
  expect(isTooDeep(nested(100))).toBe(false)
  expect(isTooDeep(nested(101))).toBe(true)
  expect(isTooDeep('{"a":'.repeat(101))).toBe(true)
})

test('brackets beside each other and within strings do not count', () => {
  expect(isTooDeep(`[${Array(500).fill('[{}]').join()}]`)).toBe(false)
  expect(isTooDeep(JSON.stringify(['['.repeat(500), '\\"{'.repeat(500)]))).toBe(false)
})
