import type { SegmentDocument, TokenDocument } from '@flagstaff/delivery'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../platform/database/database.ts'
import type { FlagRow } from './documents.ts'

/** Flags that are not archived, with all data of their documents, in some environments or (null) in all. */
export async function readFlags(
  db: Reader,
  names: readonly string[],
  environments: readonly string[] | null = null,
): Promise<FlagRow[]> {
  return rowsOf(
    db,
    sql<FlagRow>`
    select f.name, f.type, f.project, f.stale, f.description, f.impression_data, f.value_type,
      (select coalesce(json_agg(json_build_array(t.tag_type, t.tag_value) order by t.tag_type, t.tag_value), '[]')
       from flag_tags t where t.flag = f.name) as tags,
      (select coalesce(json_agg(json_build_object('feature', d.parent, 'enabled', d.enabled, 'variants', d.variants)
         order by d.parent), '[]')
       from flag_dependencies d where d.child = f.name) as dependencies,
      (select coalesce(json_agg(json_build_object(
         'environment', e.environment, 'enabled', e.enabled, 'released', e.released_at is not null,
         'variants', e.variants,
         'rules', (select coalesce(json_agg(json_build_object(
             'id', r.id, 'title', r.title, 'name', r.name, 'parameters', r.parameters, 'constraints', r.constraints,
             'variants', r.variants,
             'segments', (select coalesce(json_agg(s.segment_id order by s.segment_id), '[]')
                          from rule_segments s where s.rule_id = r.id)
           ) order by r.sort_order, r.created_at, r.id), '[]')
           from rules r where r.flag = e.flag and r.environment = e.environment and not r.disabled)
       ) order by e.environment), '[]')
       from flag_environments e where e.flag = f.name
         and (${environments}::text[] is null or e.environment = any(${environments}))) as environments
    from flags f where f.name = any(${names}) and f.archived_at is null`,
  )
}

export type SegmentUse = SegmentDocument & { uses: { environment: string; projects: string[] }[] }

/** Segments with the environments in which a live flag uses them, and the projects of those flags. */
export async function readSegments(db: Reader, ids: readonly number[]): Promise<SegmentUse[]> {
  return rowsOf(
    db,
    sql<SegmentUse>`
    select s.id, s.name, s.constraints,
      (select coalesce(json_agg(json_build_object('environment', u.environment, 'projects', u.projects)
         order by u.environment), '[]')
       from (select r.environment, json_agg(distinct f.project) as projects
             from rule_segments rs join rules r on r.id = rs.rule_id join flags f on f.name = r.flag
             where rs.segment_id = s.id and not r.disabled and f.archived_at is null
             group by r.environment) u) as uses
    from segments s where s.id = any(${ids})`,
  )
}

/** Tokens by digest, in hexadecimal. */
export async function readTokens(
  db: Reader,
  digests: readonly string[],
): Promise<(TokenDocument & { digest: string })[]> {
  return rowsOf(
    db,
    sql<TokenDocument & { digest: string }>`
    select encode(t.digest, 'hex') as digest, t.type, t.environment, t.name, t.expires_at as "expiresAt",
      case when t.all_projects then '["*"]'::json else
        (select coalesce(json_agg(p.project order by p.project), '[]')
         from api_token_projects p where p.token_id = t.id) end as projects
    from api_tokens t where encode(t.digest, 'hex') = any(${digests})`,
  )
}

/** Does not increase the token's version, because this is only bookkeeping. */
export const markTokensSeen = (db: Db, digests: readonly string[]) =>
  sql`update api_tokens set seen_at = now()
    where digest in (select decode(one, 'hex') from unnest(${digests}::text[]) one)`.execute(db)

export const readSetting = (db: Reader, name: string) =>
  db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()

/** Returns the batches that were new. Sorted, so that two processes cannot deadlock. */
export async function insertBatches(db: Db, batches: readonly BatchKey[]): Promise<BatchKey[]> {
  const { rows } = await sql<BatchKey>`
    insert into usage_batches (environment, id)
    select distinct environment, id
    from unnest(${batches.map((one) => one.environment)}::text[], ${batches.map((one) => one.id)}::text[])
      as row(environment, id)
    order by environment, id
    on conflict do nothing returning environment, id`.execute(db)
  return rows
}

type BatchKey = { environment: string; id: string }
