import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LARGE_BYTES = 200 * 1024 * 1024

/**
 * Returns the memory that a large load left behind: at 100,000 flags a third of the process. Everything stops for a
 * moment, so it is for the start, before anybody is served. V8 alone would keep that memory.
 */
export function compactHeap() {
  if (process.memoryUsage().heapTotal < LARGE_BYTES) return
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setFlagsFromString('--no-expose-gc')
}
