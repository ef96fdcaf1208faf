import { expect, test } from 'vitest'
import { createSaver } from './saver.ts'

/** A saver of `state`, whose saves end when they are released. */
function open() {
  let state = 0
  const saved: number[] = []
  const held: ((isSaved: boolean) => void)[] = []
  const saver = createSaver({
    save: async () => {
      const present = state
      const isSaved = await new Promise<boolean>((done) => held.push(done))
      if (isSaved) saved.push(present)
      return isSaved
    },
    saveAge: async () => {},
  })
  const change = (to: number) => {
    state = to
    saver.changed()
  }
  const release = async (isSaved = true) => {
    await expect.poll(() => held.length).toBe(1)
    held.shift()?.(isSaved)
  }
  return { saver, change, release, saved }
}

test('a change during a save is saved by the next', async () => {
  const { saver, change, release, saved } = open()
  change(1)
  const first = saver.save()
  await Promise.resolve()
  change(2)
  const same = saver.save()
  await release()
  await Promise.all([first, same])
  expect(saved).toEqual([1])
  const second = saver.save()
  await release()
  await second
  expect(saved).toEqual([1, 2])
  await saver.save()
  expect(saved).toEqual([1, 2])
})

test('a state that could not be saved is saved again', async () => {
  const { saver, change, release, saved } = open()
  change(1)
  const failed = saver.save()
  await release(false)
  await failed
  const second = saver.save()
  await release()
  await second
  expect(saved).toEqual([1])
})

test('the last save waits for one that is running, and saves what changed since', async () => {
  const { saver, change, release, saved } = open()
  change(1)
  const first = saver.save()
  await Promise.resolve()
  change(2)
  const last = saver.save(true)
  await release()
  await first
  await release()
  await last
  expect(saved).toEqual([1, 2])
})
