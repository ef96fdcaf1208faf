import { expect, test } from 'vitest'
import { chooseActivities } from './chaos/activities/all.ts'
import { together } from './chaos/activities/reviews.ts'
import { wentBack } from './chaos/activities/streams.ts'
import { type Attempt, createHistory } from './chaos/history.ts'
import { restOf } from './chaos/progress.ts'

const attempt = (value: string, started: number, ended: number, outcome: Attempt['outcome']): Attempt => ({
  flag: 'a',
  value,
  started,
  ended,
  outcome,
})

function violations(final: string, ...attempts: Attempt[]): string[] {
  const history = createHistory(new Map([['a', 'v0']]))
  for (const one of attempts) history.add(one)
  return history.violations(new Map([['a', final]]))
}

test('the last acknowledged value must be found', () => {
  const first = attempt('v1', 1, 2, 'acknowledged')
  const second = attempt('v2', 3, 4, 'acknowledged')
  expect(violations('v2', first, second)).toEqual([])
  expect(violations('v1', first, second)).toEqual(['a is v1, but v2 was acknowledged after it'])
  expect(violations('v0', first)).toEqual(['a is v0, but v1 was acknowledged after it'])
})

test('of two concurrent attempts either can be the last', () => {
  const first = attempt('v1', 1, 4, 'acknowledged')
  const second = attempt('v2', 2, 3, 'acknowledged')
  expect(violations('v1', first, second)).toEqual([])
  expect(violations('v2', first, second)).toEqual([])
})

test('a refused value must not be found; one without a response can be', () => {
  expect(violations('v1', attempt('v1', 1, 2, 'refused'))).toEqual(['a is v1, which was refused'])
  expect(violations('v1', attempt('v1', 1, 2, 'maybe'))).toEqual([])
  expect(violations('v0', attempt('v1', 1, 2, 'maybe'))).toEqual([])
  expect(violations('v9')).toEqual(['a is v9, which nobody gave it'])
})

test('a value lost in a restore must not be found', () => {
  const history = createHistory(new Map([['a', 'v0']]))
  history.add(attempt('v1', 1, 2, 'acknowledged'))
  history.add(attempt('v2', 5, 6, 'acknowledged'))
  history.lostSince(4)
  expect(history.violations(new Map([['a', 'v1']]))).toEqual([])
  expect(history.violations(new Map([['a', 'v2']]))).toHaveLength(1)
})

test('a refused value must not be served, even for a moment', () => {
  const history = createHistory(new Map([['a', 'v0']]))
  history.add(attempt('v1', 1, 2, 'refused'))
  history.add(attempt('v2', 3, 4, 'maybe'))
  expect(history.refusedIn(new Set(['v0', 'v2']))).toEqual([])
  expect(history.refusedIn(new Set(['v1']))).toEqual(['a was served as v1, which was refused'])
})

test('several attempts are refused only if each one is', () => {
  const sent = (outcome: 'acknowledged' | 'refused' | 'maybe') => ({ outcome, status: 0, body: undefined })
  expect(together([sent('refused'), sent('acknowledged')])).toBe('acknowledged')
  expect(together([sent('refused'), sent('maybe')])).toBe('maybe')
  expect(together([sent('refused'), sent('refused')])).toBe('refused')
})

test('a stream must not go back; values that a restore has lost do not count', () => {
  const revisions = new Map([
    ['a v1', 1],
    ['a v2', 2],
    ['b v3', 3],
  ])
  const flag = (name: string, description: string) => ({ name, description })
  expect(wentBack([flag('a', 'v1'), flag('b', 'v3'), flag('a', 'lost'), flag('a', 'v2')], revisions)).toEqual(
    [],
  )
  expect(wentBack([flag('a', 'v2'), flag('a', 'v1')], revisions)).toEqual(['back from v2 to v1 of a'])
})

test('a few seeds have every kind of work, and many seeds every pair', () => {
  const kinds = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const chosen = (seeds: number) =>
    Array.from({ length: seeds }, (_, seed) => chooseActivities(kinds, seed + 1))
  expect(new Set(chosen(10).flat()).size).toBe(kinds.length)
  expect(new Set(chosen(42).map((pair) => pair.sort().join())).size).toBe(21)
})

test('a campaign that was stopped says what is left', () => {
  expect(restOf({ next: 57, last: 200, violated: [] })).toBe('--from 57 --seeds 144')
  expect(restOf({ next: 201, last: 200, violated: [] })).toBeUndefined()
})
