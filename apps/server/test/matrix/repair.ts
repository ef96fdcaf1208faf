import type { Db } from '../../src/platform/database/database.ts'
import { OTHER, OWN, PRIVATE } from './principals.ts'

/** Restores the projects, members and token, since callers with permission do delete and replace them. */
export async function rememberPlaces(db: Db): Promise<() => Promise<void>> {
  const places = [OWN, OTHER, PRIVATE]
  const projects = await db.selectFrom('projects').selectAll().where('id', 'in', places).execute()
  const environments = await db
    .selectFrom('project_environments')
    .select(['project', 'environment'])
    .execute()
  const members = await db.selectFrom('project_members').selectAll().where('project', 'in', places).execute()
  const groups = await db.selectFrom('project_groups').selectAll().where('project', 'in', places).execute()
  const scim = await db.selectFrom('scim_token').select(['digest', 'created_by']).execute()
  return async () => {
    for (const { digest, created_by } of scim)
      await db
        .insertInto('scim_token')
        .values({ digest, created_by })
        .onConflict((conflict) => conflict.column('only_one').doUpdateSet({ digest }))
        .execute()
    for (const { id, name, mode } of projects)
      await db
        .insertInto('projects')
        .values({ id, name, mode })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ archived_at: null, mode }))
        .execute()
    await db
      .insertInto('project_environments')
      .values(environments)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await db
      .insertInto('project_members')
      .values(members)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await db
      .insertInto('project_groups')
      .values(groups)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
