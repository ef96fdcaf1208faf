import { expect, test } from 'vitest'
import { cleanupOf, debtOfStocks } from './charts.ts'

const stocks = (total: number, stale: number, overdue = 0) => ({ total, stale, overdue })

test.each([
  [0, 0, 0],
  [10, 1, 0],
  [10, 2, 2],
  [100, 30, 23],
  [100, 100, 100],
  [19, 2, 1],
])('of %i flags with %i stale ones, %i have to be archived', (total, stale, expected) => {
  expect(cleanupOf([stocks(total, stale)]).toArchive).toBe(expected)
})

test('archiving as many reaches the target, and one fewer does not', () => {
  for (let total = 1; total <= 60; total++)
    for (let stale = 0; stale <= total; stale++) {
      const { toArchive: n, target } = cleanupOf([stocks(total, stale)])
      const share = (archived: number) => (stale - archived) / Math.max(1, total - archived)
      expect(share(n)).toBeLessThanOrEqual(1 - target / 100 + 1e-9)
      if (n > 0) expect(share(n - 1)).toBeGreaterThan(1 - target / 100)
    }
})

test('projects are added up', () => {
  expect(cleanupOf([stocks(10, 1, 1), stocks(10, 0, 2)])).toEqual({
    health: 100 - debtOfStocks(stocks(20, 1, 3)),
    target: 90,
    flags: 20,
    stale: 4,
    toArchive: 3,
  })
})
