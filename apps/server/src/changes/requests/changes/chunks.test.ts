import { expect, test } from 'vitest'
import { chunksOf } from './chunks.ts'

const changes = (flag: string | null, count: number) => Array.from({ length: count }, () => ({ flag }))

test('changes of one flag stay together', () => {
  const given = [...changes('a', 2), ...changes('b', 2), ...changes('c', 1), ...changes('a', 1)]
  const sizes = chunksOf(given, 4).map((chunk) => chunk.map(({ flag }) => flag).join(''))
  expect(sizes).toEqual(['aaa', 'bbc'])
})

test('a flag with too many changes is left for the limit to refuse', () => {
  expect(chunksOf([...changes('a', 5), ...changes(null, 1)], 4).map(({ length }) => length)).toEqual([5, 1])
  expect(chunksOf([], 4)).toEqual([])
})
