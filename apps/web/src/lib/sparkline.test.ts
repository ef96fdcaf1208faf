import { expect, test } from 'vitest'
import { lineThrough } from './sparkline.ts'

test('a line starts at the left, and its maximum touches the top', () => {
  expect(lineThrough([0, 2, 1], { width: 10, height: 4 })).toBe('M0.0 4.0L5.0 0.0L10.0 2.0')
})

test('a line of zeros stays at the bottom', () => {
  expect(lineThrough([0, 0], { width: 10, height: 4 })).toBe('M0.0 4.0L10.0 4.0')
})
