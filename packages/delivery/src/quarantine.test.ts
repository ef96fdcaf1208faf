import { beforeEach, expect, test } from 'vitest'
import { flagDocument, flagRow, tokenRow } from '../test/rows.ts'
import { createStore, type DocumentRow, type SegmentDocument, type Store } from './index.ts'
import { START } from './marks.ts'

const SECRET = '*:development.backend'
const segment = (doc: unknown): DocumentRow => ({
  kind: 'segment',
  environment: 'development',
  name: '1',
  doc: doc as SegmentDocument,
})
const good = [
  segment({ id: 1, name: 'staff', constraints: [] }),
  flagRow('development', flagDocument('checkout')),
  flagRow('*', flagDocument('search')),
  tokenRow(SECRET),
]
const damaged = (row: DocumentRow): DocumentRow => ({ ...row, doc: { name: row.name } }) as never

let store: Store
const apply = (complete: boolean, ...rows: DocumentRow[]) =>
  store.apply({ ...START, revision: store.revision + 1, epoch: '1', complete, rows, heads: [] })

beforeEach(() => {
  store = createStore({ regex: () => undefined }, { origins: [], enabled: true })
  apply(true, ...good)
})

const served = () => ({
  flags: store.names('development'),
  segments: [...store.environment('development').segments.values()].map(({ name }) => name),
  token: store.token(SECRET)?.projects,
})
const everything = { flags: ['checkout', 'search'], segments: ['staff'], token: ['*'] }

test.each([
  ['a change', false],
  ['a full load', true],
])('%s with damaged documents leaves their last good version in place', (_title, complete) => {
  apply(complete, ...good.map(damaged))
  expect(served()).toEqual(everything)
  expect(store.environment('development').ruleset.flags.has('checkout')).toBe(true)
  expect([...store.quarantine.keys()].sort()).toEqual([
    '* search',
    'development checkout',
    'development segment 1',
    expect.stringMatching(/^development token [0-9a-f]{8}$/),
  ])
})

test('the last good version survives every later full load', () => {
  apply(true, ...good.map(damaged))
  apply(true, ...good.map(damaged))
  expect(served()).toEqual(everything)
})

test('a document without a last good version is left out, and the rest is served', () => {
  apply(true, ...good, damaged(flagRow('*', flagDocument('new'))))
  expect(served()).toEqual(everything)
  expect([...store.quarantine.keys()]).toEqual(['* new'])
})

test.each([
  ['is mended', good],
  ['is deleted', good.map((row) => ({ ...row, doc: null }) as DocumentRow)],
])('the quarantine is empty once the document %s', (_title, rows) => {
  apply(false, ...good.map(damaged))
  apply(false, ...rows)
  expect(store.quarantine.size).toBe(0)
})

test('a full load without the document empties the quarantine', () => {
  apply(false, ...good.map(damaged))
  apply(true)
  expect(store.quarantine.size).toBe(0)
  expect(served()).toEqual({ flags: [], segments: [], token: undefined })
})
