import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf } from '@flagstaff/contract/reason'
import type { Logger } from 'pino'
import { openSpool } from './disk-spool.ts'
import type { Settings } from './settings.ts'
import { createMemorySpool, type Spool } from './spool.ts'

/** Opens the spool, and checks that flags can be saved. Flags are served even if the folder cannot be used. */
export async function openFolder(
  { folder, worker, mostSpoolBytes }: Settings,
  log: Logger,
): Promise<{ spool: Spool; isWritable: boolean }> {
  if (folder === undefined) return { spool: createMemorySpool(), isWritable: false }
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    const spool = await openSpool(join(folder, `counts-${worker}`), mostSpoolBytes, log)
    return { spool, isWritable: true }
  } catch (error) {
    log.warn(
      { folder, err: reasonOf(error) },
      'DATA_FOLDER cannot be written: counts are kept in memory and flags are not saved',
    )
    return { spool: createMemorySpool(), isWritable: false }
  }
}
