import type { Logger } from 'pino'
import { isUnavailable } from '../database/failures.ts'
import { system } from './actor.ts'
import { authorise } from './authority.ts'
import type { Tx, Write } from './write.ts'

type Upgrade<Key> = {
  /** What is changed, for the log. */
  what: string
  /** The next keys after the given one, in order; none at the end. */
  next(after: Key | undefined): Promise<readonly Key[]>
  /** Returns how many objects it changed. */
  change(tx: Tx, keys: readonly Key[]): Promise<number>
}

/**
 * Brings what an earlier version has stored into the form of this one, some objects in each change. It does what those
 * who run the server chose with the new version, so it needs no review. Run it again for what could not be changed.
 */
export async function upgradeStored<Key>(
  write: Write,
  { what, next, change }: Upgrade<Key>,
  logger?: Logger,
): Promise<void> {
  let changed = 0
  try {
    for (let keys = await next(undefined); keys.length > 0; keys = await next(keys.at(-1))) {
      changed += await write(system, (tx) => {
        authorise(tx, { kind: 'operator', places: 'all' })
        return change(tx, keys)
      })
    }
  } catch (error) {
    // The server starts without it: what is stored worked before.
    if (!logger || isUnavailable(error)) throw error
    logger.error({ err: error, what }, 'what an earlier version has stored could not be completed')
  }
  if (changed > 0) logger?.info({ what, changed }, 'completed what an earlier version has stored')
}
