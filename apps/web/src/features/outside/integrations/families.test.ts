import { eventTypes } from '@flagstaff/contract/event-types'
import { expect, test } from 'vitest'
import { byFamily, chosenOf, expand } from './families.ts'

test('every event type is in one kind', () => {
  const found = byFamily(eventTypes).flatMap(({ types }) => types)
  expect([...found].sort()).toEqual([...eventTypes].sort())
})

test('common events are where people look for them', () => {
  const familyOf = (type: string) => byFamily([type])[0]?.family
  expect(familyOf('feature-environment-enabled')).toBe('switch')
  expect(familyOf('feature-strategy-update')).toBe('rules')
  expect(familyOf('feature-archived')).toBe('life')
  expect(familyOf('feature-tagged')).toBe('details')
  expect(familyOf('change-request-applied')).toBe('requests')
  expect(familyOf('guard-tripped')).toBe('plans')
  expect(familyOf('segment-updated')).toBe('setup')
  expect(familyOf('project-created')).toBe('projects')
  expect(familyOf('project-access-added')).toBe('access')
  expect(familyOf('addon-config-created')).toBe('rest')
})

test('if everything is chosen, types that are added later are, too', () => {
  const all = ['a', 'b']
  expect(chosenOf(new Set(all), all)).toEqual(['*'])
  expect(chosenOf(new Set(['b']), all)).toEqual(['b'])
  expect([...expand(['*'], all)]).toEqual(all)
})
