import { expect, test } from 'vitest'
import { newUserCode, readUserCode } from './rules.ts'

test('a code has two groups of four consonants', () => {
  const codes = Array.from({ length: 200 }, newUserCode)
  for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect(new Set(codes).size).toBe(200)
})

test.each(['BCDF-GHJK', 'bcdf-ghjk', ' bcdfghjk ', 'b c d f – g h j k'])(
  '%s is read as the same code',
  (typed) => {
    expect(readUserCode(typed)).toBe('BCDF-GHJK')
  },
)
