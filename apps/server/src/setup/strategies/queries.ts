import type { CreateStrategy, Strategy, StrategyUses } from '@flagstaff/contract/strategy-types'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { confinedTo, sees, type Viewer } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'
import { completeParameters } from './rules.ts'

type Row = Selectable<Tables['strategy_types']>
type Columns = Pick<CreateStrategy, 'parameters'> & {
  title: string | null
  description: string | null
  deprecated: boolean
}

export const listStrategies = (db: Reader, viewer: Viewer): Promise<Strategy[]> =>
  select(db, viewer, sql`true`)

export const findStrategy = async (db: Reader, viewer: Viewer, name: string): Promise<Strategy | undefined> =>
  (await select(db, viewer, sql`s.name = ${name}`))[0]

/** Includes the flags that use it and that the viewer can see. */
async function select(db: Reader, viewer: Viewer, condition: RawBuilder<unknown>): Promise<Strategy[]> {
  const seen = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<Row & { flags: number; projects: number }>`
    select s.*, coalesce(u.flags, 0) as flags, coalesce(u.projects, 0) as projects
    from strategy_types s
    left join (
      select r.name, count(distinct f.name) as flags, count(distinct f.project) as projects
      from rules r join flags f on f.name = r.flag and f.archived_at is null
      where ${seen}::text[] is null or f.project = any(${seen})
      group by r.name
    ) u on u.name = s.name
    where ${condition}
    order by s.sort_order, s.name`,
  )
  return rows.map(({ flags, projects, ...row }) => ({
    ...toStrategy(row),
    usedInFeatures: flags,
    usedInProjects: projects,
  }))
}

/** Rules of active flags, in the format of responses about uses. */
export const selectRuleUses = (db: Reader) =>
  db
    .selectFrom('rules as r')
    .innerJoin('flags as f', 'f.name', 'r.flag')
    .select([
      'r.id',
      'f.name as featureName',
      'f.project as projectId',
      'r.environment',
      'r.name as strategyName',
    ])
    .where('f.archived_at', 'is', null)

/** The rules that use it, and the applications that support it. */
export async function listUses(db: Reader, viewer: Viewer, name: string): Promise<StrategyUses> {
  const seen = confinedTo(viewer)
  const [rules, applications] = await Promise.all([
    selectRuleUses(db)
      .where('r.name', '=', name)
      .orderBy('f.name')
      .orderBy('r.environment')
      .orderBy('r.sort_order')
      .orderBy('r.id')
      .execute(),
    db
      .selectFrom('applications')
      .select('name')
      .where(sql<boolean>`strategies @> jsonb_build_array(${name}::text)`)
      // Excludes applications that were only seen in projects the viewer cannot see.
      .where(
        sql<boolean>`${seen}::text[] is null
          or not exists (select from application_uses u where u.app = applications.name)
          or exists (select from application_uses u
            where u.app = applications.name and u.project = any(${seen} || '{*}'::text[]))`,
      )
      .orderBy('name')
      .execute(),
  ])
  return {
    strategies: rules.filter(({ projectId }) => sees(viewer, projectId)),
    applications: applications.map((application) => application.name),
  }
}

/** Locks the strategy until the commit, so that a rule cannot use one that is being deleted. */
export async function holdParameters(tx: Tx, name: string): Promise<Strategy['parameters'] | undefined> {
  const row = await tx.db
    .selectFrom('strategy_types')
    .select('parameters')
    .where('name', '=', name)
    .forKeyShare()
    .executeTakeFirst()
  return row && (row.parameters as Strategy['parameters'])
}

/** Locks the row, so that no rule can start to use it before the commit. */
export async function lockStrategy(tx: Tx, name: string): Promise<Strategy | undefined> {
  const row = await tx.db
    .selectFrom('strategy_types')
    .selectAll()
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  return row && toStrategy(row)
}

/** Counts rules, including those of archived flags. */
export async function countRules(tx: Tx, name: string): Promise<number> {
  const { count } = await tx.db
    .selectFrom('rules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return count
}

/** Undefined if the name is taken. */
export async function insertStrategy(tx: Tx, name: string, columns: Columns): Promise<Strategy | undefined> {
  const row = await tx.db
    .insertInto('strategy_types')
    .values({ name, ...columns, parameters: JSON.stringify(columns.parameters) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toStrategy(row)
}

export async function replaceStrategy(
  tx: Tx,
  name: string,
  { parameters, ...columns }: Partial<Columns>,
): Promise<Strategy> {
  const row = await tx.db
    .updateTable('strategy_types')
    .set((eb) => ({
      ...columns,
      ...(parameters && { parameters: JSON.stringify(parameters) }),
      version: eb('version', '+', 1),
    }))
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toStrategy(row)
}

export const removeStrategy = (tx: Tx, name: string) =>
  tx.db.deleteFrom('strategy_types').where('name', '=', name).execute()

const toStrategy = (row: Row): Strategy => ({
  name: row.name,
  title: row.title,
  displayName: row.title,
  description: row.description,
  editable: !row.built_in,
  deprecated: row.deprecated,
  parameters: completeParameters(row.parameters as CreateStrategy['parameters']),
  objectVersion: row.version,
})
