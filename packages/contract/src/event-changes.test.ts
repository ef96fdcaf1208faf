import { expect, test } from 'vitest'
import { changesOf } from './event-changes.ts'

test('only differences are listed, down to nested fields', () => {
  const before = { title: 'Ramp', parameters: { rollout: '10', stickiness: 'userId' }, objectVersion: 1 }
  const after = { title: 'Ramp', parameters: { rollout: '25', stickiness: 'userId' }, objectVersion: 2 }
  expect(changesOf(before, after)).toEqual([{ path: 'parameters.rollout', before: '10', after: '25' }])
})

test('added fields have no before, and removed fields no after', () => {
  expect(changesOf(null, { name: 'a' })).toEqual([{ path: 'name', before: undefined, after: 'a' }])
  expect(changesOf({ name: 'a' }, null)).toEqual([{ path: 'name', before: 'a', after: undefined }])
})

test('empty and missing values are equal', () => {
  expect(changesOf({ description: null, segments: [] }, { description: '', segments: [] })).toEqual([])
})

test('lists are compared as a whole', () => {
  expect(changesOf({ values: ['a', 'b'] }, { values: ['b', 'a'] })).toHaveLength(1)
})
