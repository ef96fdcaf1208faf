import { randomUUID } from 'node:crypto'
import { again } from '@flagstaff/delivery'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import { withFreshBudget } from './deadline.ts'
import { codeOf, isConnectionLost, refusalOf } from './failures.ts'

const PROBE_MS = 5_000

/** A refused change counts for this long: on a full disk a few still find room, and the probe needs none. */
const REMEMBERED_MS = 30_000

export type WriteProbe = {
  /** `accepted`, or since when and why not. Whether the database responds at all is reported elsewhere. */
  state(): { accepted: boolean; text: string }
  /** Called with the error of every change that failed. */
  failed(error: unknown): void
  stop(): Promise<void>
}

/** Writes a row every few seconds, so that `/ready` detects a database that answers reads but refuses writes. */
export function openWriteProbe(db: Db): WriteProbe {
  const process = randomUUID()
  let refusedSince: Date | undefined
  let reason = ''
  let changeRefusedAt = Number.NEGATIVE_INFINITY
  const refuse = (why: string) => {
    refusedSince ??= new Date()
    reason = why
  }
  const probe = async () => {
    try {
      await withFreshBudget(() => beat(db, process))
      if (performance.now() - changeRefusedAt > REMEMBERED_MS) refusedSince = undefined
    } catch (error) {
      if (isConnectionLost(error)) return
      refuse(refusalOf(error) ?? `it answered ${codeOf(error) || 'with an error'}`)
    }
  }
  const stopProbing = again(probe, PROBE_MS)
  return {
    state: () =>
      refusedSince
        ? { accepted: false, text: `refused since ${refusedSince.toISOString()}: ${reason}` }
        : { accepted: true, text: 'accepted' },
    failed(error) {
      const why = refusalOf(error)
      if (why === undefined) return
      changeRefusedAt = performance.now()
      refuse(why)
    },
    async stop() {
      await stopProbing()
      await sql`delete from heartbeats where process = ${process}`.execute(db).catch(() => {})
    },
  }
}

const beat = (db: Db, process: string) =>
  sql`insert into heartbeats (process, at) values (${process}, now())
    on conflict (process) do update set at = excluded.at`.execute(db)
