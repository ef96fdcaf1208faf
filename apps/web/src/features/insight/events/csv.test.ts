import type { Event } from '@flagstaff/contract/events'
import { expect, test } from 'vitest'
import { cell, toCsv } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  [null, ''],
  [undefined, ''],
  [-42, '-42'],
  [{ a: 1 }, '"{""a"":1}"'],
])('%j becomes %s', (value, text) => {
  expect(cell(value)).toBe(text)
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=HYPERLINK("x")'])(
  '%j is escaped, so that it is not a formula',
  (text) => {
    expect(cell(text).replace(/^"/, '')).toMatch(/^'/)
  },
)

test('a CSV has a header and one line per event', () => {
  const event: Event = {
    id: 7,
    createdAt: '2026-11-10T13:58:07Z',
    type: 'feature-created',
    createdBy: '=cmd',
  }
  const [head, line, end] = toCsv([event]).split('\r\n')
  expect(head).toMatch(/^id,createdAt,type,createdBy,/)
  expect(line).toMatch(/^7,2026-11-10T13:58:07Z,feature-created,'=cmd,/)
  expect(end).toBe('')
})
