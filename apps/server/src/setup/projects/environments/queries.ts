import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/write/write.ts'

export async function listEnabledEnvironments(tx: Tx): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('environments')
    .select('name')
    .where('enabled', '=', true)
    .orderBy('sort_order')
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}

/** Locks and returns the environments that exist. */
export async function listKnownEnvironments(tx: Tx, names: readonly string[]): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('environments')
    .select('name')
    .where('name', 'in', [...names])
    .orderBy('name')
    .forKeyShare()
    .execute()
  return rows.map((row) => row.name)
}

export const attachEnvironments = (tx: Tx, project: string, environments: readonly string[]) =>
  tx.db
    .insertInto('project_environments')
    .values(environments.map((environment) => ({ project, environment })))
    .execute()

/** An environment of a new project in which changes need a review. */
export type Reviewed = { name: string; requiredApprovals: number }

/** The environments that ask for reviews in every project that starts to use them. */
export async function listReviewed(tx: Tx, environments: readonly string[]): Promise<Reviewed[]> {
  const rows = await tx.db
    .selectFrom('environments')
    .select(['name', 'required_approvals'])
    .where('name', 'in', [...environments])
    .orderBy('name')
    .execute()
  return rows.flatMap(({ name, required_approvals }) =>
    required_approvals === null ? [] : [{ name, requiredApprovals: required_approvals }],
  )
}

/** Returns the environments that were not protected yet; a project keeps the protection of one that it used before. */
export async function insertProtections(
  tx: Tx,
  project: string,
  reviewed: readonly Reviewed[],
): Promise<Set<string>> {
  if (reviewed.length === 0) return new Set()
  const rows = await tx.db
    .insertInto('protections')
    .values(
      reviewed.map(({ name, requiredApprovals }) => ({
        project,
        environment: name,
        required_approvals: requiredApprovals,
        off_is_free: true,
        reason_required: true,
        admins_approve_own: true,
        strict: false,
      })),
    )
    .onConflict((conflict) => conflict.columns(['project', 'environment']).doNothing())
    .returning('environment')
    .execute()
  return new Set(rows.map(({ environment }) => environment))
}

/** Removes what a deleted project with the same id has left. */
export const clearProtections = (tx: Tx, project: string) =>
  tx.db.deleteFrom('protections').where('project', '=', project).execute()

export type Link = { defaultStrategy: CreateFeatureStrategy | null }

/** Undefined if the project does not use the environment. */
export async function findLink(tx: Tx, project: string, environment: string): Promise<Link | undefined> {
  const row = await tx.db
    .selectFrom('project_environments')
    .select('default_strategy')
    .where('project', '=', project)
    .where('environment', '=', environment)
    .forUpdate()
    .executeTakeFirst()
  return row && { defaultStrategy: row.default_strategy as Link['defaultStrategy'] }
}

/** False if the project already uses the environment. */
export async function insertLink(tx: Tx, project: string, environment: string): Promise<boolean> {
  const row = await tx.db
    .insertInto('project_environments')
    .values({ project, environment })
    .onConflict((conflict) => conflict.columns(['project', 'environment']).doNothing())
    .returning('project')
    .executeTakeFirst()
  return row !== undefined
}

/** Every flag of the project is off in a new environment. */
export const insertFlagStates = (tx: Tx, project: string, environment: string) =>
  sql`insert into flag_environments (flag, environment)
    select name, ${environment} from flags where project = ${project}
    on conflict do nothing`.execute(tx.db)

export async function countLinks(tx: Tx, project: string): Promise<number> {
  const { count } = await tx.db
    .selectFrom('project_environments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project', '=', project)
    .executeTakeFirstOrThrow()
  return count
}

/** The segments that flags of the project use in this environment. */
export async function listUsedSegments(tx: Tx, project: string, environment: string): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('rule_segments as s')
    .innerJoin('rules as r', 'r.id', 's.rule_id')
    .innerJoin('flags as f', 'f.name', 'r.flag')
    .select('s.segment_id')
    .distinct()
    .where('r.environment', '=', environment)
    .where('f.project', '=', project)
    .orderBy('s.segment_id')
    .execute()
  return rows.map((row) => row.segment_id)
}

/** Also deletes the states and rules of the project's flags in this environment. Returns the flags. */
export async function removeLink(tx: Tx, project: string, environment: string): Promise<string[]> {
  await tx.db
    .deleteFrom('project_environments')
    .where('project', '=', project)
    .where('environment', '=', environment)
    .execute()
  const { rows } = await sql<{ flag: string }>`
    delete from flag_environments s using flags f
    where f.name = s.flag and f.project = ${project} and s.environment = ${environment}
    returning s.flag`.execute(tx.db)
  return rows.map((row) => row.flag).sort()
}

export const setDefaultStrategy = (
  tx: Tx,
  project: string,
  environment: string,
  strategy: CreateFeatureStrategy | null,
) =>
  tx.db
    .updateTable('project_environments')
    .set({ default_strategy: strategy === null ? null : JSON.stringify(strategy) })
    .where('project', '=', project)
    .where('environment', '=', environment)
    .execute()

/** Locks the segments, so that they cannot be deleted before the commit, and returns them with their projects. */
export const lockSegments = (tx: Tx, ids: readonly number[]) =>
  tx.db
    .selectFrom('segments')
    .select(['id', 'project'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute()
