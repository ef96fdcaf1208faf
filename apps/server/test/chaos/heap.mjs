// Preloaded into a process of a soak: on SIGUSR2 it collects garbage and writes what memory is left to a file.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeHeapSnapshot } from 'node:v8'

const folder = process.env.HEAP_FOLDER ?? ''
process.on('SIGUSR2', () => {
  globalThis.gc?.()
  globalThis.gc?.()
  const file = join(folder, String(process.pid))
  const { heapUsed, external } = process.memoryUsage()
  if (process.env.HEAP_SNAPSHOTS) writeHeapSnapshot(`${file}-${Math.round(process.uptime())}.heapsnapshot`)
  writeFileSync(`${file}.new`, JSON.stringify({ heapUsed, external }))
  renameSync(`${file}.new`, file)
})
