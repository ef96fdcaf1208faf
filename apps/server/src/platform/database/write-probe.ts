import { randomUUID } from 'node:crypto'
import { again } from '@flagstaff/delivery'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { withFreshBudget } from './deadline.ts'
import { codeOf, isConnectionLost } from './failures.ts'

const PROBE_MS = 5_000

/** Why the database refuses writes, by SQLSTATE. */
const reasons: Record<string, string> = {
  '25006': 'it is read-only, like a standby',
  '53100': 'its disk is full',
  '53200': 'it is out of memory',
  '53300': 'it has no free connection',
}

export type WriteProbe = {
  /** `accepted`, or since when and why not. Whether the database responds at all is reported elsewhere. */
  state(): { accepted: boolean; text: string }
  stop(): Promise<void>
}

/** Writes a row every few seconds, so that `/ready` detects a database that answers reads but refuses writes. */
export function openWriteProbe(db: Db): WriteProbe {
  const process = randomUUID()
  let refusedSince: Date | undefined
  let reason = ''
  const probe = async () => {
    try {
      await withFreshBudget(() => beat(db, process))
      refusedSince = undefined
    } catch (error) {
      if (isConnectionLost(error)) return
      refusedSince ??= new Date()
      reason = reasons[codeOf(error)] ?? `it answered ${codeOf(error) || 'with an error'}`
    }
  }
  const stopProbing = again(probe, PROBE_MS)
  return {
    state: () =>
      refusedSince
        ? { accepted: false, text: `refused since ${refusedSince.toISOString()}: ${reason}` }
        : { accepted: true, text: 'accepted' },
    async stop() {
      await stopProbing()
      await sql`delete from heartbeats where process = ${process}`.execute(db).catch(() => {})
    },
  }
}

const beat = (db: Db, process: string) =>
  sql`insert into heartbeats (process, at) values (${process}, now())
    on conflict (process) do update set at = excluded.at`.execute(db)
