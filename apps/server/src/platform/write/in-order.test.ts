import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

const failing = (code: string, turns: number) =>
  (async () => {
    for (let turn = 0; turn < turns; turn++) await null
    throw Object.assign(new Error(code), { code })
  })()

test('returns the results in the order of the list', async () => {
  expect(await inOrder([Promise.resolve(1), 2, undefined])).toEqual([1, 2, undefined])
})

test('throws the first error in list order if several parts fail', async () => {
  await expect(inOrder([failing('first', 9), failing('second', 1)])).rejects.toThrow('first')
})

test('throws the error that aborted the transaction, not the follow-up error', async () => {
  await expect(inOrder([failing('25P02', 9), failing('40P01', 1)])).rejects.toThrow('40P01')
  await expect(inOrder([Promise.resolve(1), failing('25P02', 1)])).rejects.toThrow('25P02')
})
