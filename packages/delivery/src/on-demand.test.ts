import { expect, test } from 'vitest'
import { onDemand, within } from './on-demand.ts'

function controlled() {
  const runs: PromiseWithResolvers<void>[] = []
  const ask = onDemand(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  return { runs, ask }
}

test('a call is resolved by a run that began after it, and concurrent calls share the next run', async () => {
  const { runs, ask } = controlled()
  const first = ask()
  const [second, third] = [ask(), ask()]
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await first
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  await Promise.all([second, third])
  expect(runs).toHaveLength(2)
})

test('a failure rejects the calls of that run only, and the next run continues', async () => {
  const { runs, ask } = controlled()
  const [first, second] = [ask(), ask()]
  runs[0]?.reject(new Error('no'))
  await expect(first).rejects.toThrow('no')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  await second
})

test('runs keep a minimum interval', async () => {
  const starts: number[] = []
  const ask = onDemand(async () => void starts.push(performance.now()), 30)
  for (let run = 0; run < 3; run++) await ask()
  for (const [index, at] of starts.entries())
    if (index > 0) expect(at - (starts[index - 1] ?? 0)).toBeGreaterThanOrEqual(20)
})

test('waiting ends with success, failure or a timeout', async () => {
  expect(await within(60_000, Promise.resolve())).toBe(true)
  expect(await within(60_000, Promise.reject(new Error('no')))).toBe(false)
  expect(await within(1, new Promise(() => {}))).toBe(false)
})
