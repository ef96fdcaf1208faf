import { totalmem } from 'node:os'

/** The memory that this process can use: the limit of its container or service, or all of the machine. */
export function memoryLimit(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
