import { expect, test } from 'vitest'
import { isUrlFriendly } from './names.ts'

test.each(['new-checkout', 'a', "_.!~*'()", '...', 'x'.repeat(100)])('%s is a name', (name) => {
  expect(isUrlFriendly(name)).toBe(true)
  expect(encodeURIComponent(name)).toBe(name)
})

test.each(['', '.', '..', 'two words', 'a/b', 'ä', 'a\n', 'x'.repeat(101)])('%j is not a name', (name) => {
  expect(isUrlFriendly(name)).toBe(false)
})
