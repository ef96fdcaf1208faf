import type { SearchFeaturesQuery } from '@flagstaff/contract/search'
import { expect, test } from 'vitest'
import {
  type FlagListSearch,
  isFiltered,
  readChoice,
  readSearch,
  readView,
  toQuery,
  writeChoice,
  writeView,
} from './search.ts'

const now = Date.parse('2026-11-15T12:00:00Z')
const order = { sortBy: 'createdAt', sortOrder: 'desc', favoritesFirst: 'true' }
const queryOf = (search: FlagListSearch, project?: string) => toQuery(search, project, now)

test.each<[FlagListSearch, SearchFeaturesQuery]>([
  [{}, {}],
  [{ q: ' pay ' }, { query: 'pay' }],
  [{ type: 'release,experiment' }, { type: 'IS_ANY_OF:release,experiment' }],
  [{ state: '!stale' }, { state: 'IS_NONE_OF:stale' }],
  [{ lifecycle: 'live,completed' }, { lifecycle: 'IS_ANY_OF:live,completed' }],
  [{ by: '4' }, { createdBy: 'IS_ANY_OF:4' }],
  [{ owner: '!none,group:2' }, { owner: 'IS_NONE_OF:none,group:2' }],
  [{ tag: 'payments,team:a' }, { tag: 'INCLUDE_ANY_OF:simple:payments,team:a' }],
  [{ tag: '!internal' }, { tag: 'EXCLUDE_IF_ANY_OF:simple:internal' }],
  [{ status: 'production:enabled,dev:disabled' }, { status: ['production:enabled', 'dev:disabled'] }],
  [{ created: '30d' }, { createdAt: 'IS_ON_OR_AFTER:2026-10-16' }],
  [{ created: 'nonsense' }, {}],
  [{ favorite: 'yes' }, { favorite: 'IS:true' }],
  [{ tab: 'archived' }, { archived: 'IS:true' }],
  [{ sort: 'name' }, { sortBy: 'name', sortOrder: 'asc' }],
  [
    { sort: 'environment:dev', order: 'desc' },
    { sortBy: 'environment:dev', sortOrder: 'desc' },
  ],
])('%j is converted to the query %j', (search, query) => {
  expect(queryOf(search)).toEqual({ ...order, ...query })
})

test('within a project, only its flags are searched', () => {
  expect(queryOf({ project: 'other' }, 'shop')).toMatchObject({ project: 'IS_ANY_OF:shop' })
  expect(queryOf({ project: 'a,b' })).toMatchObject({ project: 'IS_ANY_OF:a,b' })
})

test('a choice is formatted so that it parses to the same choice', () => {
  for (const text of ['a', 'a,b', '!a,b']) expect(writeChoice(readChoice(text))).toBe(text)
  expect(writeChoice(readChoice(undefined))).toBeUndefined()
  expect(writeChoice({ values: [], not: true })).toBeUndefined()
})

test('invalid URL parameters are ignored', () => {
  const read = readSearch({ q: 12, tab: 'x', order: 'up', create: true, sort: '', type: ['a'] })
  expect(JSON.parse(JSON.stringify(read))).toEqual({ q: '12', create: true })
  expect(isFiltered(readSearch({ q: '  ' }))).toBe(false)
  expect(isFiltered(readSearch({ favorite: 'yes' }))).toBe(true)
})

test('a saved view restores its filters and order', () => {
  const search = {
    q: 'pay & go',
    tag: '!simple:a,simple:b',
    sort: 'name',
    order: 'asc' as const,
    tab: 'archived' as const,
  }
  expect(readView(writeView({ ...search, create: true, 'project-status': true }))).toMatchObject(search)
  expect(readView(writeView({ create: true })).create).toBeUndefined()
  expect(writeView({ ...search, hide: 'usage' })).toBe(writeView(search))
})
