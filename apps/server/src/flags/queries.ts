import type { CreateFeature } from '@flagstaff/contract/flags'
import type { OwnerReference } from '@flagstaff/contract/people'
import type { FlagValue } from '@flagstaff/contract/values'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { inOrder } from '../platform/write/in-order.ts'
import type { Tx } from '../platform/write/write.ts'
import type { Naming } from './naming.ts'
import { toColumns, toValue } from './values/fields.ts'

export type FlagType = NonNullable<CreateFeature['type']>
export type FlagTag = { type: string; value: string }

/** A flag without its environments, as it is locked, edited and recorded. */
export type Flag = FlagValue & {
  name: string
  project: string
  type: FlagType
  description: string | null
  impressionData: boolean
  stale: boolean
  archived: boolean
  archivedAt: string | null
  createdAt: string
  createdBy: { id: number; name: string; imageUrl: string }
  tags: FlagTag[]
  objectVersion: number
}

export type FlagFields = Pick<Flag, 'type' | 'description' | 'impressionData' | 'stale' | keyof FlagValue>

/** Locks flags of a project by name, in name order; includes archived ones. */
export async function lockFlags(tx: Tx, project: string, names: readonly string[]): Promise<Flag[]> {
  const locked = tx.db
    .selectFrom('flags')
    .selectAll()
    .where('project', '=', project)
    .where('name', '=', any(names))
    .orderBy('name')
    .forUpdate()
    .execute()
  // A second statement, so that tags are read after the flags are locked.
  const [rows, tags] = await inOrder([locked, findTags(tx, names)])
  return rows.map((row) => toFlag(row, tags.get(row.name)))
}

/** Reads the tags after the flags are locked. */
export async function withTags(tx: Tx, rows: readonly Selectable<Tables['flags']>[]): Promise<Flag[]> {
  const tags = await findTags(
    tx,
    rows.map((row) => row.name),
  )
  return rows.map((row) => toFlag(row, tags.get(row.name)))
}

async function findTags(tx: Tx, names: readonly string[]): Promise<Map<string, FlagTag[]>> {
  const rows = await tx.db
    .selectFrom('flag_tags')
    .selectAll()
    .where('flag', '=', any(names))
    .orderBy('tag_type')
    .orderBy('tag_value')
    .execute()
  const byFlag = Map.groupBy(rows, (row) => row.flag)
  return new Map(
    [...byFlag].map(([flag, own]) => [
      flag,
      own.map(({ tag_type, tag_value }) => ({ type: tag_type, value: tag_value })),
    ]),
  )
}

/** Locks the flag against deletion until the commit, without blocking its editors. */
export async function holdFlag(
  tx: Tx,
  project: string,
  name: string,
): Promise<{ archived: boolean; tags: FlagTag[] } | undefined> {
  const flag = await tx.db
    .selectFrom('flags')
    .select('archived_at')
    .where('name', '=', name)
    .where('project', '=', project)
    .forKeyShare()
    .executeTakeFirst()
  if (!flag) return undefined
  const tags = await findTags(tx, [name])
  return { archived: flag.archived_at !== null, tags: tags.get(name) ?? [] }
}

/** The project of the flag with this name, in any project. */
export const whereIs = (db: Reader, name: string) =>
  db.selectFrom('flags').select(['project', 'archived_at']).where('name', '=', name).executeTakeFirst()

export type NewFlag = FlagFields & Pick<Flag, 'name'> & { owner?: OwnerReference | null }

export const ownerColumns = (owner: OwnerReference | null) => ({
  owner_user_id: owner?.type === 'user' ? owner.id : null,
  owner_group_id: owner?.type === 'group' ? owner.id : null,
})

/** People own the flags that they create. */
const creatorOf = ({ actor }: Tx): OwnerReference | null =>
  actor.type === 'user' ? { type: 'user', id: actor.id } : null

