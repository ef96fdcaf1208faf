import { expect, test } from 'vitest'
import { matching, sortProjects } from './sort.ts'

const projects = [
  { id: 'b', name: 'Basket', featureCount: 3 },
  { id: 'a', name: 'Accounts', featureCount: 9, description: 'who is who' },
  { id: 'z', name: 'Zoo', featureCount: 1, favorite: true },
]
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

test('pinned projects come first, and the rest in the selected order', () => {
  expect(ids(sortProjects(projects, { by: 'name', descending: false }))).toBe('zab')
  expect(ids(sortProjects(projects, { by: 'flags', descending: true }))).toBe('zab')
  expect(ids(sortProjects(projects, { by: 'flags', descending: false }))).toBe('zba')
  expect(ids(sortProjects(projects, { by: 'nonsense', descending: true }))).toBe('zba')
})

test('the filter searches name, id and description', () => {
  expect(ids(matching(projects, ' WHO '))).toBe('a')
  expect(ids(matching(projects, ''))).toBe('baz')
})
