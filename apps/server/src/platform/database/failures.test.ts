import { expect, test } from 'vitest'
import { databaseAway, notFound } from '../errors.ts'
import { ChangedMeanwhile, isConnectionLost, isRetryable, isUnavailable } from './failures.ts'

const answered = (code: string) => Object.assign(new Error('no'), { code })

test.each([
  ['08006', { lost: true, unavailable: true }],
  ['57P01', { lost: true, unavailable: true }],
  ['ECONNREFUSED', { lost: true, unavailable: true }],
  ['53100', { lost: false, unavailable: true }],
  ['53300', { lost: false, unavailable: true }],
  ['25006', { lost: false, unavailable: true }],
  ['58030', { lost: false, unavailable: true }],
  ['55P03', { lost: false, unavailable: true }],
  ['57014', { lost: false, unavailable: true }],
  ['23505', { lost: false, unavailable: false }],
  ['42P01', { lost: false, unavailable: false }],
])('classifies error code %s as connection lost or unavailable', (code, { lost, unavailable }) => {
  expect([isConnectionLost(answered(code)), isUnavailable(answered(code))]).toEqual([lost, unavailable])
})

test('deadlocks, serialization failures and concurrent changes are retried', () => {
  for (const error of [answered('40P01'), answered('40001'), new ChangedMeanwhile('it')])
    expect(isRetryable(error)).toBe(true)
  expect(isRetryable(answered('23505'))).toBe(false)
})

test('only the databaseAway error of our own errors counts as unavailable', () => {
  expect(isUnavailable(databaseAway())).toBe(true)
  expect(isUnavailable(notFound('flag', 'x'))).toBe(false)
})
