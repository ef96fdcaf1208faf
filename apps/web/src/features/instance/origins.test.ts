import { expect, test } from 'vitest'
import { allows, isOrigin, readOrigins } from './origins.ts'

test.each(['https://shop.example', 'http://localhost:3000'])('%s is a valid origin', (text) => {
  expect(isOrigin(text)).toBe(true)
})

test.each([
  'shop.example',
  'https://shop.example/',
  'https://shop.example:443',
  'https://*.example',
  'ftp://a.b',
  '',
])('%j is not a valid origin', (text) => {
  expect(isOrigin(text)).toBe(false)
})

test('origins are separated by lines or commas, and duplicates are removed', () => {
  expect(readOrigins('https://a.example\n https://b.example, https://a.example\n\n')).toEqual([
    'https://a.example',
    'https://b.example',
  ])
})

test('a star or an empty list allows all origins', () => {
  expect(allows([], 'https://a.example')).toBe(true)
  expect(allows(['*'], 'https://a.example')).toBe(true)
  expect(allows(['https://b.example'], 'https://a.example')).toBe(false)
})
