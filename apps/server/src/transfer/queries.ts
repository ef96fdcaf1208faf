import type { Constraint } from '@flagstaff/contract/common'
import type { LegalValue } from '@flagstaff/contract/context'
import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import { sql } from 'kysely'
import { sees, type Viewer } from '../platform/actor.ts'
import type { Reader } from '../platform/database.ts'

export type KnownField = {
  name: string
  project: string | null
  description: string | null
  stickiness: boolean
  sortOrder: number
  legalValues: LegalValue[]
  valueType: string
}

/** Of a field that belongs to a project out of sight nothing is told but that the name is taken. */
export async function listFields(
  db: Reader,
  viewer: Viewer,
  names: readonly string[],
): Promise<(KnownField & { isSeen: boolean })[]> {
  const rows = await db
    .selectFrom('context_fields')
    .selectAll()
    .where('name', '=', any(names))
    .orderBy('name')
    .execute()
  return rows.map((row) => {
    const isSeen = sees(viewer, row.project)
    return {
      name: row.name,
      project: row.project,
      description: isSeen ? row.description : null,
      stickiness: isSeen && row.stickiness,
      sortOrder: row.sort_order,
      legalValues: isSeen ? (row.legal_values as LegalValue[]) : [],
      valueType: row.value_type,
      isSeen,
    }
  })
}

export type KnownTagType = { name: string; description: string; icon: string | null; color: string | null }

export const listTagTypes = (db: Reader, names: readonly string[]): Promise<KnownTagType[]> =>
  db
    .selectFrom('tag_types')
    .select(['name', 'description', 'icon', 'color'])
    .where('name', '=', any(names))
    .orderBy('name')
    .execute()

export type KnownSegment = {
  id: number
  name: string
  project: string | null
  description: string | null
  constraints: Constraint[]
}

const segments = (db: Reader) =>
  db.selectFrom('segments').select(['id', 'name', 'project', 'description', 'constraints'])

export const listSegments = async (db: Reader, ids: readonly number[]): Promise<KnownSegment[]> =>
  (await segments(db)
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('id')
    .execute()) as KnownSegment[]

/** Those that are called so, as far as the viewer sees them. */
export async function listSegmentsNamed(
  db: Reader,
  viewer: Viewer,
  names: readonly string[],
): Promise<KnownSegment[]> {
  const rows = await segments(db).where('name', '=', any(names)).orderBy('id').execute()
  return (rows as KnownSegment[]).filter(({ project }) => sees(viewer, project))
}

/** By name, whether it is one of ours to define. */
export async function listStrategyTypes(db: Reader): Promise<Map<string, { builtIn: boolean }>> {
  const rows = await db.selectFrom('strategy_types').select(['name', 'built_in']).execute()
  return new Map(rows.map((row) => [row.name, { builtIn: row.built_in }]))
}

export async function countFlags(db: Reader, project?: string): Promise<number> {
  const { count } = await db
    .selectFrom('flags')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('archived_at', 'is', null)
    .$if(project !== undefined, (query) => query.where('project', '=', project ?? ''))
    .executeTakeFirstOrThrow()
  return count
}

export type DefaultRule = CreateFeatureStrategy | null

const any = (names: readonly string[]) => sql<string>`any(${names})`
