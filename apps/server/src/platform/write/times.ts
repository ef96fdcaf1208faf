import type { Compile } from './documents.ts'

/** How long the parts of a change took, in milliseconds. Documents are compiled while the change waits for the counter. */
export type WriteTimes = { wait: number; compile: number; commit: number; total: number }

/** Measures one change. */
export function startClock() {
  const began = performance.now()
  let waitsSince = began
  let commitsSince = began
  let wait = 0
  let compile = 0
  return {
    waits() {
      waitsSince = performance.now()
    },
    waited() {
      wait = performance.now() - waitsSince
    },
    compiling:
      (work: Compile): Compile =>
      async (...input) => {
        const since = performance.now()
        const documents = await work(...input)
        compile = performance.now() - since
        return documents
      },
    commits() {
      commitsSince = performance.now()
    },
    times(): WriteTimes {
      const now = performance.now()
      return { wait, compile, commit: now - commitsSince, total: now - began }
    },
  }
}
