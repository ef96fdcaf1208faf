import { sql } from 'kysely'
import type { Reader } from '../database/database.ts'
import { rolledBack, type Trx } from '../database/transaction.ts'
import type { Compile, PublishedDocument, Touch } from './documents.ts'
import {
  type Effect,
  effectsOf,
  type LiveDocument,
  type Place,
  type PlannedEffect,
  projectsOf,
} from './effects.ts'
import { readLive } from './live.ts'
import { withSegments } from './used-segments.ts'

/** What work would do: its result, what it touches, and how flags and segments would behave in which places. */
export type Rehearsal<T> = { result: T; touches: readonly Touch[]; effects: readonly Effect[] }

/**
 * Does the work behind a savepoint and takes it back. It does not hold the counter, so other changes do not wait for it;
 * the rows that the work locked are released when it is taken back.
 */
export const rehearse = <T>(
  outer: Trx,
  compile: Compile,
  work: (trx: Trx) => Promise<{ result: T; touches: readonly Touch[]; plans: readonly PlannedEffect[] }>,
): Promise<Rehearsal<T>> =>
  rolledBack(outer, async (trx) => {
    const { result, touches, plans } = await work(trx)
    const documents = touches.length > 0 ? await compile(trx as unknown as Reader, touches) : []
    const effects = await effectsEverywhere(trx, touches, documents)
    const found = await withSegments(trx as unknown as Reader, [...effects, ...plans])
    return { result, touches, effects: found }
  })

async function effectsEverywhere(
  trx: Trx,
  touches: readonly Touch[],
  documents: readonly PublishedDocument[],
): Promise<Effect[]> {
  if (touches.length === 0) return []
  const environments = await trx.selectFrom('environments').select('name').execute()
  const live = await readLive(
    trx,
    touches,
    environments.map(({ name }) => name),
  )
  return effectsOf({ touches, documents, live }, await listPlaces(trx, documents, live))
}

async function listPlaces(
  trx: Trx,
  documents: readonly PublishedDocument[],
  live: readonly LiveDocument[],
): Promise<Place[]> {
  return trx
    .selectFrom('project_environments')
    .select(['project', 'environment'])
    .where('project', '=', sql<string>`any(${[...projectsOf(live, documents)]})`)
    .execute()
}
