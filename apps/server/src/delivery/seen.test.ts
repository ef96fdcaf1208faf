import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSeenMarks } from './seen.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('token uses are written in batches, and at most once per interval', async () => {
  const store = vi.fn(async () => {})
  const mark = createSeenMarks(store)
  for (const digest of ['a', 'b', 'a']) mark(digest)
  await vi.advanceTimersByTimeAsync(1_000)
  mark('a')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(store.mock.calls).toEqual([[['a', 'b']]])
  await vi.advanceTimersByTimeAsync(3 * 60_000)
  mark('a')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(store).toHaveBeenLastCalledWith(['a'])
})

test('a failed write is retried with the next use', async () => {
  const store = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(undefined)
  const mark = createSeenMarks(store)
  mark('a')
  await vi.advanceTimersByTimeAsync(1_000)
  mark('a')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(store).toHaveBeenCalledTimes(2)
})
