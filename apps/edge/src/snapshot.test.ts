import type { Store } from '@flagstaff/delivery'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { type createSnapshot, saving } from './snapshot.ts'

test('a fresh save has the changes since a running one began', async () => {
  let state = 0
  let change = () => {}
  const saved: number[] = []
  const held: (() => void)[] = []
  const snapshot = {
    async save() {
      const present = state
      await new Promise<void>((done) => held.push(done))
      saved.push(present)
    },
    isThere: async () => true,
    saveAge: async () => {},
  } as Partial<ReturnType<typeof createSnapshot>> as ReturnType<typeof createSnapshot>
  const store = {
    listen(onChange: () => void) {
      change = () => {
        state++
        onChange()
      }
    },
  } as unknown as Store
  const save = saving(snapshot, store, [], pino({ level: 'silent' }))
  const release = async () => {
    await expect.poll(() => held.length).toBe(1)
    held.shift()?.()
  }

  change()
  const first = save()
  await expect.poll(() => held.length).toBe(1)
  change()
  const joined = save()
  const fresh = save(true)
  await release()
  await Promise.all([first, joined])
  expect(saved).toEqual([1])
  await release()
  await fresh
  expect(saved).toEqual([1, 2])
})
