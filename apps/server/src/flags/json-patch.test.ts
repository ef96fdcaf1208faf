import { expect, test } from 'vitest'
import { applyPatches } from './json-patch.ts'

const flag = { description: 'old', stale: false, tags: ['a', 'b'], 'a/b': { '~': 1 } }

test.each([
  ['replace', [{ op: 'replace', path: '/stale', value: true }], { ...flag, stale: true }],
  ['add a field', [{ op: 'add', path: '/title', value: 'x' }], { ...flag, title: 'x' }],
  ['remove', [{ op: 'remove', path: '/description' }], { stale: false, tags: ['a', 'b'], 'a/b': { '~': 1 } }],
  ['insert into a list', [{ op: 'add', path: '/tags/1', value: 'x' }], { ...flag, tags: ['a', 'x', 'b'] }],
  ['append to a list', [{ op: 'add', path: '/tags/-', value: 'x' }], { ...flag, tags: ['a', 'b', 'x'] }],
  ['replace in a list', [{ op: 'replace', path: '/tags/0', value: 'x' }], { ...flag, tags: ['x', 'b'] }],
  ['remove from a list', [{ op: 'remove', path: '/tags/0' }], { ...flag, tags: ['b'] }],
  ['move', [{ op: 'move', from: '/tags/0', path: '/tags/1' }], { ...flag, tags: ['b', 'a'] }],
  ['copy', [{ op: 'copy', from: '/description', path: '/tags/0' }], { ...flag, tags: ['old', 'a', 'b'] }],
  ['escaped keys', [{ op: 'replace', path: '/a~1b/~0', value: 2 }], { ...flag, 'a/b': { '~': 2 } }],
  ['a test that holds', [{ op: 'test', path: '/tags', value: ['a', 'b'] }], flag],
  ['the whole document', [{ op: 'replace', path: '', value: 1 }], 1],
] as const)('patches: %s', (_name, patches, expected) => {
  expect(applyPatches(flag, patches as never)).toEqual(expected)
})

test.each([
  ['nothing to replace', [{ op: 'replace', path: '/missing', value: 1 }]],
  ['nothing to remove', [{ op: 'remove', path: '/missing' }]],
  ['an index past the end', [{ op: 'add', path: '/tags/3', value: 'x' }]],
  ['an invalid index', [{ op: 'add', path: '/tags/x', value: 'x' }]],
  ['an index with a leading zero', [{ op: 'remove', path: '/tags/00' }]],
  ['a path through a value', [{ op: 'add', path: '/stale/deep', value: 'x' }]],
  ['a path without a slash', [{ op: 'add', path: 'stale', value: 'x' }]],
  ['a move into itself', [{ op: 'move', from: '/a~1b', path: '/a~1b/c' }]],
  ['a copy from nowhere', [{ op: 'copy', path: '/x' }]],
  ['a test that fails', [{ op: 'test', path: '/stale', value: true }]],
  ['an inherited name', [{ op: 'replace', path: '/toString', value: 1 }]],
  ['the shared prototype', [{ op: 'add', path: '/__proto__/polluted', value: 1 }]],
  ['the constructor', [{ op: 'add', path: '/constructor/prototype/polluted', value: 1 }]],
] as const)('refuses: %s', (_name, patches) => {
  expect(() => applyPatches(flag, patches as never)).toThrow(expect.objectContaining({ code: 'badData' }))
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

test('applying patches does not modify the original document', () => {
  const before = structuredClone(flag)
  const value = { deep: [1] }
  const patched = applyPatches(flag, [
    { op: 'add', path: '/tags/-', value: value as never },
    { op: 'add', path: '/tags/2/deep/-', value: 2 as never },
  ])
  expect(flag).toEqual(before)
  expect(value).toEqual({ deep: [1] })
  expect(patched).toMatchObject({ tags: ['a', 'b', { deep: [1, 2] }] })
})