/** Returns the inserted flags; names that are taken, even by archived flags, are skipped. */
export async function insertFlags(tx: Tx, project: string, flags: readonly NewFlag[]): Promise<Flag[]> {
  const rows = await tx.db
    .insertInto('flags')
    .values(
      flags.map((flag) => ({
        name: flag.name,
        project,
        type: flag.type,
        description: flag.description,
        impression_data: flag.impressionData,
        ...toColumns(flag),
        stale: flag.stale,
        created_by_id: tx.actor.id,
        created_by_name: tx.actor.name,
        ...ownerColumns(flag.owner === undefined ? creatorOf(tx) : flag.owner),
      })),
    )
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .execute()
  return rows.map((row) => toFlag(row))
}

/**
 * Adds the flags to every environment of the project, turned off and without rules. Pipelined with the insert of the
 * flags, so it must not fail if one of them was not inserted.
 */
export const attachEnvironments = (tx: Tx, project: string, names: readonly string[]) =>
  sql`
    insert into flag_environments (flag, environment)
    select f.name, e.environment
    from unnest(${names}::text[]) with ordinality f(name, place)
    join flags on flags.name = f.name and flags.project = ${project}
    cross join project_environments e where e.project = ${project}
    order by f.place, e.environment
    on conflict do nothing`.execute(tx.db)

export async function replaceFlag(tx: Tx, before: Flag, fields: FlagFields): Promise<Flag> {
  const row = await tx.db
    .updateTable('flags')
    .set((eb) => ({
      type: fields.type,
      description: fields.description,
      impression_data: fields.impressionData,
      ...toColumns(fields),
      stale: fields.stale,
      version: eb('version', '+', 1),
    }))
    .where('name', '=', before.name)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toFlag(row, before.tags)
}

export const markStale = (tx: Tx, names: readonly string[], stale: boolean) =>
  tx.db
    .updateTable('flags')
    .set((eb) => ({ stale, version: eb('version', '+', 1) }))
    .where('name', '=', any(names))
    .execute()

export async function countActiveFlags(tx: Tx): Promise<number> {
  const { count } = await tx.db
    .selectFrom('flags')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Takes an advisory lock, so that no other transaction counts the flags of this project before the commit. */
export async function countFlagsAlone(tx: Tx, project: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`flags of ${project}`}, 0))`.execute(tx.db)
  const { count } = await tx.db
    .selectFrom('flags')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project', '=', project)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export type ProjectRules = {
  archived: boolean
  featureLimit: number | null
  stickiness: string
  naming: Naming
}

/** The settings of a project that apply to its flags. */
export async function findProjectRules(db: Reader, project: string): Promise<ProjectRules | undefined> {
  const row = await db
    .selectFrom('projects')
    .select([
      'archived_at',
      'feature_limit',
      'default_stickiness',
      'naming_pattern',
      'naming_example',
      'naming_description',
    ])
    .where('id', '=', project)
    .executeTakeFirst()
  return (
    row && {
      archived: row.archived_at !== null,
      featureLimit: row.feature_limit,
      stickiness: row.default_stickiness,
      naming: {
        pattern: row.naming_pattern,
        example: row.naming_example,
        description: row.naming_description,
      },
    }
  )
}

/** Changes the flags that have the other state, and returns their names. */
export async function setEnabled(
  tx: Tx,
  names: readonly string[],
  environment: string,
  enabled: boolean,
): Promise<Set<string>> {
  const rows = await tx.db
    .updateTable('flag_environments')
    .set({ enabled })
    .where('flag', '=', any(names))
    .where('environment', '=', environment)
    .where('enabled', '=', !enabled)
    .returning('flag')
    .execute()
  return new Set(rows.map((row) => row.flag))
}

export const any = (names: readonly string[]) => sql<string>`any(${names})`

const toFlag = (row: Selectable<Tables['flags']>, tags: FlagTag[] = []): Flag => ({
  name: row.name,
  project: row.project,
  type: row.type as FlagType,
  description: row.description,
  impressionData: row.impression_data,
  ...toValue(row),
  stale: row.stale,
  archived: row.archived_at !== null,
  archivedAt: row.archived_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  createdBy: { id: row.created_by_id, name: row.created_by_name, imageUrl: '' },
  tags,
  objectVersion: row.version,
})
