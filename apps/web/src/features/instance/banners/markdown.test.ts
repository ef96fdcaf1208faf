import { isWebLink } from '@flagstaff/rules/web-links'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './Markdown.tsx'
import { toPlainText } from './plainText.ts'

const html = (text: string) => renderToStaticMarkup(createElement(Markdown, { text, base: '/base' }))

test.each([
  ['plain', '<p>plain</p>'],
  [
    '**bold** and *italic* and _italic_',
    '<p><strong>bold</strong> and <em>italic</em> and <em>italic</em></p>',
  ],
  ['**bold *and italic* too**', '<p><strong>bold <em>and italic</em> too</strong></p>'],
  ['`a * b * c`', '<p><code>a * b * c</code></p>'],
  ['snake_case_name and 2 * 3 * 4', '<p>snake_case_name and 2 * 3 * 4</p>'],
  ['\\*not italic\\*', '<p>*not italic*</p>'],
  ['[here](/projects)', '<p><a href="/base/projects">here</a></p>'],
  [
    '[there](https://example.com)',
    '<p><a href="https://example.com" target="_blank" rel="noreferrer">there</a></p>',
  ],
  ['[no](javascript:alert)', '<p>[no](javascript:alert)</p>'],
  ['one\n\ntwo', '<p>one</p><p>two</p>'],
  [
    'before\n- one\n* **two**\nafter',
    '<p>before</p><ul><li>one</li><li><strong>two</strong></li></ul><p>after</p>',
  ],
  ['1. one\n2. two', '<ol><li>one</li><li>two</li></ol>'],
  ['<b>no HTML</b>', '<p>&lt;b&gt;no HTML&lt;/b&gt;</p>'],
  ['', ''],
])('%j is rendered as %j', (text, expected) => {
  expect(html(text)).toBe(expected)
})

test('plain text has no marks', () => {
  expect(toPlainText('**Bold**\n- [one](/a)\n- `two`')).toBe('Bold one two')
})

/** Text that is likely to be Markdown, HTML or a hostile link. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom('*', '**', '_', '`', '[', ']', '(', ')', '](', '- ', '1. ', '\n', '\\', ' '),
      fc.constantFrom(
        'javascript:',
        'JAVASCRIPT:',
        'java\tscript:',
        'data:text/html,',
        '//',
        '/\\',
        'https://',
      ),
      fc.constantFrom('<script>', '<img src=x onerror=alert(1)>', '</p>', '"', "'", '&#106;'),
      fc.constantFrom('[x](javascript:alert)', '[x](/a)', '[x](//b)', '[x](https://c"onclick="d)'),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

test('any text makes only known elements, and links only to web pages and paths', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const markup = html(text)
      for (const [tag, name] of markup.matchAll(/<\/?(\w+)[^>]*>/g)) {
        expect(['p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'a']).toContain(name)
        if (name !== 'a') expect(tag).toMatch(/^<\/?\w+>$/)
      }
      for (const [, href = '', rest = ''] of markup.matchAll(/<a href="([^"]*)"([^>]*)>/g)) {
        expect(isWebLink(href.replaceAll('&amp;', '&'))).toBe(true)
        expect(href).not.toMatch(/^\s*(javascript|data):/i)
        expect(['', ' target="_blank" rel="noreferrer"']).toContain(rest)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('long hostile texts are parsed in time', () => {
  const started = performance.now()
  for (const part of ['**a', '*', '_a', '[', '`', '[a](', '- ', '\\'])
    html(part.repeat(Math.ceil(10_000 / part.length)).slice(0, 10_000))
  expect(performance.now() - started).toBeLessThan(5_000)
})
