import { expect, test } from 'vitest'
import { acceptText, checkKeptElsewhere, difference } from './rules.ts'

test('group names are trimmed and SSO mappings are deduplicated', () => {
  expect(acceptText({ name: ' a ', description: ' ', mappings: ['x', ' x', '', 'X'] })).toEqual({
    name: 'a',
    description: null,
    mappings: ['x', 'X'],
  })
})

test('the difference of two member lists gives the accounts to add and to remove', () => {
  const before = [
    { userId: 1, origin: 'hand' as const },
    { userId: 2, origin: 'sso' as const },
  ]
  expect(difference(before, [2, 3, 3])).toEqual({ joining: [3], leaving: [1] })
  expect(difference(before, [2, 1])).toEqual({ joining: [], leaving: [] })
})

test('the name and members of a SCIM group cannot be changed by hand', () => {
  const kept = { name: 'Sales', scimId: 's' }
  const same = { name: 'Sales', joining: [], leaving: [] }
  expect(() => checkKeptElsewhere(kept, same)).not.toThrow()
  expect(() => checkKeptElsewhere(kept, { ...same, name: 'x' })).toThrow('SCIM')
  expect(() => checkKeptElsewhere(kept, { ...same, joining: [1] })).toThrow('SCIM')
  expect(() => checkKeptElsewhere({ ...kept, scimId: null }, { ...same, leaving: [1] })).not.toThrow()
})
