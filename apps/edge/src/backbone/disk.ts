import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Seal } from '@flagstaff/backbone'
import { reasonOf } from '@flagstaff/contract/reason'
import type { Change, Store } from '@flagstaff/delivery'
import type { Logger } from 'pino'

const ABOUT = 'flagstaff node on disk'
const ABOUT_AGE = 'age of the flagstaff node on disk'

/** When a state was last confirmed, in a small file: the state need not be written again for it. */
type Age = { state: string; knownAt: number }
const stateOf = ({ epoch, revision, hash }: Pick<Change, 'epoch' | 'revision' | 'hash'>) =>
  JSON.stringify([epoch, revision, hash])

/** The last state of a node, sealed with the key of the backbone. */
export function createDisk(folder: string, seal: Seal, log: Logger) {
  const path = join(folder, 'node.sealed')
  const agePath = join(folder, 'node-age.sealed')
  let isFailing = false
  const write = async (path: string, content: Change | Age, about: string) => {
    await mkdir(folder, { recursive: true })
    const file = await open(`${path}.new`, 'w', 0o600)
    try {
      await file.write(seal.close(Buffer.from(JSON.stringify(content)), about))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.new`, path)
  }
  /** Whether it succeeded. */
  const attempt = async (writing: Promise<void>): Promise<boolean> => {
    try {
      await writing
      isFailing = false
      return true
    } catch (error) {
      if (!isFailing) log.error({ err: reasonOf(error) }, 'the backup was not saved')
      isFailing = true
      return false
    }
  }
  const read = async (path: string, about: string): Promise<unknown> =>
    JSON.parse(seal.open(await readFile(path), about).toString())
  return {
    /** Undefined if there is no file, or none that can be used. */
    async load(): Promise<Change | undefined> {
      try {
        const saved = (await read(path, ABOUT)) as Change
        const age = (await read(agePath, ABOUT_AGE).catch(() => undefined)) as Age | undefined
        return age?.state === stateOf(saved) ? { ...saved, knownAt: age.knownAt } : saved
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
          log.error({ err: reasonOf(error) }, 'there is no usable backup')
        return undefined
      }
    },
    save: (store: Store) => attempt(write(path, store.dump(), ABOUT)),
    saveAge: (store: Store) =>
      attempt(write(agePath, { state: stateOf(store), knownAt: store.syncedAt }, ABOUT_AGE)),
  }
}
