import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small file system for a database. */
export type Disk = {
  /** Temporary folders that the work creates before it waits for anything are on the disk. */
  within<T>(work: () => T): T
  /** Writes until no space is left. */
  fill(): void
  free(): void
  remove(): void
}

/** Two copies of the database and its log of writes. A disk in memory is filled at once. */
const SIZE = '600m'
const BLOCKS = [1024 * 1024, 4096]

/** Mounting needs root. */
export function mountDisk(): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'flagstaff-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=1777`, 'flagstaff-chaos', folder])
  const filler = join(folder, 'filler')
  return {
    within(work) {
      const before = process.env.TMPDIR
      process.env.TMPDIR = folder
      try {
        return work()
      } finally {
        if (before === undefined) delete process.env.TMPDIR
        else process.env.TMPDIR = before
      }
    },
    fill() {
      const file = openSync(filler, 'a')
      for (const size of BLOCKS) fillWith(file, Buffer.alloc(size))
      closeSync(file)
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}

function fillWith(file: number, block: Buffer) {
  try {
    while (writeSync(file, block) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
