/** More stay in memory after a peak. */
const MOST = 8
const LARGEST = 1024 * 1024
const SMALLEST = 16 * 1024

/** Buffers for bodies that are sent once: allocating a large one takes several times as long as filling it. */
export function createBodyBuffers() {
  const free: Buffer[] = []
  return {
    /** A buffer of at least this length. */
    take(length: number): Buffer {
      const last = free.pop()
      if (last && last.length >= length) return last
      return Buffer.allocUnsafeSlow(Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(length))))
    },
    /** Only when all of it was handed to the operating system: the next body overwrites it. */
    giveBack(buffer: Buffer) {
      if (free.length < MOST && buffer.length <= LARGEST) free.push(buffer)
    },
  }
}
