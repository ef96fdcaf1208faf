import type { AdminSegment, UpsertSegment } from '@flagstaff/contract/segments'
import { type Selectable, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { displayNameOf } from '../../platform/database/person-queries.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { sees, type Viewer } from '../../platform/write/actor.ts'
import type { Place, PlannedSegment } from '../../platform/write/effects.ts'
import type { Tx } from '../../platform/write/write.ts'
import { mayBeIncomplete } from '../constraints/index.ts'
import { selectRuleUses } from '../strategies/index.ts'

type SegmentRow = Selectable<Tables['segments']>

export async function listSegments(db: Reader, viewer: Viewer): Promise<AdminSegment[]> {
  const rows = await rowsOf(
    db,
    sql<SegmentRow & { features: number; projects: number; creator: string }>`
      select s.*, count(distinct f.name) as features, count(distinct f.project) as projects,
        ${displayNameOf('s.created_by')} as creator
      from segments s
      left join rule_segments rs on rs.segment_id = s.id
      left join rules r on r.id = rs.rule_id
      left join flags f on f.name = r.flag and f.archived_at is null
      group by s.id order by s.name`,
  )
  return rows
    .filter((row) => sees(viewer, row.project))
    .map(({ features, projects, creator, ...row }) => ({
      ...toSegment(row),
      createdByName: creator,
      usedInFeatures: features,
      usedInProjects: projects,
    }))
}

export async function findSegment(db: Reader, viewer: Viewer, id: number): Promise<AdminSegment | undefined> {
  const row = await db.selectFrom('segments').selectAll().where('id', '=', id).executeTakeFirst()
  return row && sees(viewer, row.project) ? toSegment(row) : undefined
}

export async function listSegmentsOfRule(
  db: Reader,
  viewer: Viewer,
  ruleId: string,
): Promise<AdminSegment[]> {
  const rows = await db
    .selectFrom('segments')
    .innerJoin('rule_segments', 'rule_segments.segment_id', 'segments.id')
    .selectAll('segments')
    .where('rule_segments.rule_id', '=', ruleId)
    .orderBy('segments.id')
    .execute()
  return rows.filter((row) => sees(viewer, row.project)).map(toSegment)
}

export async function listUses(db: Reader, viewer: Viewer, id: number) {
  const rows = await selectRuleUses(db)
    .innerJoin('rule_segments as s', 's.rule_id', 'r.id')
    .where('s.segment_id', '=', id)
    .orderBy('f.name')
    .orderBy('r.id')
    .execute()
  return rows.filter((row) => sees(viewer, row.projectId))
}

export async function isNameTaken(db: Reader, name: string): Promise<boolean> {
  const row = await db.selectFrom('segments').select('id').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

/** The next segments by id that may be incomplete. */
export async function listIncompleteSegments(db: Reader, after: number, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('segments')
    .select('id')
    .where('id', '>', after)
    .where(mayBeIncomplete(sql`constraints`))
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

export async function countSegments(tx: Tx): Promise<number> {
  const { count } = await tx.db
    .selectFrom('segments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Undefined if the name is taken. */
export async function insertSegment(tx: Tx, input: UpsertSegment): Promise<AdminSegment | undefined> {
  const row = await tx.db
    .insertInto('segments')
    .values({ ...toColumns(input), created_by: tx.actor.name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toSegment(row)
}

/** Locks the row, so that no rule can start to use the segment before the commit. */
export async function lockSegment(tx: Tx, id: number): Promise<AdminSegment | undefined> {
  const row = await tx.db
    .selectFrom('segments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toSegment(row)
}

/** Undefined if the name is taken by another segment. */
export async function replaceSegment(
  tx: Tx,
  id: number,
  input: UpsertSegment,
): Promise<AdminSegment | undefined> {
  const row = await tx.db
    .updateTable('segments')
    .set((eb) => ({ ...toColumns(input), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('segments as other')
            .select('other.id')
            .where('other.name', '=', input.name)
            .where('other.id', '<>', id),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst()
  return row && toSegment(row)
}

export const removeSegment = (tx: Tx, id: number) =>
  tx.db.deleteFrom('segments').where('id', '=', id).execute()

export async function listRuleIds(tx: Tx, id: number): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('rule_segments')
    .select('rule_id')
    .where('segment_id', '=', id)
    .execute()
  return rows.map((row) => row.rule_id)
}

/** How many default rules use the segment. */
export async function countDefaultUses(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from project_environments where default_strategy -> 'segments' @> to_jsonb(${id}::int)`.execute(
    tx.db,
  )
  return rows[0]?.count ?? 0
}

/** How many release templates and plans use the segment. */
export async function countTemplateUses(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select milestones from release_templates union all select milestones from release_plans) t
    where exists (
      select from jsonb_path_query(t.milestones::jsonb, '$[*].strategies[*].segments[*]') used
      where used = to_jsonb(${id}::int))`.execute(tx.db)
  return rows[0]?.count ?? 0
}

export type PlannedUse = Place & { kind: PlannedSegment }

/** Where the segment will be used: milestones of plans, and change requests in protected environments, name it. */
export async function listPlannedUses(tx: Tx, id: number): Promise<PlannedUse[]> {
  const { rows } = await sql<PlannedUse>`
    select 'planned-segment' as kind, f.project, p.environment
    from release_plans p join flags f on f.name = p.flag
    where jsonb_path_exists(p.milestones::jsonb, '$[*].strategies[*].segments[*] ? (@ == $id)',
      jsonb_build_object('id', ${id}::int))
    union
    select 'requested-segment', e ->> 'project', e ->> 'environment'
    from change_requests r cross join lateral jsonb_array_elements(r.effects) e
    where r.state in ('In review', 'Approved', 'Scheduled') and (e ->> 'protected')::boolean
      and e -> 'segments' ? ${String(id)}`.execute(tx.db)
  return rows
}

/** Other projects whose rules use the segment. */
export async function listForeignProjects(tx: Tx, id: number, project: string): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('rule_segments as s')
    .innerJoin('rules as r', 'r.id', 's.rule_id')
    .innerJoin('flags as f', 'f.name', 'r.flag')
    .select('f.project')
    .distinct()
    .where('s.segment_id', '=', id)
    .where('f.project', '<>', project)
    .orderBy('f.project')
    .execute()
  return rows.map((row) => row.project)
}

const toColumns = (input: UpsertSegment) => ({
  name: input.name,
  description: input.description ?? null,
  project: input.project ?? null,
  constraints: JSON.stringify(input.constraints),
})

const toSegment = (row: SegmentRow): AdminSegment => ({
  id: row.id,
  name: row.name,
  description: row.description,
  project: row.project,
  constraints: row.constraints as AdminSegment['constraints'],
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  objectVersion: row.version,
})
