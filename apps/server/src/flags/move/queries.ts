import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/write/write.ts'
import { any } from '../queries.ts'

export type Move = { project: string; target: string; flags: readonly string[] }

export const moveFlags = (tx: Tx, { target, flags }: Move) =>
  tx.db
    .updateTable('flags')
    .set((eb) => ({ project: target, version: eb('version', '+', 1) }))
    .where('name', '=', any(flags))
    .execute()

/** The names that belong to flags of the project that are not archived. */
export async function listOwn(db: Reader, { project, flags }: Move): Promise<string[]> {
  const rows = await db
    .selectFrom('flags')
    .select('name')
    .where('project', '=', project)
    .where('name', '=', any(flags))
    .where('archived_at', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}

export async function countFlags(db: Reader, project: string): Promise<number> {
  const { count } = await db
    .selectFrom('flags')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project', '=', project)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export type Differences = { missing: string[]; extra: string[] }

/** Environments that only one of the two projects has. */
export async function compareEnvironments(db: Reader, { project, target }: Move): Promise<Differences> {
  const rows = await rowsOf(
    db,
    sql<{ environment: string; project: string }>`
    select environment, min(project) as project from project_environments
    where project in (${project}, ${target})
    group by environment having count(*) = 1 order by environment`,
  )
  const only = (id: string) => rows.filter((row) => row.project === id).map((row) => row.environment)
  return { missing: only(project), extra: only(target) }
}

/** Flags with a dependency on, or from, a flag that is not part of the move. */
export async function listTied(db: Reader, { flags }: Move): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ flag: string }>`
    select distinct case when d.child = any(${flags}) then d.child else d.parent end as flag
    from flag_dependencies d
    where (d.child = any(${flags})) <> (d.parent = any(${flags})) order by 1`,
  )
  return rows.map((row) => row.flag)
}

/** The rules of all milestones of the plans that these flags follow. */
const plannedRules = (flags: readonly string[]) => sql`(
  select p.flag, rule from release_plans p
  cross join jsonb_path_query(p.milestones, '$[*].strategies[*]') rule where p.flag = any(${flags}))`

export type Use = { name: string; flags: string[] }

/** Segments of a project other than the target that rules of these flags use, now or in a later milestone. */
export const listForeignSegments = (db: Reader, { target, flags }: Move): Promise<Use[]> =>
  rowsOf(
    db,
    sql<Use>`
    select s.name, array_agg(distinct u.flag order by u.flag) as flags
    from segments s join (
      select r.flag, rs.segment_id as id from rules r join rule_segments rs on rs.rule_id = r.id
      where r.flag = any(${flags})
      union all
      select p.flag, (id #>> '{}')::integer
      from ${plannedRules(flags)} p cross join jsonb_array_elements(p.rule -> 'segments') id
    ) u on u.id = s.id
    where s.project <> ${target}
    group by s.name order by s.name`,
  )

/** Context fields of another project that rules or variants of these flags use. */
export const listForeignFields = (db: Reader, { target, flags }: Move): Promise<Use[]> =>
  rowsOf(
    db,
    sql<Use>`
    select c.name, array_agg(distinct u.flag order by u.flag) as flags
    from context_fields c join (
      select r.flag, x ->> 'contextName' as field
      from rules r cross join jsonb_array_elements(r.constraints) x where r.flag = any(${flags})
      union all
      select r.flag, r.parameters ->> 'stickiness' from rules r where r.flag = any(${flags})
      union all
      select r.flag, v ->> 'stickiness'
      from rules r cross join jsonb_array_elements(r.variants) v where r.flag = any(${flags})
      union all
      select p.flag, x ->> 'contextName'
      from ${plannedRules(flags)} p cross join jsonb_array_elements(p.rule -> 'constraints') x
      union all
      select p.flag, p.rule -> 'parameters' ->> 'stickiness' from ${plannedRules(flags)} p
      union all
      select p.flag, v ->> 'stickiness'
      from ${plannedRules(flags)} p cross join jsonb_array_elements(p.rule -> 'variants') v
      union all
      select e.flag, v ->> 'stickiness'
      from flag_environments e cross join jsonb_array_elements(e.variants) v where e.flag = any(${flags})
      union all
      select e.flag, o ->> 'contextName'
      from flag_environments e cross join jsonb_array_elements(e.variants) v
      cross join jsonb_array_elements(coalesce(v -> 'overrides', '[]')) o where e.flag = any(${flags})
    ) u on u.field = c.name
    where c.project <> ${target}
    group by c.name order by c.name`,
  )

/** API tokens with access to only one of the two projects. */
export async function countTokens(db: Reader, { project, target }: Move) {
  const [row] = await rowsOf(
    db,
    sql<{ losing: number; gaining: number }>`
    select count(*) filter (where t.old and not t.new) as losing, count(*) filter (where t.new and not t.old) as gaining
    from (
      select bool_or(p.project = ${project}) as old, bool_or(p.project = ${target}) as new
      from api_token_projects p join api_tokens a on a.id = p.token_id
      where not a.all_projects and (a.expires_at is null or a.expires_at > now())
      group by p.token_id) t`,
  )
  return { losing: row?.losing ?? 0, gaining: row?.gaining ?? 0 }
}
