import type { Constraint } from '@flagstaff/contract/common'
import type { LegalValue } from '@flagstaff/contract/context'
import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { sees, type Viewer } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'

export async function hasEnvironment(db: Reader, name: string): Promise<boolean> {
  const row = await db.selectFrom('environments').select('name').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

export type KnownField = {
  name: string
  project: string | null
  description: string | null
  stickiness: boolean
  sortOrder: number
  legalValues: LegalValue[]
  valueType: string
}

/** For a field of a project that the viewer cannot see, only reveals that the name is taken. */
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

/** Segments with these names that the viewer can see. */
export async function listSegmentsNamed(
  db: Reader,
  viewer: Viewer,
  names: readonly string[],
): Promise<KnownSegment[]> {
  const rows = await segments(db).where('name', '=', any(names)).orderBy('id').execute()
  return (rows as KnownSegment[]).filter(({ project }) => sees(viewer, project))
}

/** Strategy types by name, and whether each is built in. */
export type StrategyType = { builtIn: boolean; parameters: { name?: string; type?: string }[] }

export async function listStrategyTypes(db: Reader): Promise<Map<string, StrategyType>> {
  const rows = await db.selectFrom('strategy_types').select(['name', 'built_in', 'parameters']).execute()
  return new Map(
    rows.map(({ name, built_in, parameters }) => [
      name,
      { builtIn: built_in, parameters: parameters as StrategyType['parameters'] },
    ]),
  )
}

/** Locks context fields and tag types, in name order. */
export async function lockShared(
  tx: Tx,
  { contextFields, tagTypes }: { contextFields: readonly string[]; tagTypes: readonly string[] },
) {
  const held = (table: 'context_fields' | 'tag_types', names: readonly string[]) =>
    tx.db
      .selectFrom(table)
      .select('name')
      .where('name', '=', any(names))
      .orderBy('name')
      .forUpdate()
      .execute()
  await Promise.all([
    ...(contextFields.length > 0 ? [held('context_fields', contextFields)] : []),
    ...(tagTypes.length > 0 ? [held('tag_types', tagTypes)] : []),
  ])
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
