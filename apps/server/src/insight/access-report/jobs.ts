import { createHash } from 'node:crypto'
import type { Job } from '../../platform/background/jobs.ts'
import type { Db, Reader } from '../../platform/database/database.ts'
import { forgetStates, readState, storeState } from './queries.ts'

/** Stores who has access, if it has changed. */
export async function storeAccess(db: Db): Promise<void> {
  const { at, state } = await readState(db as unknown as Reader)
  const digest = createHash('sha256').update(JSON.stringify(state)).digest('hex')
  await storeState(db, { at, state, digest })
  await forgetStates(db)
}

export const accessHour = (db: Db): Job => ({
  name: 'access-states',
  cron: '3 * * * *',
  run: () => storeAccess(db),
})
