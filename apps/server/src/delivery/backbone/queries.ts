import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

const LEASE_SECONDS = 5

/**
 * The time of the database if this process publishes. Another one takes over when it has not asked for some seconds.
 */
export async function holdLease(db: Db, holder: string): Promise<number | undefined> {
  const { rows } = await sql<{ clock: number }>`
    update backbone set holder = ${holder}, held_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where holder is null or holder = ${holder} or held_until < clock_timestamp()
    returning floor(extract(epoch from clock_timestamp()) * 1000)::float8 as clock`.execute(db)
  return rows[0]?.clock
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

/** Notes for the doctor what is wrong, or that nothing is any more. */
export const writeTrouble = (db: Db, trouble: string | null) =>
  sql`update backbone set trouble = ${trouble}, trouble_at = clock_timestamp()`.execute(db)
