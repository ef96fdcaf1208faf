import type { Onboarding } from '@flagstaff/contract/home'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'

type Row = Omit<NonNullable<Onboarding['seen']>, 'at'> & { at: Date }

/**
 * The application that was last seen in an environment with a token of the project. Those that were sent flags come
 * first: their revision is known.
 */
export async function findConnected(
  db: Reader,
  project: string,
  environment: string,
): Promise<Onboarding['seen']> {
  const [row] = await rowsOf(
    db,
    sql<Row>`
    with served as (
      select n.app, n.instance, n.via, n.revision, to_timestamp(least(n.at / 1000, extract(epoch from now()))) as at
      from receipts r cross join lateral jsonb_to_recordset(r.named::jsonb)
        as n(app text, instance text, kind text, via text, projects jsonb, revision bigint, at double precision)
      where r.environment = ${environment} and n.kind = 'sdk' and n.projects ?| array[${project}, '*']
    ), known as (
      select * from served
      union all
      select u.app, coalesce(i.instance, ''), null, null, greatest(u.seen_at, i.seen_at)
      from application_uses u left join instances i on i.app = u.app and i.environment = u.environment
      where u.environment = ${environment} and u.project in (${project}, '*')
    )
    select k.app as "appName", k.instance as "instanceId", i.sdk_version as sdk, k.via, k.revision, k.at
    from known k left join instances i on i.app = k.app and i.instance = k.instance and i.environment = ${environment}
    order by k.via is null, k.at desc limit 1`,
  )
  return row ? { ...row, at: row.at.toISOString() } : null
}
