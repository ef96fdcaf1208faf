import { expect, test } from 'vitest'
import { formatAfter, inUnits } from './after.ts'

test('a time is shown in the largest unit that fits', () => {
  expect(inUnits(2880)).toEqual({ amount: 2, unit: 'days' })
  expect(inUnits(2160)).toEqual({ amount: 36, unit: 'hours' })
  expect(inUnits(90)).toEqual({ amount: 90, unit: 'minutes' })
})

test('how long a milestone lasts is said in words', () => {
  expect(formatAfter({ intervalMinutes: 1440 }, false)).toBe('1 day')
  expect(formatAfter({ type: 'exposure', minimumExposures: 10_000 }, false)).toBe('on 10,000 times')
  expect(formatAfter(null, false)).toBe('until someone starts the next')
  expect(formatAfter({ intervalMinutes: 5 }, true)).toBe('to the end')
})
