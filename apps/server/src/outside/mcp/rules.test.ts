import { expect, test } from 'vitest'
import { isForeignOrigin } from './rules.ts'

const url = 'https://flags.example.com'

test.each([
  [undefined, false],
  ['https://flags.example.com', false],
  // A page that DNS rebinding points here has this server's address as host, and another origin.
  ['https://evil.example.com', true],
  ['null', true],
  ['', true],
])('%j is foreign: %s', (origin, foreign) => {
  expect(isForeignOrigin(origin, url)).toBe(foreign)
})
