import { expect, test } from 'vitest'
import { isWebLink } from './web-links.ts'

test.each(['https://example.com', 'HTTP://example.com/a?b=c#d', '/', '/projects/default', '/a?b=//c'])(
  '%s is a web link',
  (text) => {
    expect(isWebLink(text)).toBe(true)
  },
)

test.each([
  '',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'example.com',
  '//example.com',
  '/\\example.com',
  '/\t/example.com',
  'https://',
  'https:///example.com',
  'mailto:a@example.com',
])('%j is not a web link', (text) => {
  expect(isWebLink(text)).toBe(false)
})
