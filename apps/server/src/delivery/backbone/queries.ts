import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

const LEASE_SECONDS = 5

/** Whether this process publishes. Another one takes over when it has not asked for some seconds. */
export async function holdLease(db: Db, holder: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update backbone set holder = ${holder}, held_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where holder is null or holder = ${holder} or held_until < clock_timestamp()`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Lets another process publish at once. */
export const endLease = (db: Db, holder: string) =>
  sql`update backbone set holder = null where holder = ${holder}`.execute(db)

export async function readIncarnation(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ incarnation: string | null }>`select incarnation from backbone`.execute(db)
  return rows[0]?.incarnation ?? undefined
}

export const writeIncarnation = (db: Db, incarnation: string) =>
  sql`update backbone set incarnation = ${incarnation}`.execute(db)
