import type { Constraint, StrategyVariant } from '@flagstaff/contract/common'
import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { sees, type Viewer } from '../../platform/actor.ts'
import { type Reader, rowsOf } from '../../platform/database.ts'
import { inOrder } from '../../platform/in-order.ts'
import type { Tables } from '../../platform/tables.ts'
import type { Tx } from '../../platform/write.ts'

/** A rule as it is stored and shown. */
export type Rule = {
  id: string
  name: string
  title: string | null
  disabled: boolean
  featureName: string
  sortOrder: number
  segments: number[]
  constraints: Constraint[]
  variants: StrategyVariant[]
  parameters: Record<string, string>
  objectVersion: number
}
export type NewRule = Omit<Rule, 'objectVersion'> & { environment: string }
export type PlacedRule = { environment: string; rule: Rule }

/** Rules of flags, in the order in which they are tried. */
export const listRules = async (db: Reader, flags: readonly string[], environment: string): Promise<Rule[]> =>
  (await rulesWhere(db, sql`r.flag = any(${flags}) and r.environment = ${environment}`)).map(
    ({ rule }) => rule,
  )

export const listRulesEverywhere = (db: Reader, flag: string): Promise<PlacedRule[]> =>
  rulesWhere(db, sql`r.flag = ${flag}`)

type Place = { flag: string; environment: string }

export async function findRule(
  db: Reader,
  { flag, environment }: Place,
  id: string,
): Promise<Rule | undefined> {
  const found = await rulesWhere(
    db,
    sql`r.id = ${id} and r.flag = ${flag} and r.environment = ${environment}`,
  )
  return found[0]?.rule
}

/** The flag that a rule of this project and environment belongs to. */
export async function findFlagOfRule(
  db: Reader,
  viewer: Viewer,
  { id, project, environment }: { id: string; project: string; environment: string },
): Promise<string | undefined> {
  if (!sees(viewer, project)) return undefined
  const row = await db
    .selectFrom('rules as r')
    .innerJoin('flags as f', 'f.name', 'r.flag')
    .select('f.name')
    .where('r.id', '=', id)
    .where('r.environment', '=', environment)
    .where('f.project', '=', project)
    .executeTakeFirst()
  return row?.name
}

/** Whether the flag is on in the environment; undefined where its project does not have that environment. */
export const findSwitch = (db: Reader, { flag, environment }: Place) =>
  db
    .selectFrom('flag_environments')
    .select('enabled')
    .where('flag', '=', flag)
    .where('environment', '=', environment)
    .executeTakeFirst()

/** What a flag without rules starts with in this environment; undefined where the project does not have it. */
export async function findDefaultRule(db: Reader, project: string, environment: string) {
  const row = await db
    .selectFrom('project_environments')
    .select('default_strategy')
    .where('project', '=', project)
    .where('environment', '=', environment)
    .executeTakeFirst()
  return row && { rule: row.default_strategy as CreateFeatureStrategy | null }
}

