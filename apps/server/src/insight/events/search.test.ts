import { expect, test } from 'vitest'
import { readSearch, toWords } from './search.ts'

test.each([
  [{}, { limit: 50, offset: 0 }],
  [
    { limit: '1000', offset: '20' },
    { limit: 1000, offset: 20 },
  ],
  [
    { limit: '1001', offset: '-1' },
    { limit: 50, offset: 0 },
  ],
  [
    { limit: 'x', offset: '1e99' },
    { limit: 50, offset: 0 },
  ],
  [{ type: 'IS:user-created' }, { types: ['user-created'] }],
  [{ project: 'IS_ANY_OF:a, b,' }, { projects: ['a', 'b'] }],
  [{ createdBy: 'IS_ANY_OF:-42,7,x,1e99' }, { actors: [-42, 7] }],
  [{ from: 'IS:2026-01-02' }, { from: new Date('2026-01-02T00:00:00Z') }],
  [{ to: 'IS:2026-01-02' }, { to: new Date('2026-01-03T00:00:00Z') }],
  [{ query: ' ' }, { words: undefined }],
])('%j is parsed as %j', (query, search) => {
  expect(readSearch(query)).toMatchObject(search)
})

test('an invalid date is refused', () => {
  expect(() => readSearch({ from: 'IS:2026-99-01' })).toThrow('is not a valid date')
})

test.each([
  ['beta', "('beta':*)"],
  ['beta-users', "('beta':* & 'users':*)"],
  ['beta, ada@example.com', "('beta':*) | ('ada':* & 'example':* & 'com':*)"],
  ["it's \\ | & !", "('it':* & 's':*)"],
  [' , ', ''],
])('%j becomes the text search query %s', (text, words) => {
  expect(toWords(text)).toBe(words)
})
