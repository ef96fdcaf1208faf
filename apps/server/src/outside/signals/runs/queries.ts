import type { Signal, SignalPayload } from '@flagstaff/contract/signals'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../../platform/database/database.ts'
import { wholeJson } from '../../../platform/database/text.ts'
import type { Tx } from '../../../platform/write/write.ts'
import type { StoredSet } from '../sets/queries.ts'

/** The signal and the set, as they were when the run started. */
export type Snapshot = { signal: Signal; set: StoredSet }
export type Run = { id: number; snapshot: Snapshot }

/** Whether there may be work. In maintenance mode signals wait. */
export async function hasWork(db: Reader): Promise<boolean> {
  const [row] = await rowsOf(
    db,
    sql<{ work: boolean }>`
      select (exists (select from signals where state = 'new')
          or exists (select from action_runs where state = 'started'))
        and not coalesce((select (value->>'enabled')::boolean from settings where name = 'maintenance'), false)
        as work`,
  )
  return row?.work ?? false
}

/** The oldest signal that no process is looking at. Others see it as new until this transaction commits. */
export async function claimSignal(db: Db): Promise<Signal | undefined> {
  const { rows } = await sql<{
    id: number
    endpoint: number
    token: number | null
    payload: unknown
    at: Date
  }>`
    select id, endpoint_id as endpoint, token_id as token, payload, created_at as at from signals
    where state = 'new' order by id limit 1 for update skip locked`.execute(db)
  const [row] = rows
  return (
    row && {
      id: row.id,
      source: 'signal-endpoint',
      sourceId: row.endpoint,
      createdBySourceTokenId: row.token,
      payload: row.payload as SignalPayload,
      createdAt: row.at.toISOString(),
    }
  )
}

/** A run for each set that the signal matches. */
export async function startRuns(db: Db, signal: Signal, sets: readonly StoredSet[]) {
  for (const set of sets)
    await sql`
      with run as (
        insert into action_runs (set_id, signal_id, project, snapshot)
        values (${set.id}, ${signal.id}, ${set.project}, ${wholeJson({ signal, set })}::jsonb)
        on conflict do nothing returning id
      )
      insert into action_steps (run_id, position)
      select run.id, position from run, generate_series(0, ${set.actions.length - 1}::int) as position`.execute(
      db,
    )
  await sql`update signals set state = 'done' where id = ${signal.id}`.execute(db)
}

/**
 * The run that is next in each project. Runs of a project go in the order of their signals: an alert that is resolved
 * must not be overtaken by the alert.
 */
export const listNext = (db: Reader): Promise<Run[]> =>
  rowsOf(
    db,
    sql<Run>`
      select distinct on (project) id, snapshot from action_runs r
      where state = 'started' and not exists (select from signals s where s.state = 'new' and s.id < r.signal_id)
      order by project, signal_id, id`,
  )

/** The next step of a run, which no other process can take before this change ends. */
export async function claimStep(tx: Tx, run: number): Promise<number | undefined> {
  const { rows: held } = await sql`
    select from action_runs where id = ${run} and state = 'started' for update skip locked`.execute(tx.db)
  if (held.length === 0) return undefined
  const [row] = await rowsOf(
    tx.read,
    sql<{ position: number | null }>`
      select min(position) as position from action_steps where run_id = ${run} and state = 'not started'`,
  )
  return row?.position ?? undefined
}

export type Finished = { run: number; position: number; isLast: boolean; details: string | null }

export async function finishStep(tx: Tx, { run, position, isLast, details }: Finished) {
  await sql`update action_steps set state = 'success', details = ${details}
    where run_id = ${run} and position = ${position}`.execute(tx.db)
  if (isLast) await sql`update action_runs set state = 'success' where id = ${run}`.execute(tx.db)
}

/** Nothing changes if another process took the step. The steps after it stay as they are. */
export const failStep = (db: Db, run: number, details: string) =>
  sql`
    with held as (
      select id from action_runs where id = ${run} and state = 'started' for update
    ), failed as (
      update action_steps set state = 'failed', details = ${details}
      where run_id in (select id from held) and state = 'not started' and position = (
        select min(position) from action_steps where run_id = ${run} and state = 'not started')
      returning run_id
    )
    update action_runs set state = 'failed' where id in (select run_id from failed)`.execute(db)

export async function removeOld(db: Db, days: number): Promise<void> {
  await sql`delete from action_runs where created_at < now() - make_interval(days => ${days}) and state <> 'started'`.execute(
    db,
  )
  await sql`delete from signals where created_at < now() - make_interval(days => ${days}) and state = 'done'`.execute(
    db,
  )
}
