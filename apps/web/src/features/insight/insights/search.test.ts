import { expect, test } from 'vitest'
import { queryOf, readSearch } from './search.ts'

const now = Date.UTC(2026, 10, 18, 12)

test('the address keeps only what differs from the usual', () => {
  expect(readSearch({ weeks: '26', by: 'week' })).toEqual({})
  expect(readSearch({ weeks: 13, by: 'day', projects: 'a,b' })).toEqual({
    weeks: 13,
    by: 'day',
    projects: 'a,b',
  })
  expect(readSearch({ weeks: '99', by: 'hour' })).toEqual({})
})

test('a period of weeks ends with the current week', () => {
  expect(queryOf({}, now)).toEqual({ from: '2026-05-27', by: 'week' })
  expect(queryOf({ weeks: 4, by: 'day', projects: 'a' }, now)).toEqual({
    from: '2026-10-22',
    by: 'day',
    projects: 'a',
  })
})

test('a year is always shown by week', () => {
  expect(queryOf({ weeks: 52, by: 'day' }, now).by).toBe('week')
})
