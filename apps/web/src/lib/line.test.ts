import { expect, test } from 'vitest'
import { lineThrough } from './line.ts'

test('a line begins at the left and touches the top at its highest', () => {
  expect(lineThrough([0, 2, 1], { width: 10, height: 4 })).toBe('M0.0 4.0L5.0 0.0L10.0 2.0')
})

test('where nothing was counted it stays at the bottom', () => {
  expect(lineThrough([0, 0], { width: 10, height: 4 })).toBe('M0.0 4.0L10.0 4.0')
})
