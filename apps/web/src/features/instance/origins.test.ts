import { expect, test } from 'vitest'
import { allows, isOrigin, readOrigins } from './origins.ts'

test.each(['https://shop.example', 'http://localhost:3000'])('%s is an origin', (text) => {
  expect(isOrigin(text)).toBe(true)
})

test.each([
  'shop.example',
  'https://shop.example/',
  'https://shop.example:443',
  'https://*.example',
  'ftp://a.b',
  '',
])('%j is none', (text) => {
  expect(isOrigin(text)).toBe(false)
})

test('origins stand on lines or between commas, each once', () => {
  expect(readOrigins('https://a.example\n https://b.example, https://a.example\n\n')).toEqual([
    'https://a.example',
    'https://b.example',
  ])
})

test('the star and an empty list allow all', () => {
  expect(allows([], 'https://a.example')).toBe(true)
  expect(allows(['*'], 'https://a.example')).toBe(true)
  expect(allows(['https://b.example'], 'https://a.example')).toBe(false)
})
