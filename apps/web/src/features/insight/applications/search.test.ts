import { expect, test } from 'vitest'
import { readListSearch, toQuery } from './search.ts'

test('a URL restores the same page, and invalid parameters are ignored', () => {
  expect(readListSearch({ q: 'web', order: 'desc', page: 3 })).toEqual({ q: 'web', order: 'desc', page: 3 })
  expect(readListSearch({ order: 'up', page: -1 })).toEqual({
    q: undefined,
    order: undefined,
    page: undefined,
  })
})

test('pages follow each other without gaps', () => {
  expect(toQuery({})).toEqual({ query: '', sortOrder: 'asc', limit: '50', offset: '0' })
  expect(toQuery({ q: 'web', order: 'desc', page: 2 })).toEqual({
    query: 'web',
    sortOrder: 'desc',
    limit: '50',
    offset: '50',
  })
})
