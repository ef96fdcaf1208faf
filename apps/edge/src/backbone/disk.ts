import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Seal } from '@flagstaff/backbone'
import { reasonOf } from '@flagstaff/contract/reason'
import type { Change, Store } from '@flagstaff/delivery'
import type { Logger } from 'pino'

const ABOUT = 'flagstaff node on disk'

/** The last state of a node, sealed with the key of the backbone. */
export function createDisk(folder: string, seal: Seal, log: Logger) {
  const path = join(folder, 'node.sealed')
  let isFailing = false
  const write = async (state: Change) => {
    await mkdir(folder, { recursive: true })
    const file = await open(`${path}.new`, 'w', 0o600)
    try {
      await file.write(seal.close(Buffer.from(JSON.stringify(state)), ABOUT))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.new`, path)
  }
  return {
    /** Undefined if there is no file, or none that can be used. */
    async load(): Promise<Change | undefined> {
      try {
        return JSON.parse(seal.open(await readFile(path), ABOUT).toString())
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
          log.error({ err: reasonOf(error) }, 'there is no usable backup')
        return undefined
      }
    },
    async save(store: Store) {
      try {
        await write(store.dump())
        isFailing = false
      } catch (error) {
        if (!isFailing) log.error({ err: reasonOf(error) }, 'the backup was not saved')
        isFailing = true
      }
    },
  }
}
