import type { ImportItem, ImportValidation } from '@flagstaff/contract/transfer'
import { expect, test } from 'vitest'
import { isOpen, rowsOf, sumsOf, withChoice, withRow } from './rows.ts'

const item = (kind: ImportItem['kind'], name: string, more: Partial<ImportItem> = {}): ImportItem => ({
  kind,
  name,
  state: 'same',
  choice: 'take',
  before: null,
  after: null,
  differs: [],
  ...more,
})
const check = (...items: ImportItem[]): ImportValidation => ({
  errors: [],
  warnings: [],
  permissions: [],
  plan: { items, basis: 1, parts: 1, segments: [] },
})

test('a flag and its rules are one row', () => {
  const [row] = rowsOf(check(item('flag', 'a'), item('environment', 'a', { state: 'change' })))
  expect(row).toMatchObject({ kind: 'flag', name: 'a', state: 'change', taken: 'all' })
  expect(row?.items).toHaveLength(2)
})

test('a row shows its most important state, and whether all of it is imported', () => {
  const rows = rowsOf(
    check(
      item('segment', 'lost', { state: 'missing' }),
      item('flag', 'elsewhere', { state: 'skip', differs: ['project'] }),
      item('flag', 'old', { state: 'skip', differs: ['archived'] }),
      item('flag', 'new', { state: 'create' }),
      item('environment', 'new', { state: 'create', choice: 'keep' }),
      item('tag-type', 'team', { state: 'change', choice: 'keep' }),
    ),
  )
  expect(rows.map(({ state }) => state)).toEqual(['need', 'need', 'left', 'create', 'change'])
  expect(rows.map(({ taken }) => taken)).toEqual(['none', 'none', 'none', 'some', 'none'])
  expect(sumsOf(rows)).toEqual({ create: 1, overwrite: 0, keep: 1, same: 0, flags: 3 })
  const [lost] = rows
  if (!lost) throw new Error('no row')
  expect(isOpen(lost, new Map())).toBe(true)
  expect(isOpen(lost, withChoice(new Map(), { kind: 'segment', name: 'lost', choice: 'keep' }))).toBe(false)
})

test('a choice for a row applies to all its items', () => {
  const [row] = rowsOf(check(item('flag', 'a'), item('environment', 'a', { state: 'change' })))
  if (!row) throw new Error('no row')
  expect([...withRow(new Map(), row, 'keep').values()]).toEqual([
    { kind: 'flag', name: 'a', choice: 'keep' },
    { kind: 'environment', name: 'a', choice: 'keep' },
  ])
})
