import type { ActionSetEvent } from '@flagstaff/contract/actions'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Snapshot } from './queries.ts'

type State = ActionSetEvent['state']
type StepState = ActionSetEvent['actionSet']['actions'][number]['state']
type Row = {
  id: number
  signal: number
  state: State
  createdAt: Date
  snapshot: Snapshot
  steps: { state: StepState; details: string | null }[]
}

/** The runs of a set, newest first. */
export async function listRuns(
  db: Reader,
  set: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<ActionSetEvent[]> {
  const rows = await rowsOf(
    db,
    sql<Row>`
      select r.id, r.signal_id as signal, r.state, r.created_at as "createdAt", r.snapshot,
        array(select json_build_object('state', s.state, 'details', s.details) from action_steps s
          where s.run_id = r.id order by s.position) as steps
      from action_runs r where r.set_id = ${set}
      order by r.id desc limit ${limit} offset ${offset}`,
  )
  return rows.map(({ id, signal, state, createdAt, snapshot, steps }) => {
    const { allowances: _, objectVersion: _version, actions, ...shown } = snapshot.set
    return {
      id,
      actionSetId: set,
      signalId: signal,
      state,
      createdAt: createdAt.toISOString(),
      signal: snapshot.signal,
      actionSet: {
        ...shown,
        actions: actions.map((action, index) => ({
          ...action,
          state: steps[index]?.state ?? 'not started',
          details: steps[index]?.details ?? null,
        })),
      },
    }
  })
}
