import { expect, test } from 'vitest'
import { formatMinutes, inUnits } from './minutes.ts'

test('a span is shown in the largest unit that fits', () => {
  expect(inUnits(2880)).toEqual({ amount: 2, unit: 'days' })
  expect(inUnits(2160)).toEqual({ amount: 36, unit: 'hours' })
  expect(inUnits(90)).toEqual({ amount: 90, unit: 'minutes' })
  expect([1440, 60, 90].map(formatMinutes)).toEqual(['1 day', '1 hour', '90 minutes'])
})
