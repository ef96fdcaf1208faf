import { setTimeout as later } from 'node:timers/promises'

/** What hangs for so long is taken for dead; it is no bound on how long anything may take. */
const PATIENCE_MS = 120_000

/** Resolves once it is so; tells what was still wrong when it never came. */
export async function until(what: string, holds: () => Promise<unknown> | unknown, patienceMs = PATIENCE_MS) {
  const end = performance.now() + patienceMs
  let last: unknown
  while (performance.now() < end) {
    try {
      last = await holds()
      if (last === true) return
    } catch (error) {
      last = error
    }
    await later(50)
  }
  throw new Error(`${what}: never came true (last: ${String(last).slice(0, 500)})`)
}
