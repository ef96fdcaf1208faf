import { expect, test } from 'vitest'
import { readListSearch, toQuery } from './search.ts'

test('an address gives the same page again, and nonsense in it is left out', () => {
  expect(readListSearch({ q: 'web', order: 'desc', page: 3 })).toEqual({ q: 'web', order: 'desc', page: 3 })
  expect(readListSearch({ order: 'up', page: -1 })).toEqual({
    q: undefined,
    order: undefined,
    page: undefined,
  })
})

test('pages follow each other without a gap', () => {
  expect(toQuery({})).toBe('query=&sortOrder=asc&limit=50&offset=0')
  expect(toQuery({ q: 'web', order: 'desc', page: 2 })).toBe('query=web&sortOrder=desc&limit=50&offset=50')
})
