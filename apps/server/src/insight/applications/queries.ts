import type { Application, Applications } from '@flagstaff/contract/applications'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'
import { instanceIn } from './process-queries.ts'
import type { Page } from './rules.ts'

export type ApplicationRow = Selectable<Tables['applications']>
type Use = { project: string; environments: string[] }

/** Whether the viewer can see an application: by project, by a token for all projects, or because it has no use yet. */
export function seenBy(viewer: Viewer, app: RawBuilder<unknown>): RawBuilder<boolean> {
  const seen = confinedTo(viewer)
  return sql<boolean>`(${seen}::text[] is null
    or not exists (select from application_uses u where u.app = ${app})
    or exists (select from application_uses u where u.app = ${app} and u.project = any(${seen} || '{*}'::text[])))`
}

/** The projects in which the viewer can see an application, with their environments. */
function usesOf(viewer: Viewer, app: RawBuilder<unknown>): RawBuilder<Use[]> {
  const seen = confinedTo(viewer)
  return sql<Use[]>`(
    select coalesce(json_agg(json_build_object('project', u.project, 'environments', u.environments) order by u.project), '[]')
    from (select project, json_agg(environment order by environment) as environments from application_uses
          where app = ${app} and (${seen}::text[] is null or project = any(${seen} || '{*}'::text[])) group by project) u)`
}

export async function listApplications(db: Reader, viewer: Viewer, page: Page): Promise<Applications> {
  const rows = await rowsOf(
    db,
    sql<{ total: number } & (ApplicationRow | { name: null }) & { uses: Use[] }>`
    with matching as (
      select a.* from applications a
      where strpos(lower(a.name), lower(${page.text})) > 0 and ${seenBy(viewer, sql`a.name`)}
    ), page as (
      select * from matching order by name ${page.descending ? sql`desc` : sql``}
      limit ${page.limit} offset ${page.offset}
    )
    select c.total, p.*, ${usesOf(viewer, sql`p.name`)} as uses
    from (select count(*) as total from matching) c left join page p on true
    order by p.name ${page.descending ? sql`desc` : sql``}`,
  )
  return {
    total: rows[0]?.total ?? 0,
    applications: rows.flatMap((row) =>
      row.name === null ? [] : [{ ...toApplication(row), usage: row.uses }],
    ),
  }
}

export async function findApplication(
  db: Reader,
  viewer: Viewer,
  name: string,
): Promise<(ApplicationRow & { uses: Use[] }) | undefined> {
  const [row] = await rowsOf(
    db,
    sql<ApplicationRow & { uses: Use[] }>`select a.*, ${usesOf(viewer, sql`a.name`)} as uses
      from applications a where a.name = ${name} and ${seenBy(viewer, sql`a.name`)}`,
  )
  return row
}

export async function lockApplication(tx: Tx, name: string): Promise<ApplicationRow | undefined> {
  return tx.db.selectFrom('applications').selectAll().where('name', '=', name).forUpdate().executeTakeFirst()
}

type Annotations = { strategies?: string; description?: string; url?: string; color?: string; icon?: string }

/** Changes only the given fields. */
export async function annotateApplication(tx: Tx, name: string, given: Annotations): Promise<ApplicationRow> {
  return tx.db
    .insertInto('applications')
    .values({ name, ...given, created_by: tx.actor.name, announced: true })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name, ...given }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const removeApplication = (tx: Tx, name: string) =>
  tx.db.deleteFrom('applications').where('name', '=', name).execute()

const SOME = 1_000

/** Locks applications without an event yet, and returns each with one of its projects. */
export async function takeUnannounced(
  tx: Tx,
): Promise<{ application: Application; project: string | null }[]> {
  const { rows } = await sql<ApplicationRow & { project: string | null }>`
    with held as (
      select name from applications where not announced order by name limit ${SOME} for update skip locked
    ), told as (
      update applications a set announced = true from held where a.name = held.name returning a.*
    )
    select told.*, (select nullif(min(project), '*') from application_uses u where u.app = told.name) as project
    from told order by name`.execute(tx.db)
  return rows.map(({ project, ...row }) => ({ application: toApplication(row), project }))
}

type Kept = { processMinutes: number; instanceDays: number; applicationDays: number }

export async function forgetApplications(db: Db, { processMinutes, instanceDays, applicationDays }: Kept) {
  // Each start of a process has another connection ID. The newest stays: an idle process may not report again.
  await sql`
    with old as (
      select app, instance, environment, seen_at,
        max(seen_at) over (partition by app, environment, ${instanceIn(sql`instance`)}) as newest
      from instances where strpos(instance, e'\\n') > 0
    )
    delete from instances i using old where i.app = old.app and i.instance = old.instance
      and i.environment = old.environment and i.seen_at < now() - make_interval(mins => ${processMinutes})
      and old.seen_at < old.newest`.execute(db)
  await sql`delete from instances where seen_at < now() - make_interval(days => ${instanceDays})`.execute(db)
  await sql`delete from application_uses where seen_at < now() - make_interval(days => ${applicationDays})`.execute(
    db,
  )
  await sql`delete from applications where seen_at < now() - make_interval(days => ${applicationDays})`.execute(
    db,
  )
}

export const toApplication = (row: ApplicationRow): Application => ({
  appName: row.name,
  description: row.description,
  url: row.url,
  color: row.color,
  icon: row.icon,
  strategies: row.strategies as string[],
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.seen_at.toISOString(),
})
