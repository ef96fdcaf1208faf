import { expect, test } from 'vitest'
import { again } from './pace.ts'

test('slow work runs less often, and never concurrently', async () => {
  let running = 0
  let most = 0
  const starts: number[] = []
  const stop = again(async () => {
    starts.push(performance.now())
    most = Math.max(most, ++running)
    await new Promise((done) => setTimeout(done, 20))
    running--
    if (starts.length === 1) throw new Error('the next time it works')
  }, 1)
  await expect.poll(() => starts.length).toBe(3)
  await stop()
  expect(most).toBe(1)
  expect((starts[2] ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(2 * 20 * 19)
  const { length } = starts
  await new Promise((done) => setTimeout(done, 500))
  expect(starts).toHaveLength(length)
})
