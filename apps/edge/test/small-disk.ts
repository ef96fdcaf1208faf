import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EdgeProcess } from './process.ts'

export type SmallDisk = {
  folder: string
  /** Fills the disk: nothing more can be written, except for the rest of the last block. */
  fill(edge: EdgeProcess): Promise<void>
  free(edge: EdgeProcess): Promise<void>
  setReadOnly(): void
  remove(): Promise<void>
}

const SIZE = '1m'

/** Mounts a small disk; undefined if mounting is not permitted. */
export async function mountSmallDisk(): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'edge-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'edge-test', folder], { stdio: 'ignore' })
  } catch {
    await rmdir(folder)
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill() {
      const file = await open(filler, 'a')
      const block = Buffer.alloc(4_096)
      while (await file.write(block).catch(() => undefined));
      await file.close()
    },
    free: () => rm(filler, { force: true }),
    setReadOnly: () => void execFileSync('mount', ['-o', 'remount,ro', folder]),
    async remove() {
      execFileSync('umount', ['-l', folder])
      await rmdir(folder)
    },
  }
}

/** Without a mount, limits the file size of the process: its writes then fail in the same way. */
export async function limitFiles(): Promise<Omit<SmallDisk, 'setReadOnly'>> {
  const folder = await mkdtemp(join(tmpdir(), 'edge-disk-'))
  const limit = (edge: EdgeProcess, bytes: string) =>
    void execFileSync('prlimit', ['--pid', String(edge.pid), `--fsize=${bytes}:`])
  return {
    folder,
    async fill(edge) {
      const { size } = await stat(join(folder, 'counts-1', 'open.jsonl')).catch(() => ({ size: 0 }))
      limit(edge, String(size + 500))
    },
    free: async (edge) => limit(edge, 'unlimited'),
    remove: () => rm(folder, { recursive: true }),
  }
}
