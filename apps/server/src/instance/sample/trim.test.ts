import { expect, test } from 'vitest'
import { type Held, planCuts } from './trim.ts'

const left = (held: readonly Held[], contexts: number, batches = 100) => {
  const cuts = new Map(planCuts(held, { contexts, batches }).map(({ id, drop }) => [id, drop]))
  return held.map(({ id, count }) => count - (cuts.get(id) ?? 0))
}

test('nothing is deleted within the bounds', () => {
  expect(planCuts([{ id: 1, app: 'a', count: 10 }], { contexts: 10, batches: 1 })).toEqual([])
})

test('the oldest contexts of the largest application are deleted first', () => {
  const held = [
    { id: 1, app: 'big', count: 6 },
    { id: 2, app: 'small', count: 2 },
    { id: 3, app: 'big', count: 6 },
  ]
  expect(left(held, 10)).toEqual([2, 2, 6])
})

test('the rest of small applications goes to the others', () => {
  const held = [
    { id: 1, app: 'a', count: 1 },
    { id: 2, app: 'b', count: 20 },
    { id: 3, app: 'c', count: 30 },
  ]
  expect(left(held, 11)).toEqual([1, 5, 5])
})

test('the number of rows is bounded too', () => {
  const held = Array.from({ length: 5 }, (_, index) => ({ id: index, app: `app-${index}`, count: 1 }))
  expect(left(held, 10, 3)).toEqual([0, 0, 1, 1, 1])
})

test('the bound holds for any batches', () => {
  let seed = 7
  const next = (most: number) => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % most
  }
  for (let round = 0; round < 200; round++) {
    const held = Array.from({ length: 1 + next(30) }, (_, id) => ({
      id,
      app: `app-${next(6)}`,
      count: 1 + next(1_000),
    }))
    const total = held.reduce((sum, { count }) => sum + count, 0)
    const after = left(held, 5_000)
    expect(after.every((count) => count >= 0)).toBe(true)
    const sum = after.reduce((all, count) => all + count, 0)
    expect(sum).toBeLessThanOrEqual(5_000)
    // Only the rest of the division is lost.
    expect(sum).toBeGreaterThan(Math.min(total, 5_000) - 6)
  }
})
