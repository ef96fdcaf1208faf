import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

test('with two slots and a queue of three, the sixth task is rejected, and slots are reused', async () => {
  const inTurn = createQueue({ atOnce: 2, mostWaiting: 3 })
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
