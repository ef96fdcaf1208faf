import { expect, test } from 'vitest'
import { databaseAway } from '../errors.ts'
import { createBatches } from './batches.ts'

test('items that arrive while a batch is being stored go into the next batch', async () => {
  const stored: number[][] = []
  let release = () => {}
  const first = new Promise<void>((resolve) => {
    release = resolve
  })
  const { add, drain } = createBatches(async (items: number[]) => {
    stored.push(items)
    if (stored.length === 1) await first
  })
  const all = [1, 2, 3, 4].map(add)
  release()
  await Promise.all(all)
  await drain()
  expect(stored).toEqual([[1], [2, 3, 4]])
})

test('only the failing item is rejected, but all are while the database is down', async () => {
  let away = false
  const { add } = createBatches(async (items: number[]) => {
    if (away) throw databaseAway()
    if (items.includes(2)) throw new Error('no')
  })
  const outcomes = async () => (await Promise.allSettled([0, 1, 2, 3].map(add))).map(({ status }) => status)
  expect(await outcomes()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  away = true
  expect(new Set(await outcomes())).toEqual(new Set(['rejected']))
})