/** Holds the segments as they are until we commit; to be called before any flag is locked. */
export async function lockSegments(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return []
  return tx.db
    .selectFrom('segments')
    .select(['id', 'project'])
    .where('id', '=', sql<number>`any(${ids}::numeric[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/** Holds the segments of the rule that flags without rules start with here. */
export const lockDefaultSegments = (tx: Tx, project: string, environment: string) =>
  sql`select id from segments where id in (
      select (jsonb_array_elements_text(default_strategy::jsonb -> 'segments'))::int from project_environments
      where project = ${project} and environment = ${environment}
        and jsonb_typeof(default_strategy::jsonb -> 'segments') = 'array')
    order by id for key share`.execute(tx.db)

/** False when one of the ids is taken. */
export async function insertRules(tx: Tx, rules: readonly NewRule[]): Promise<boolean> {
  const inserting = tx.db
    .insertInto('rules')
    .values(
      rules.map((rule) => ({
        id: rule.id,
        flag: rule.featureName,
        environment: rule.environment,
        ...toColumns(rule),
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  const [inserted] = await inOrder([inserting, insertUses(tx, rules)])
  return inserted.length === rules.length
}

export async function replaceRule(tx: Tx, rule: Rule) {
  const replaced = tx.db
    .updateTable('rules')
    .set((eb) => ({ ...toColumns(rule), version: eb('version', '+', 1) }))
    .where('id', '=', rule.id)
    .execute()
  const dropped = tx.db
    .deleteFrom('rule_segments')
    .where('rule_id', '=', rule.id)
    .where('segment_id', '<>', sql<number>`all(${rule.segments})`)
    .execute()
  await inOrder([replaced, dropped, insertUses(tx, [rule])])
}

async function insertUses(tx: Tx, rules: readonly Pick<Rule, 'id' | 'segments'>[]) {
  const uses = rules.flatMap(({ id, segments }) =>
    segments.map((segment) => ({ rule_id: id, segment_id: segment })),
  )
  if (uses.length > 0)
    await tx.db
      .insertInto('rule_segments')
      .values(uses)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export const removeRule = (tx: Tx, id: string) => removeRules(tx, [id])

export const removeRules = (tx: Tx, ids: readonly string[]) =>
  tx.db.deleteFrom('rules').where('id', '=', sql<string>`any(${ids})`).execute()

export const orderRules = (tx: Tx, order: readonly { id: string; sortOrder: number }[]) =>
  sql`
    update rules r set sort_order = o.sort_order, version = version + 1
    from unnest(${order.map(({ id }) => id)}::text[], ${order.map(({ sortOrder }) => sortOrder)}::int[])
      as o(id, sort_order)
    where r.id = o.id and r.sort_order <> o.sort_order`.execute(tx.db)

/** Puts disabled rules to work. */
export const activateRules = (tx: Tx, flags: readonly string[], environment: string) =>
  tx.db
    .updateTable('rules')
    .set((eb) => ({ disabled: false, version: eb('version', '+', 1) }))
    .where('flag', '=', sql<string>`any(${flags})`)
    .where('environment', '=', environment)
    .where('disabled', '=', true)
    .execute()

/** True where a flag was on without any active rule; it is off now. */
export async function switchOffWithoutRules(tx: Tx, { flag, environment }: Place): Promise<boolean> {
  const row = await tx.db
    .updateTable('flag_environments')
    .set({ enabled: false })
    .where('flag', '=', flag)
    .where('environment', '=', environment)
    .where('enabled', '=', true)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('rules')
            .select('id')
            .where('flag', '=', flag)
            .where('environment', '=', environment)
            .where('disabled', '=', false),
        ),
      ),
    )
    .returning('flag')
    .executeTakeFirst()
  return row !== undefined
}

async function rulesWhere(db: Reader, condition: RawBuilder<unknown>): Promise<PlacedRule[]> {
  const rows = await rowsOf(
    db,
    sql<Selectable<Tables['rules']> & { segments: number[] }>`
    select r.*, array(select s.segment_id from rule_segments s where s.rule_id = r.id order by 1) as segments
    from rules r where ${condition}
    order by r.flag, r.environment, r.sort_order, r.created_at, r.id`,
  )
  return rows.map((row) => ({ environment: row.environment, rule: toRule(row) }))
}

const toColumns = (rule: Omit<Rule, 'objectVersion'>) => ({
  name: rule.name,
  title: rule.title,
  disabled: rule.disabled,
  sort_order: rule.sortOrder,
  parameters: JSON.stringify(rule.parameters),
  constraints: JSON.stringify(rule.constraints),
  variants: JSON.stringify(rule.variants),
})

const toRule = (row: Selectable<Tables['rules']> & { segments: number[] }): Rule => ({
  id: row.id,
  name: row.name,
  title: row.title,
  disabled: row.disabled,
  featureName: row.flag,
  sortOrder: row.sort_order,
  segments: row.segments,
  constraints: row.constraints as Rule['constraints'],
  variants: row.variants as Rule['variants'],
  parameters: row.parameters as Rule['parameters'],
  objectVersion: row.version,
})
