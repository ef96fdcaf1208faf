import { expect, test } from 'vitest'
import { reasonOf } from './reason.ts'

test('a reason has the message of an error and of its causes, once each and in one line', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED\n127.0.0.1:1'), { code: 'ECONNREFUSED' })
  expect(reasonOf(new TypeError('fetch failed', { cause: refused }))).toBe(
    'fetch failed: connect ECONNREFUSED 127.0.0.1:1',
  )
  expect(reasonOf(new Error('same', { cause: new Error('same') }))).toBe('same')
  expect(reasonOf('a text')).toBe('a text')
})

test('of several addresses that failed, the first is named, also if the errors have no message', () => {
  const first = Object.assign(new Error(''), { code: 'ENETUNREACH' })
  const all = new AggregateError([first, new Error('second')], '')
  expect(reasonOf(new TypeError('fetch failed', { cause: all }))).toBe('fetch failed: ENETUNREACH')
})

test('a cause that refers to itself ends', () => {
  const error = new Error('loop')
  error.cause = error
  expect(reasonOf(error)).toBe('loop')
})
