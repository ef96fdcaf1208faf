import { expect, test } from 'vitest'
import { isTooDeep } from './nesting.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('a body can be nested a hundred levels deep', () => {
  expect(isTooDeep(nested(100))).toBe(false)
  expect(isTooDeep(nested(101))).toBe(true)
  expect(isTooDeep('{"a":'.repeat(101))).toBe(true)
})

test('brackets side by side and in strings do not count as nesting', () => {
  expect(isTooDeep(`[${Array(500).fill('[{}]').join()}]`)).toBe(false)
  expect(isTooDeep(JSON.stringify(['['.repeat(500), '\\"{'.repeat(500)]))).toBe(false)
})
