import type { ApplicationDetails, ProjectApplications } from '@flagstaff/contract/applications'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'
import { instanceIn } from './process-queries.ts'
import { seenBy } from './queries.ts'
import type { Page } from './rules.ts'

export type Instance = {
  app: string
  instance: string
  environment: string
  sdk_version: string | null
  sdk_type: string
  ip: string | null
  seen_at: Date
  connect_via: { appName: string; instanceId: string }[] | null
  connection_id: string | null
}

/** Instances of an application seen in the last day, in environments where the viewer can see it. */
export const listInstances = (
  db: Reader,
  viewer: Viewer,
  { app, environment = null }: { app: string; environment?: string | null },
): Promise<Instance[]> => {
  const seen = confinedTo(viewer)
  return rowsOf(
    db,
    sql<Instance>`
    select i.*, ${instanceIn(sql`i.instance`)} as instance from instances i
    where i.app = ${app} and (${environment}::text is null or i.environment = ${environment})
      and i.seen_at > now() - interval '1 day'
      and (${seen}::text[] is null or exists (select from application_uses u where u.app = i.app
        and u.environment = i.environment and u.project = any(${seen} || '{*}'::text[])))
    order by i.environment, i.instance`,
  )
}

type SeenFlag = ApplicationDetails['seenToggles'][number]

/** Flags that an application evaluated in the last two days. */
export const listFlags = (db: Reader, viewer: Viewer, app: string): Promise<SeenFlag[]> => {
  const seen = confinedTo(viewer)
  return rowsOf(
    db,
    sql<SeenFlag>`
    select f.name, f.description, f.type, f.project, f.stale, f.impression_data as "impressionData",
      f.archived_at is not null as archived,
      to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from flags f
    where f.name in (select distinct flag from usage_counts where app = ${app})
      and (${seen}::text[] is null or f.project = any(${seen}))
    order by f.name`,
  )
}

/** SDKs in use, with their applications: in all projects, or in one. */
export const listSdks = (
  db: Reader,
  viewer: Viewer,
  project: string | null = null,
): Promise<{ sdk: string; app: string }[]> =>
  rowsOf(
    db,
    sql<{ sdk: string; app: string }>`
    select distinct i.sdk_version as sdk, i.app from instances i
    where i.sdk_version is not null and i.seen_at > now() - interval '1 day' and ${seenBy(viewer, sql`i.app`)}
      and (${project}::text is null or i.app in (${appsOf(project)}))
    order by 1, 2`,
  )

/**
 * SDKs of the applications that receive a project's flags; null if the server evaluates for them. A viewer of the
 * project can see all of them.
 */
export const listProjectSdks = (
  db: Reader,
  project: string,
): Promise<{ app: string; sdk: string | null }[]> =>
  rowsOf(
    db,
    sql<{ app: string; sdk: string | null }>`
    select distinct i.app, case i.sdk_type when 'backend' then i.sdk_version end as sdk from instances i
    where i.seen_at > now() - interval '1 day' and i.app in (${appsOf(project)})
      and exists (select from application_uses u where u.app = i.app and u.environment = i.environment
        and u.project in (${project}, '*'))
    order by 1, 2`,
  )

/** Applications that use a token of the project, or evaluated one of its flags in the last two days. */
const appsOf = (project: string | null) => sql`
  select app from application_uses where project = ${project}
  union
  select h.app from usage_counts h join flags f on f.name = h.flag where f.project = ${project}`

type ProjectRow = {
  total: number
  name: string | null
  environments: string[]
  instances: string[]
  sdks: string[]
}

export const isProject = async (db: Reader, id: string): Promise<boolean> =>
  (await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Applications of one project. The caller has checked that the viewer can see the project. */
export async function listProjectApplications(
  db: Reader,
  project: string,
  page: Page,
): Promise<ProjectApplications> {
  const order = page.descending ? sql`desc` : sql``
  const rows = await rowsOf(
    db,
    sql<ProjectRow>`
    with matching as (
      select app from (${appsOf(project)}) apps where strpos(lower(app), lower(${page.text})) > 0
        and exists (select from applications a where a.name = apps.app)
    ), page as (
      select app from matching order by app ${order} limit ${page.limit} offset ${page.offset}
    )
    select c.total, p.app as name,
      array(select distinct environment from application_uses u where u.app = p.app and u.project in (${project}, '*')
        order by 1) as environments,
      array(select ${instanceIn(sql`i.instance`)} from (select distinct instance from instances where app = p.app) i
        order by 1) as instances,
      array(select distinct i.sdk_version from instances i where i.app = p.app and i.sdk_version is not null order by 1) as sdks
    from (select count(*) as total from matching) c left join page p on true
    order by p.app ${order}`,
  )
  return {
    total: rows[0]?.total ?? 0,
    applications: rows.flatMap(({ name, environments, instances, sdks }) =>
      name === null ? [] : [{ name, environments, instances, sdks: byName(sdks) }],
    ),
  }
}

function byName(sdks: readonly string[]) {
  const pairs = sdks.map((sdk) => sdk.split(':'))
  return [...Map.groupBy(pairs, ([name = '']) => name)].map(([name, list]) => ({
    name,
    versions: list.flatMap(([, version]) => version ?? []),
  }))
}
