import { expect, test } from 'vitest'
import { jsonLines } from './json.ts'

const shown = (before: unknown, after: unknown) =>
  jsonLines(before, after).map(({ sign, text }) => `${sign}${text.trim()}`)

test('unchanged lines are shown once, between the changed ones', () => {
  expect(shown({ a: 1, b: 2, c: 3 }, { a: 1, b: 4, c: 3 })).toEqual([
    '{',
    '"a": 1,',
    '-"b": 2,',
    '+"b": 4,',
    '"c": 3',
    '}',
  ])
})

test('something new or deleted has only one side', () => {
  expect(shown(undefined, { on: true })).toEqual(['+{', '+"on": true', '+}'])
  expect(shown({ on: true }, undefined)).toEqual(['-{', '-"on": true', '-}'])
  expect(shown(undefined, undefined)).toEqual([])
})
