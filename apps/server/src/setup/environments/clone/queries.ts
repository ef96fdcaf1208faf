import { sql } from 'kysely'
import type { Tx } from '../../../platform/write/write.ts'

/** The source, the target and the projects to copy. The projects are locked, so their flags cannot change. */
export type Copy = { from: string; to: string; projects: readonly string[] }

/** Locks the projects, or all that are not archived, so that no flag is created while their flags are copied. */
export async function lockProjects(tx: Tx, names: readonly string[]) {
  return tx.db
    .selectFrom('projects')
    .select(['id', 'archived_at'])
    .where((eb) => (names.length > 0 ? eb('id', 'in', [...names]) : eb('archived_at', 'is', null)))
    .orderBy('id')
    .forUpdate()
    .execute()
}

export const copyProjectEnvironments = (tx: Tx, { from, to, projects }: Copy) =>
  sql`insert into project_environments (project, environment, default_strategy)
    select p.id, ${to}, source.default_strategy
    from unnest(${projects}::text[]) as p(id)
    left join project_environments source on source.project = p.id and source.environment = ${from}`.execute(
    tx.db,
  )

/** Flags without a state in the source environment start turned off. */
export const copyFlagStates = (tx: Tx, { from, to, projects }: Copy) =>
  sql`insert into flag_environments (flag, environment, enabled, variants)
    select f.name, ${to}, coalesce(source.enabled, false), coalesce(source.variants, '[]')
    from flags f
    left join flag_environments source on source.flag = f.name and source.environment = ${from}
    where f.project = any(${projects}::text[])`.execute(tx.db)

/** Rule ids in evaluation order. */
export async function listRuleIds(tx: Tx, { from, projects }: Copy): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('rules as r')
    .innerJoin('flags as f', 'f.name', 'r.flag')
    .select('r.id')
    .where('r.environment', '=', from)
    .where('f.project', 'in', [...projects])
    .orderBy('r.flag')
    .orderBy('r.sort_order')
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute()
  return rows.map((row) => row.id)
}

/** The copies do not belong to a release plan, even if the originals do. */
export async function copyRules(tx: Tx, to: string, oldIds: readonly string[], newIds: readonly string[]) {
  await sql`insert into rules (id, flag, environment, name, title, parameters, constraints, variants, disabled,
      sort_order, created_at)
    select pair.copy, r.flag, ${to}, r.name, r.title, r.parameters, r.constraints, r.variants, r.disabled,
      r.sort_order, r.created_at
    from unnest(${oldIds}::text[], ${newIds}::text[]) as pair(original, copy)
    join rules r on r.id = pair.original`.execute(tx.db)
  await sql`insert into rule_segments (rule_id, segment_id)
    select pair.copy, s.segment_id
    from unnest(${oldIds}::text[], ${newIds}::text[]) as pair(original, copy)
    join rule_segments s on s.rule_id = pair.original`.execute(tx.db)
}

/** Flags that are on, or have rules or variants, in the environment. */
export async function listConfiguredFlags(tx: Tx, environment: string): Promise<string[]> {
  const { rows } = await sql<{ flag: string }>`
    select s.flag from flag_environments s join flags f on f.name = s.flag
    where s.environment = ${environment} and f.archived_at is null
      and (s.enabled or s.variants <> '[]' or exists (
        select from rules r where r.flag = s.flag and r.environment = s.environment))
    order by s.flag`.execute(tx.db)
  return rows.map((row) => row.flag)
}
