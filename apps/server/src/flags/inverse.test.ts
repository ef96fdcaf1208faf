import { expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'
import { system } from '../platform/write/actor.ts'
import { commandNamed, execute, executeAll, executeOrder, type Order } from '../platform/write/commands.ts'

const { app, as, db } = await testApp()
const { write } = app.handles
const flag = { project: 'default', flag: 'undone' }
const place = { ...flag, environment: 'development' }
const id = '01JUNDO000000000000000RULE'

/** Executes an order and returns its inverse. */
const undoOf = ({ command, input }: Order) =>
  write(system, async (tx) => (await execute(tx, commandNamed(command), input as never)).undo)
const takeBack = (orders: readonly Order[]) => write(system, (tx) => executeAll(tx, orders))
const order = (command: string, input: object): Order => ({ command, input })
const state = async () => {
  const { body } = await as.admin.get('/api/admin/projects/default/features/undone')
  const { objectVersion: _, ...rest } = body
  return JSON.parse(JSON.stringify(rest, (key, value) => (key === 'objectVersion' ? undefined : value)))
}

await executeOrder(
  write,
  system,
  order('flag.create', { project: 'default', name: 'undone', description: 'before' }),
)
await executeOrder(write, system, order('flag.create', { project: 'default', name: 'parent' }))
const link = { ...flag, id: '01JUNDO000000000000000LINK', url: 'https://example.com/' }
await executeOrder(write, system, order('link.create', link))
await executeOrder(write, system, order('rule.create', { ...place, id, name: 'default', title: 'first' }))
await executeOrder(write, system, order('rule.create', { ...place, id: `${id}2`, name: 'default' }))

test.each([
  ['flag.update', { ...flag, description: null, type: 'experiment', stale: true, impressionData: true }],
  ['flag.patch', { ...flag, patches: [{ op: 'replace', path: '/description', value: 'after' }] }],
  ['flag.update', { ...flag, valueType: 'string', defaultValue: 'x' }],
  ['flag.mark', { project: 'default', flags: ['undone'], stale: true }],
  ['flag.archive', { project: 'default', flags: ['undone'] }],
  ['flag.enable', { project: 'default', environment: 'development', flags: ['undone'] }],
  ['flag.complete', { ...flag, status: 'kept' }],
  ['dependency.add', { ...flag, feature: 'parent' }],
  ['link.create', { ...flag, url: 'https://example.com/other' }],
  ['link.update', { ...link, title: 'renamed' }],
  ['link.delete', { ...flag, id: link.id }],
  ['rule.create', { ...place, name: 'flexibleRollout' }],
  ['rule.update', { ...place, id, title: 'second', disabled: true, parameters: { a: 'b' } }],
  ['rule.patch', { ...place, id, patches: [{ op: 'replace', path: '/title', value: 'third' }] }],
  ['rule.delete', { ...place, id }],
  ['rule.sort', { ...place, order: [{ id, sortOrder: 7 }] }],
])('%s can be undone', async (command, input) => {
  const before = await state()
  const undo = await undoOf(order(command, input))
  expect(await state()).not.toEqual(before)
  if (!undo) throw new Error('nothing takes it back')
  await takeBack(undo)
  expect(await state()).toEqual(before)
})

const bare = { project: 'default', environment: 'production', flags: ['undone'] }
const asleep = { ...flag, environment: 'production', id: `${id}3` }

test.each([
  ['rule.delete', 'the last rule', 'on', { ...place, id }],
  ['rule.update', 'the last rule', 'on', { ...place, id, disabled: true }],
  [
    'rule.patch',
    'the last rule',
    'on',
    { ...place, id, patches: [{ op: 'add', path: '/disabled', value: true }] },
  ],
  ['flag.archive', 'a flag', 'on', { project: 'default', flags: ['undone'] }],
  ['flag.enable', 'a flag without rules', 'off', bare],
  ['flag.enable', 'a flag whose rules sleep', 'off', bare],
  ['flag.enable', 'a flag whose rules are woken', 'off', { ...bare, activateDisabled: true }],
])('undoing %s of %s that was %s restores the previous state', async (command, what, was, input) => {
  if (was === 'on') {
    await executeOrder(write, system, order('rule.delete', { ...place, id: `${id}2` }))
    await executeOrder(write, system, order('flag.enable', { ...bare, environment: 'development' }))
  }
  if (what.includes('rules ')) {
    await executeOrder(write, system, order('rule.delete', asleep))
    await executeOrder(write, system, order('rule.create', { ...asleep, name: 'default', disabled: true }))
  }
  const before = await state()
  const undo = await undoOf(order(command, input))
  const after = await state()
  expect(after).not.toEqual(before)
  const redo = await takeBack(undo ?? [])
  expect(await state()).toEqual(before)
  if (command === 'flag.archive') return
  const back = await takeBack(redo ?? [])
  expect((await state()).environments.map(({ enabled }: { enabled: boolean }) => enabled)).toEqual(
    after.environments.map(({ enabled }: { enabled: boolean }) => enabled),
  )
  await takeBack(back ?? [])
  expect(await state()).toEqual(before)
})

test.each([
  ['flag.mark', { project: 'default', flags: ['undone'], stale: false }],
  ['flag.revive', { project: 'default', flags: ['undone'] }],
  ['flag.uncomplete', flag],
  ['dependency.remove', { ...flag, feature: 'parent' }],
  ['dependency.removeAll', flag],
  ['flag.disable', { project: 'default', environment: 'production', flags: ['undone'] }],
  ['rule.delete', { ...place, id: 'nosuch' }],
])('%s without a change has no inverse', async (command, input) => {
  const { revision } = await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
  expect((await undoOf(order(command, input))) ?? []).toEqual([])
  expect(await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()).toEqual({ revision })
})
