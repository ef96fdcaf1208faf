import type { SearchFeaturesQuery } from '@flagstaff/contract/search'
import { expect, test } from 'vitest'
import { environmentsOf } from './environments.ts'
import { type FlagSearch, readFlagSearch } from './rules.ts'

const nothing: FlagSearch = {
  words: [],
  status: [],
  archived: false,
  sort: { by: 'createdAt', descending: false },
  favoritesFirst: false,
  limit: 50,
  offset: 0,
}
const day = (text: string) => new Date(`${text}T00:00:00Z`)

test.each<[SearchFeaturesQuery, Partial<FlagSearch>]>([
  [{}, {}],
  [{ query: ' new, check out ,,' }, { words: ['new', 'check out'] }],
  [{ project: 'IS:a' }, { projects: { values: ['a'], not: false } }],
  [{ project: 'IS_ANY_OF: a ,b,' }, { projects: { values: ['a', 'b'], not: false } }],
  [{ type: 'IS_NOT:release' }, { types: { values: ['release'], not: true } }],
  [{ state: 'IS_NONE_OF:stale,active' }, { states: { values: ['stale', 'active'], not: true } }],
  [{ lifecycle: 'IS:live' }, { stages: { values: ['live'], not: false } }],
  [{ project: 'IS:' }, {}],
  [{ project: 'IS: , ' }, {}],
  [{ createdBy: 'IS_ANY_OF:1,-42,x,1.5,1e99' }, { creators: { values: [1, -42], not: false } }],
  [{ createdBy: 'IS:x' }, { creators: { values: [], not: false } }],
  [
    { tag: 'INCLUDE:simple:a' },
    { tags: { values: [{ type: 'simple', value: 'a' }], all: false, not: false } },
  ],
  [
    { tag: 'INCLUDE_ALL_OF:simple:a:b, x:y,x:y' },
    {
      tags: {
        values: [
          { type: 'simple', value: 'a:b' },
          { type: 'x', value: 'y' },
        ],
        all: true,
        not: false,
      },
    },
  ],
  [{ segment: 'INCLUDE_ANY_OF:a,b' }, { segments: { values: ['a', 'b'], all: false, not: false } }],
  [{ segment: 'DO_NOT_INCLUDE:a' }, { segments: { values: ['a'], all: false, not: true } }],
  [{ segment: 'EXCLUDE_IF_ANY_OF:a' }, { segments: { values: ['a'], all: false, not: true } }],
  [{ segment: 'EXCLUDE_ALL:a,b' }, { segments: { values: ['a', 'b'], all: true, not: true } }],
  [
    { status: ['a:enabled', 'b:disabled'] },
    {
      status: [
        { environment: 'a', enabled: true },
        { environment: 'b', enabled: false },
      ],
    },
  ],
  [{ createdAt: 'IS_BEFORE:2026-01-02' }, { createdAt: { day: day('2026-01-02'), before: true } }],
  [{ lastSeenAt: 'IS_ON_OR_AFTER:2024-02-29' }, { seenAt: { day: day('2024-02-29'), before: false } }],
  [{ archived: 'IS:true' }, { archived: true }],
  [{ archived: 'IS:false' }, {}],
  [{ favorite: 'IS:true' }, { favorite: true }],
  [{ favorite: 'IS_ANY_OF:false' }, { favorite: false }],
  [{ favorite: 'IS_ANY_OF:true,false' }, {}],
  [{ favoritesFirst: 'true' }, { favoritesFirst: true }],
  [{ favoritesFirst: 'yes' }, {}],
  [{ sortBy: 'name', sortOrder: 'desc' }, { sort: { by: 'name', descending: true } }],
  [{ sortBy: 'nonsense', sortOrder: 'up' }, {}],
  [{ sortBy: 'environment:' }, {}],
  [{ sortBy: 'environment:a:b' }, { sort: { by: { environment: 'a:b' }, descending: false } }],
  [
    { limit: '100', offset: '7' },
    { limit: 100, offset: 7 },
  ],
  [{ limit: '101', offset: '-1' }, {}],
  [{ limit: '0', offset: 'x' }, {}],
  [{ limit: '1.5', offset: '1e99' }, {}],
])('parses %j as %j', (query, search) => {
  const read = Object.entries(readFlagSearch(query)).filter(([, value]) => value !== undefined)
  expect(Object.fromEntries(read)).toEqual({ ...nothing, ...search })
})

test.each<[SearchFeaturesQuery, string]>([
  [{ createdAt: 'IS_BEFORE:2026-02-30' }, '"2026-02-30" is not a valid date'],
  [{ lastSeenAt: 'IS_BEFORE:2026-99-01' }, '"2026-99-01" is not a valid date'],
  [{ tag: 'INCLUDE:simple:a,b' }, 'Write type:value'],
  [{ tag: 'INCLUDE:simple:a,:b' }, 'Write type:value'],
  [{ status: ['production'] }, 'Write environment:enabled'],
  [{ status: ['production:on'] }, 'Write environment:enabled'],
  [{ query: 'x,'.repeat(21) }, 'at most 20 words'],
])('the search query %j is refused: %s', (query, reason) => {
  expect(() => readFlagSearch(query)).toThrow(reason)
})

test('states are ordered like the environments', () => {
  const environments = ['one', '__proto__', 'other'].map((name, sort_order) => ({
    name,
    type: 'test',
    sort_order,
  }))
  const found = environmentsOf(environments, {
    states: [
      ['__proto__', 'one'],
      [true, false],
      [2, 0],
      [1_700_000_000.001, null],
    ],
    rules: [
      ['__proto__', true, '50', false, false, []],
      ['one', false, '25', false, false, [7]],
      ['one', true, null, false, false, []],
    ],
    usage: [
      ['one', 3, 1],
      ['one', 4, 0],
    ],
    requests: [['one', 6]],
  })
  const common = { type: 'test' }
  expect(found).toEqual([
    {
      ...common,
      name: 'one',
      sortOrder: 0,
      enabled: false,
      variantCount: 0,
      lastSeenAt: null,
      hasStrategies: true,
      hasEnabledStrategies: true,
      yes: 7,
      no: 1,
      reach: { rules: 1, percent: 25, narrowed: true, split: false },
      changeRequestIds: [6],
    },
    {
      ...common,
      changeRequestIds: [],
      name: '__proto__',
      sortOrder: 1,
      enabled: true,
      variantCount: 2,
      lastSeenAt: '2023-11-14T22:13:20.001Z',
      hasStrategies: true,
      hasEnabledStrategies: false,
      yes: 0,
      no: 0,
      reach: { rules: 0, percent: null, narrowed: false, split: false },
    },
  ])
  expect(
    environmentsOf(environments, {
      states: [null, null, null, null],
      rules: null,
      usage: null,
      requests: null,
    }),
  ).toEqual([])
})
