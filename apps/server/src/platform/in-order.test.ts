import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

const failing = (code: string, turns: number) =>
  (async () => {
    for (let turn = 0; turn < turns; turn++) await null
    throw Object.assign(new Error(code), { code })
  })()

test('gives the results in the order of the list', async () => {
  expect(await inOrder([Promise.resolve(1), 2, undefined])).toEqual([1, 2, undefined])
})

test('of several errors the first in the list counts', async () => {
  await expect(inOrder([failing('first', 9), failing('second', 1)])).rejects.toThrow('first')
})

test('an aborted transaction is told by what aborted it', async () => {
  await expect(inOrder([failing('25P02', 9), failing('40P01', 1)])).rejects.toThrow('40P01')
  await expect(inOrder([Promise.resolve(1), failing('25P02', 1)])).rejects.toThrow('25P02')
})
