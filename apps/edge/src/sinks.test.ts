import { expect, test } from 'vitest'
import { createSinks } from './sinks.ts'
import type { Item, Spool } from './spool.ts'

function open() {
  const items: Item[] = []
  const spool = { add: async (item: Item) => void items.push(item) } as Partial<Spool> as Spool
  const { registrations } = createSinks(spool)
  const see = (instance: string, connectionId?: string) =>
    registrations.seen({
      app: 'shop',
      instance,
      connectionId,
      environment: 'production',
      sdkType: 'backend',
      projects: ['*'],
    })
  const spooled = () =>
    items.map((item) =>
      item.kind === 'application' ? [item.registration.instance, item.registration.connectionId] : [],
    )
  return { see, spooled }
}

test('an instance that was seen lately is not recorded again', () => {
  const { see, spooled } = open()
  for (const instance of ['a', 'b', 'a']) see(instance)
  expect(spooled()).toEqual([
    ['a', undefined],
    ['b', undefined],
  ])
})

test('processes of one instance are recorded one by one', () => {
  const { see, spooled } = open()
  for (const connectionId of ['first', 'second', 'first']) see('host', connectionId)
  expect(spooled()).toEqual([
    ['host', 'first'],
    ['host', 'second'],
  ])
})
