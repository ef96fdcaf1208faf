import { sql } from 'kysely'
import { type Reader, rowsOf } from '../database/database.ts'
import type { Effect } from './effects.ts'

type Ruled = {
  strategies?: readonly { segments?: readonly number[] }[]
  milestones?: readonly Ruled[]
}

/** The segments that the rules of a flag or a release plan name. */
const namedIn = ({ strategies = [], milestones = [] }: Ruled): number[] => [
  ...strategies.flatMap(({ segments = [] }) => segments),
  ...milestones.flatMap(namedIn),
]

const namedAfter = ({ kind, after }: Effect): number[] =>
  (kind === 'flag' || kind === 'plan') && after ? namedIn(after as Ruled) : []

/** A digest of constraints, as they are stored. */
export const digestOf = (constraints: string) =>
  sql<string>`encode(sha256(convert_to(${sql.raw(constraints)}::text, 'UTF8')), 'hex')`

/** Segments as they will be. */
export type Instead = readonly { id: number; constraints: unknown }[]

/** The effects, with what is in the segments that they name: now, or as given. */
export async function withSegments<E extends Effect>(
  db: Reader,
  effects: readonly E[],
  instead: Instead = [],
): Promise<E[]> {
  const ids = [...new Set(effects.flatMap(namedAfter))]
  if (ids.length === 0) return effects.map((effect) => ({ ...effect, segments: {} }))
  const rows = await rowsOf(
    db,
    sql<{ id: number; digest: string }>`
    select s.id, ${digestOf('coalesce(g.constraints, s.constraints)')} as digest from segments s
    left join jsonb_to_recordset(${JSON.stringify(instead)}::jsonb) as g(id integer, constraints jsonb) using (id)
    where s.id = any(${ids})`,
  )
  const digests = new Map(rows.map(({ id, digest }) => [id, digest]))
  return effects.map((effect) => ({
    ...effect,
    segments: Object.fromEntries(namedAfter(effect).map((id) => [id, digests.get(id) ?? ''])),
  }))
}
