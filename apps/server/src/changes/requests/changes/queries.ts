import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Place } from '../../../platform/write/effects.ts'

/** Whether an account is a member of a project, if the project uses the environment. */
export async function findOpener(
  db: Reader,
  userId: number,
  { project, environment }: Place,
): Promise<{ membersOnly: boolean; member: boolean } | undefined> {
  const rows = await rowsOf(
    db,
    sql<{ membersOnly: boolean; member: boolean }>`
    select p.mode = 'protected' as "membersOnly",
      exists (select from project_access a where a.project = p.id and a.user_id = ${userId}) as member
    from projects p join project_environments e on e.project = p.id
    where p.id = ${project} and e.environment = ${environment}`,
  )
  return rows[0]
}

/** The places, those of the type production first. */
export const listPlaceTypes = (db: Reader, places: readonly Place[]): Promise<Place[]> =>
  rowsOf(
    db,
    sql<Place>`
    select distinct p.project, p.environment, e.type <> 'production' as other, e.sort_order
    from jsonb_to_recordset(${JSON.stringify(places.map(({ project, environment }) => ({ project, environment })))}::jsonb)
      as p(project text, environment text)
    join environments e on e.name = p.environment
    order by other, e.sort_order, p.project`,
  ).then((rows) => rows.map(({ project, environment }) => ({ project, environment })))

/** The event with which a request was applied. */
export async function findApplied(db: Reader, request: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('events')
    .select('revision')
    .where('group_type', '=', 'change-request')
    .where('group_id', '=', String(request))
    .where('type', 'in', ['change-request-applied', 'change-request-scheduled-application-success'])
    .orderBy('revision', 'desc')
    .executeTakeFirst()
  return row?.revision
}
