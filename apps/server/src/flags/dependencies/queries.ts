import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { sees, type Viewer } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'
import { any, type Flag } from '../queries.ts'
import { type FlagTarget, missingFlag } from '../target.ts'

/** The state of the parent that a flag requires. */
export type Dependency = { feature: string; enabled: boolean; variants: string[] }
export type FlagDependency = Dependency & { child: string }

export async function listDependencies(
  db: Reader,
  project: string,
  names: readonly string[],
): Promise<FlagDependency[]> {
  const rows = await db
    .selectFrom('flag_dependencies')
    .innerJoin('flags', 'flags.name', 'flag_dependencies.child')
    .selectAll('flag_dependencies')
    .where('project', '=', project)
    .where('child', '=', any(names))
    .orderBy('child')
    .orderBy('parent')
    .execute()
  return rows.map(({ child, parent, enabled, variants }) => ({
    child,
    feature: parent,
    enabled,
    variants: variants as string[],
  }))
}

/** Flags among these that other flags, not among these, depend on. */
export async function listParents(db: Reader, project: string, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('flag_dependencies')
    .innerJoin('flags', 'flags.name', 'flag_dependencies.parent')
    .select('parent')
    .distinct()
    .where('project', '=', project)
    .where('parent', '=', any(names))
    .where('child', '<>', sql<string>`all(${names})`)
    .orderBy('parent')
    .execute()
  return rows.map((row) => row.parent)
}

export const upsertDependency = (tx: Tx, { name }: Flag, { feature, enabled, variants }: Dependency) => {
  const columns = { enabled, variants: JSON.stringify(variants) }
  return tx.db
    .insertInto('flag_dependencies')
    .values({ child: name, parent: feature, ...columns })
    .onConflict((conflict) => conflict.columns(['child', 'parent']).doUpdateSet(columns))
    .execute()
}

export const removeDependency = (tx: Tx, { name }: Flag, parent: string) =>
  tx.db.deleteFrom('flag_dependencies').where('child', '=', name).where('parent', '=', parent).execute()

export const removeDependencies = (tx: Tx, names: readonly string[]) =>
  tx.db.deleteFrom('flag_dependencies').where('child', '=', any(names)).execute()

export async function hasDependencies(db: Reader, viewer: Viewer, project: string): Promise<boolean> {
  if (!sees(viewer, project)) throw notFound('project', project)
  const row = await db
    .selectFrom('projects')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('flag_dependencies')
            .innerJoin('flags', 'flags.name', 'flag_dependencies.child')
            .select('child')
            .whereRef('flags.project', '=', 'projects.id'),
        )
        .as('found'),
    )
    .where('id', '=', project)
    .executeTakeFirst()
  if (!row) throw notFound('project', project)
  return Boolean(row.found)
}

/** Flags of the project that can become the parent of this one; none if it is a parent itself. */
export async function listPossibleParents(db: Reader, viewer: Viewer, place: FlagTarget): Promise<string[]> {
  const [row] = await rowsOf(
    db,
    sql<{ names: string[] }>`
    select array(
      select p.name from flags p
      where p.project = f.project and p.archived_at is null and p.name <> f.name
        and not exists (select from flag_dependencies d where d.child = p.name)
        and not exists (select from flag_dependencies d where d.parent = f.name)
      order by p.name) as names
    from flags f where f.name = ${place.flag} and f.project = ${place.project} and f.archived_at is null`,
  )
  if (!row || !sees(viewer, place.project)) throw await missingFlag(db, viewer, place.flag)
  return row.names
}

/** Names of the variants that the flag can return in any environment, from its rules or its own variants. */
export async function listVariantNames(db: Reader, viewer: Viewer, place: FlagTarget): Promise<string[]> {
  const [row] = await rowsOf(
    db,
    sql<{ names: string[] }>`
    select array(
      select v ->> 'name' from flag_environments e cross join jsonb_array_elements(e.variants) v where e.flag = f.name
      union
      select v ->> 'name' from rules r cross join jsonb_array_elements(r.variants) v where r.flag = f.name
      order by 1) as names
    from flags f where f.name = ${place.flag} and f.project = ${place.project} and f.archived_at is null`,
  )
  if (!row || !sees(viewer, place.project)) throw await missingFlag(db, viewer, place.flag)
  return row.names
}
