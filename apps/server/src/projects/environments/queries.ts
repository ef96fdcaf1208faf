import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import { sql } from 'kysely'
import type { Tx } from '../../platform/write.ts'

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

/** Those of the names that exist, held until we commit. */
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

export type Link = { defaultStrategy: CreateFeatureStrategy | null }

/** Undefined when the project does not use the environment. */
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

/** False when the project uses the environment already. */
export async function insertLink(tx: Tx, project: string, environment: string): Promise<boolean> {
  const row = await tx.db
    .insertInto('project_environments')
    .values({ project, environment })
    .onConflict((conflict) => conflict.columns(['project', 'environment']).doNothing())
    .returning('project')
    .executeTakeFirst()
  return row !== undefined
}

/** Every flag of the project is off there until somebody switches it on. */
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

/** The segments that flags of the project use there. */
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

/** Takes what flags of the project were set to there along, their rules too. Gives the flags. */
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

/** The segments that exist, with the project each belongs to. Held: none of them goes before we commit. */
export const lockSegments = (tx: Tx, ids: readonly number[]) =>
  tx.db
    .selectFrom('segments')
    .select(['id', 'project'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute()
