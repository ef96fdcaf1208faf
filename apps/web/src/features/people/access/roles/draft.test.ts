import { expect, test } from 'vitest'
import { choose, diffOf, keyOf, placedOf } from './draft.ts'

test('a permission is identified by its name, and its environment if it has one', () => {
  const placed = { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' }
  expect(placedOf(keyOf(placed))).toEqual(placed)
  expect(placedOf(keyOf({ name: 'CREATE_FEATURE', environment: null }))).toEqual({ name: 'CREATE_FEATURE' })
})

test('a whole block is selected or deselected at once', () => {
  expect(choose(['B'], ['C', 'A', 'B'], true)).toEqual(['A', 'B', 'C'])
  expect(choose(['A', 'B', 'C'], ['A', 'C', 'D'], false)).toEqual(['B'])
})

test('the diff lists the changes, one per line', () => {
  const before = { name: 'Deployer', description: '', permissions: ['A', 'B'] }
  const after = { name: 'Releaser', description: '', permissions: ['B', 'C'] }
  expect(diffOf(before, after, String).map(({ sign, content }) => `${sign} ${content}`)).toEqual([
    '- name: Deployer',
    '+ name: Releaser',
    '- A',
    '+ C',
  ])
  expect(diffOf(undefined, { name: 'New', description: '', permissions: [] }, String)).toHaveLength(1)
})
