import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStore, linearRegex } from '@flagstaff/delivery'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createSnapshot, keepSnapshot } from './snapshot.ts'

const folder = await mkdtemp(join(tmpdir(), 'snapshot-'))
afterAll(() => rm(folder, { recursive: true }))
const file = (name: string) => join(folder, name, 'flags.jsonl')

/** A store at a revision, whose state was known at a time. */
function storeAt(revision: number, knownAt = Date.now()) {
  const store = createStore({ regex: linearRegex }, { origins: [], enabled: true })
  const move = (to: number, at = Date.now()) =>
    store.apply({
      revision: to,
      hash: `hash${to}`,
      epoch: 'one',
      complete: true,
      rows: [],
      heads: [],
      knownAt: at,
    })
  move(revision, knownAt)
  return Object.assign(store, { move })
}

function keeping(store: ReturnType<typeof storeAt>, name: string) {
  const snapshot = createSnapshot(join(folder, name), 'key')
  const errors: unknown[] = []
  const keeper = keepSnapshot(store, snapshot, (error) => errors.push(error))
  onTestFinished(() => keeper.stop())
  return { snapshot, keeper, errors }
}

test('the state of a store is saved, although it has not changed since the start', async () => {
  const { snapshot, keeper } = keeping(storeAt(7), 'first')
  await keeper.now()
  expect(await snapshot.load()).toMatchObject({ revision: 7, hash: 'hash7' })
})

test('a file that was removed, damaged or replaced by an older one is saved again', async () => {
  const store = storeAt(7)
  const { snapshot, keeper } = keeping(store, 'lost')
  const isSaved = async () => {
    await keeper.now()
    expect(await snapshot.load()).toMatchObject({ revision: 7 })
  }
  await isSaved()
  await rm(file('lost'))
  await isSaved()
  await appendFile(file('lost'), 'more')
  await isSaved()
  await createSnapshot(join(folder, 'lost'), 'key').save(storeAt(3))
  await isSaved()
})

test('other content at the same revision is saved', async () => {
  const store = storeAt(7)
  const { snapshot, keeper } = keeping(store, 'epochs')
  await keeper.now()
  store.apply({ revision: 7, hash: 'hash7', epoch: 'two', complete: true, rows: [], heads: [] })
  await keeper.now()
  expect(await snapshot.load()).toMatchObject({ epoch: 'two' })
})

test('a file that cannot be replaced is as old as it says, and not as young as the process', async () => {
  const hourAgo = Date.now() - 3_600_000
  await createSnapshot(join(folder, 'stuck'), 'key').save(storeAt(3, hourAgo))
  // A folder in the place of the new file makes every save fail.
  await mkdir(`${file('stuck')}.new`)
  const { keeper, errors } = keeping(storeAt(7), 'stuck')
  await keeper.now()
  expect(errors.length).toBeGreaterThan(0)
  expect(keeper.ageSeconds()).toBeGreaterThan(3_500)
  await rm(`${file('stuck')}.new`, { recursive: true })
  await keeper.now()
  expect(keeper.ageSeconds()).toBeLessThan(60)
})
