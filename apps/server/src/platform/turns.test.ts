import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('two run, three wait, the sixth is sent away, and places become free again', async () => {
  const inTurn = createTurns({ atOnce: 2, mostWaiting: 3 })
  const order: number[] = []
  const end: (() => void)[] = []
  const work = (n: number) =>
    inTurn(() => {
      order.push(n)
      return new Promise<void>((done) => end.push(done))
    })
  const all = [1, 2, 3, 4, 5].map(work)
  await expect(work(6)).rejects.toMatchObject({ code: 'busy' })
  expect(order).toEqual([1, 2])
  while (end.length > 0) {
    end.shift()?.()
    await new Promise(setImmediate)
  }
  await Promise.all(all)
  expect(order).toEqual([1, 2, 3, 4, 5])
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(async () => 'free')).toBe('free')
})
