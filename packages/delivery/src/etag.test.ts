import { expect, test } from 'vitest'
import { matches } from './etag.ts'
import { digestOf, newer, parseMark, START, toMark } from './marks.ts'

test.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"b", W/"a" ,"c"', '"a"', true],
  ['*', '"a"', true],
  ['"b", *', '"a"', true],
  ['"b"', '"a"', false],
  ['"ba"', '"a"', false],
  ['"a"W/', '"a"', false],
  ['', '"a"', false],
  ['', '', false],
  [undefined, '"a"', false],
])('If-None-Match %s matches the ETag %s: %s', (sent, etag, expected) => {
  expect(matches(sent, etag)).toBe(expected)
})

test('a mark is read back from its tag', () => {
  const mark = toMark(42, '0123abcd')
  expect(mark).toEqual({ revision: 42, hash: '0123abcd', tag: '42-0123abcd' })
  expect(parseMark(mark.tag)).toEqual(mark)
  expect(START.tag).toBe('0-00000000')
})

test.each([
  '42',
  '42-0123abc',
  '42-0123abcde',
  '42-0123ABCD',
  '-0123abcd',
  `${'1'.repeat(16)}-0123abcd`,
  undefined,
])('%s is not a mark', (text) => {
  expect(parseMark(text)).toBeUndefined()
})

test('of two marks with the same revision, the first is kept', () => {
  const [one, two, three] = [toMark(1, 'aaaaaaaa'), toMark(2, 'bbbbbbbb'), toMark(2, 'cccccccc')]
  expect(newer(one, two)).toBe(two)
  expect(newer(two, one)).toBe(two)
  expect(newer(two, three)).toBe(two)
})

test('a digest is the first eight digits of SHA-256', () => {
  expect(digestOf('')).toBe('e3b0c442')
})
