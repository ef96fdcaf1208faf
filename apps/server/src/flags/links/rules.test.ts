import { expect, test } from 'vitest'
import { acceptTitle, acceptUrl, fillTemplates } from './rules.ts'

test.each([
  ['https://example.com/a', 'https://example.com/a'],
  [' example.com ', 'https://example.com/'],
  ['example.com:8080/x?y#z', 'https://example.com:8080/x?y#z'],
  ['http://intra', 'http://intra/'],
  ['HTTPS://Example.COM/A', 'https://example.com/A'],
])('%j is stored as %s', (text, url) => {
  expect(acceptUrl(text)).toBe(url)
})

test.each([
  '',
  'not an address',
  'javascript:alert(1)',
  'javascript://x/%0aalert(1)',
  'data:text/html,<b>',
  'ftp://example.com',
  'mailto:a@example.com',
  'https://name:secret@example.com',
  `https://example.com/${'x'.repeat(2_000)}`,
])('%j is not a valid web URL', (text) => {
  expect(() => acceptUrl(text)).toThrow()
})

test('a link title is trimmed, and null if it is blank', () => {
  expect([acceptTitle(' Issue '), acceptTitle('  '), acceptTitle(undefined), acceptTitle(null)]).toEqual([
    'Issue',
    null,
    null,
    null,
  ])
  expect(() => acceptTitle('x'.repeat(256))).toThrow()
})

test('link templates become at most ten links, and invalid URLs are skipped', () => {
  const place = { project: 'shop', flag: "it's(new)" }
  expect(
    fillTemplates(
      [
        { urlTemplate: 'issues.example.com/{{project}}/{{feature}}', title: 'Issue' },
        { urlTemplate: 'ftp://{{feature}}' },
      ],
      place,
    ),
  ).toEqual([{ url: "https://issues.example.com/shop/it's(new)", title: 'Issue' }])
  const many = Array.from({ length: 12 }, () => ({ urlTemplate: 'https://example.com' }))
  expect(fillTemplates(many, place)).toHaveLength(10)
})
