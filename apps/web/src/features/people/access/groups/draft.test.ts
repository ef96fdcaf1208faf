import { expect, test } from 'vitest'
import { diffOf, draftOf, nothing } from './draft.ts'

const words = {
  person: (id: string) => `person ${id}`,
  role: (id: string) => (id ? `role ${id}` : ''),
  field: String,
}
const said = (before: Parameters<typeof diffOf>[0], after: Parameters<typeof diffOf>[1]) =>
  diffOf(before, after, words).map(({ sign, content }) => `${sign} ${content}`)

test('the draft of a stored group is sorted, so that it can be compared', () => {
  const users = [{ user: { id: 3 } }, { user: { id: 1 } }]
  expect(draftOf({ name: 'Pay', users, mappingsSSO: ['b', 'a'], rootRole: 2 })).toEqual({
    name: 'Pay',
    description: '',
    members: ['1', '3'],
    mappings: ['a', 'b'],
    rootRole: '2',
  })
})

test('the diff lists added and removed members and other changes, one per line', () => {
  const before = { ...nothing, name: 'Pay', members: ['1', '2'], rootRole: '2' }
  const after = { ...before, members: ['2', '3'], mappings: ['team-pay'], rootRole: '' }
  expect(said(before, after)).toEqual([
    '- person 1',
    '+ person 3',
    '+ mappings: team-pay',
    '- rootRole: role 2',
    '+ rootRole: –',
  ])
  expect(said(undefined, { ...nothing, name: 'New' })).toEqual(['+ name: New'])
})
