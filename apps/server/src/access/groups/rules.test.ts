import { expect, test } from 'vitest'
import { acceptText, checkKeptElsewhere, difference } from './rules.ts'

test('names are trimmed, and the names of the provider are kept once', () => {
  expect(acceptText({ name: ' a ', description: ' ', mappings: ['x', ' x', '', 'X'] })).toEqual({
    name: 'a',
    description: null,
    mappings: ['x', 'X'],
  })
})

test('who joins and who leaves', () => {
  const before = [
    { userId: 1, origin: 'hand' as const },
    { userId: 2, origin: 'sso' as const },
  ]
  expect(difference(before, [2, 3, 3])).toEqual({ joining: [3], leaving: [1] })
  expect(difference(before, [2, 1])).toEqual({ joining: [], leaving: [] })
})

test('what a directory keeps is changed there alone', () => {
  const kept = { name: 'Sales', scimId: 's' }
  const same = { name: 'Sales', joining: [], leaving: [] }
  expect(() => checkKeptElsewhere(kept, same)).not.toThrow()
  expect(() => checkKeptElsewhere(kept, { ...same, name: 'x' })).toThrow('SCIM')
  expect(() => checkKeptElsewhere(kept, { ...same, joining: [1] })).toThrow('SCIM')
  expect(() => checkKeptElsewhere({ ...kept, scimId: null }, { ...same, leaving: [1] })).not.toThrow()
})
