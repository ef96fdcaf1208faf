import { expect, test } from 'vitest'
import { fromLocal, queryOf, readSearch, toLocal } from './search.ts'

test('a relative period ends now, and a fixed one is sent as it is', () => {
  const now = Date.parse('2026-03-01T14:05:00Z')
  expect(queryOf({}, now)).toEqual({ from: '2026-03-01T13:05:00.000Z' })
  expect(queryOf({ last: '24h', project: 'shop' }, now)).toEqual({
    from: '2026-02-28T14:05:00.000Z',
    project: 'shop',
  })
  const fixed = readSearch({ from: '2026-03-01T13:00Z', to: '2026-03-01T14:00Z', last: '7d' })
  expect(fixed).toMatchObject({ last: undefined, from: '2026-03-01T13:00:00.000Z' })
  expect(queryOf(fixed, now)).toEqual({ from: fixed.from, to: fixed.to })
})

test('invalid values in the URL are ignored', () => {
  expect(queryOf(readSearch({ from: 'soon', to: 'later', last: '2y' }), 3_600_000)).toEqual({
    from: '1970-01-01T00:00:00.000Z',
  })
})

test('a local time survives the field', () => {
  expect(fromLocal(toLocal('2026-03-01T13:07:00.000Z'))).toBe('2026-03-01T13:07:00.000Z')
  expect(fromLocal('')).toBeUndefined()
})
