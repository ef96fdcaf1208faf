import { expect, test } from 'vitest'
import { compareColumns } from '../test/compare-columns.ts'

test('the columns evaluate like the flags one by one in many random cases', { timeout: 900_000 }, () => {
  expect(compareColumns({ runs: 400 }).compared).toBeGreaterThan(250_000)
})
