import { expect, test } from 'vitest'
import { createErrorLog, cut } from './error-log.ts'

test('ten errors of an account are logged in a minute', () => {
  let time = 0
  const log = createErrorLog(() => time)
  const admitted = (userId: number) =>
    Array.from({ length: 15 }, () => log.admits(userId)).filter(Boolean).length
  expect([admitted(1), admitted(2), admitted(1)]).toEqual([10, 10, 0])
  time = 60_000
  expect(admitted(1)).toBe(10)
})

test('long texts are cut', () => {
  expect([cut('short', 5), cut('longer', 5)]).toEqual(['short', 'longe…'])
})
