import { expect, test } from 'vitest'
import { createWorkBudget } from './work-budget.ts'

const ada = { type: 'user' as const, id: 1, name: 'ada' }
const bob = { type: 'user' as const, id: 2, name: 'bob' }

test('a caller has ten seconds of work in a minute', () => {
  let now = 0
  const budget = createWorkBudget({ least: 50, now: () => now })
  for (let index = 0; index < 28; index++) {
    budget.enter(ada)
    budget.spend(ada, 300)
  }
  budget.enter(ada)
  budget.spend(ada, 300)
  expect(() => budget.enter(ada)).toThrow('Try again in 60 seconds.')
  expect(() => budget.enter(bob)).not.toThrow()
  now = 60_000
  expect(() => budget.enter(ada)).not.toThrow()
})

test('requests that do nothing cost something too', () => {
  const budget = createWorkBudget({ least: 50, now: () => 0 })
  for (let index = 0; index < 200; index++) budget.enter(ada)
  expect(() => budget.enter(ada)).toThrow()
})
