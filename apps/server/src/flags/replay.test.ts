import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'
import { system } from '../platform/write/actor.ts'
import { executeOrder, type Order } from '../platform/write/commands.ts'

const stored = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../conformance/replay/${name}.json`, import.meta.url), 'utf8'))

/** Executes the orders on an empty database, and returns the published documents. */
async function replay(orders: readonly Order[]) {
  const { app, db } = await testApp()
  for (const order of orders) await executeOrder(app.handles.write, system, order)
  return db
    .selectFrom('published')
    .select(['kind', 'environment', 'name', 'doc'])
    .where('until_revision', 'is', null)
    .where('kind', 'in', ['flag', 'segment'])
    .orderBy('kind')
    .orderBy('environment')
    .orderBy('name')
    .execute()
}

test('replaying the same orders on an empty database publishes the same documents', async () => {
  const orders: Order[] = stored('orders')
  expect(orders).toHaveLength(50)
  const documents = await replay(orders)
  expect(documents).toEqual(stored('published'))
  expect(await replay(orders)).toEqual(documents)
})
