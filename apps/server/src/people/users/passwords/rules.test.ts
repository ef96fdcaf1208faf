import { expect, test } from 'vitest'
import { faultsOf } from './rules.ts'

test.each([
  ['Correct-horse-7', []],
  ['Ärger-über-7-Öfen', []],
  ['Correct horse 7', []],
  ['Short-7', ['at least 10 characters']],
  [`Long-7${'ab'.repeat(61)}`, ['fewer than 128']],
  [`Fits-7${'ab'.repeat(60)}c`, []],
  ['Correct-hooorse-7', ['three times in a row']],
  ['CORRECT-HORSE-7', ['a lower-case letter']],
  ['correct-horse-7', ['an upper-case letter']],
  ['Correct-horse-x', ['a digit']],
  ['Correcthorse7', ['a special character']],
  ['aaa', ['at least 10', 'three times', 'an upper-case', 'a digit', 'a special']],
  ['', ['at least 10', 'a lower-case', 'an upper-case', 'a digit', 'a special']],
])('%j breaks the password rules %j', (password, faults) => {
  const found = faultsOf(password)
  expect(found).toHaveLength(faults.length)
  for (const [index, part] of faults.entries()) expect(found[index]).toContain(part)
})
