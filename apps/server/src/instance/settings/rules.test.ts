import { expect, test } from 'vitest'
import { acceptOrigins } from './rules.ts'

test.each([
  [[], []],
  [['*'], ['*']],
  [
    [' https://example.com ', 'http://localhost:3000', 'https://example.com'],
    ['https://example.com', 'http://localhost:3000'],
  ],
])('the origins %j are stored as %j', (origins, stored) => {
  expect(acceptOrigins(origins)).toEqual(stored)
})

test.each([
  ['https://*.example.com'],
  ['https://example.com/'],
  ['https://example.com/path'],
  ['https://example.com:443'],
  ['https://user@example.com'],
  ['HTTPS://example.com'],
  ['example.com'],
  ['ftp://example.com'],
  ['null'],
  [''],
])('the origin %j is refused', (origin) => {
  expect(() => acceptOrigins([origin])).toThrow('is not an origin')
})
