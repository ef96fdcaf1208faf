import { expect, test } from 'vitest'
import { createBodyBuffers } from './body-buffers.ts'

test('a buffer that was given back is used again, if it is large enough', () => {
  const buffers = createBodyBuffers()
  const first = buffers.take(20_000)
  expect(first.length).toBeGreaterThanOrEqual(20_000)
  expect(buffers.take(20_000)).not.toBe(first)
  buffers.giveBack(first)
  expect(buffers.take(10)).toBe(first)
  buffers.giveBack(first)
  expect(buffers.take(200_000).length).toBeGreaterThanOrEqual(200_000)
})

test('very large buffers are not kept', () => {
  const buffers = createBodyBuffers()
  const large = buffers.take(3_000_000)
  buffers.giveBack(large)
  expect(buffers.take(10)).not.toBe(large)
})
