import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SnapshotStore } from './options.ts'

/** Keeps the snapshot in a file. It contains the rules of your flags, so only its owner can read it. */
export function fileStore(path: string): SnapshotStore {
  return {
    load: () => readFile(path, 'utf8').catch(() => undefined),
    async save(snapshot) {
      await mkdir(dirname(path), { recursive: true })
      // A process that ends while writing must not leave half a file.
      const draft = `${path}.${process.pid}.tmp`
      await writeFile(draft, snapshot, { mode: 0o600 })
      await rename(draft, path)
    },
  }
}
