import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'
import { system } from '../platform/actor.ts'
import { carryOut, type Order } from '../platform/commands.ts'

const stored = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../conformance/replay/${name}.json`, import.meta.url), 'utf8'))

/** Carries the orders out on an empty database, and gives what is delivered in the end. */
async function replay(orders: readonly Order[]) {
  const { app, db } = await testApp()
  for (const order of orders) await carryOut(app.handles.write, system, order)
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

test('the same orders on an empty database lead to the same deliveries', async () => {
  const orders: Order[] = stored('orders')
  expect(orders).toHaveLength(50)
  const documents = await replay(orders)
  expect(documents).toEqual(stored('published'))
  expect(await replay(orders)).toEqual(documents)
})
