import { sql } from 'kysely'
import type { Tx } from '../../../platform/write/write.ts'

/** Locks all projects, so that none starts to use the environment while it is deleted. */
export const lockProjects = (tx: Tx) =>
  tx.db.selectFrom('projects').select('id').orderBy('id').forUpdate().execute()

/** Projects whose only environment is this one. */
export async function listProjectsWithoutOther(tx: Tx, environment: string): Promise<string[]> {
  const { rows } = await sql<{ project: string }>`
    select project from project_environments
    group by project having count(*) = 1 and min(environment) = ${environment} order by project`.execute(
    tx.db,
  )
  return rows.map((row) => row.project)
}

export async function listFlags(tx: Tx, environment: string): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('flag_environments')
    .select('flag')
    .where('environment', '=', environment)
    .orderBy('flag')
    .execute()
  return rows.map((row) => row.flag)
}

export async function listUsedSegments(tx: Tx, environment: string): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('rule_segments as s')
    .innerJoin('rules as r', 'r.id', 's.rule_id')
    .select('s.segment_id')
    .distinct()
    .where('r.environment', '=', environment)
    .orderBy('s.segment_id')
    .execute()
  return rows.map((row) => row.segment_id)
}

/** Cascades to its project assignments and to the flag states and rules in it. */
export const removeEnvironment = (tx: Tx, name: string) =>
  tx.db.deleteFrom('environments').where('name', '=', name).execute()
