import type { Constraint, StrategyVariant } from '@flagstaff/contract/common'
import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { sees, type Viewer } from '../../platform/write/actor.ts'
import { inOrder } from '../../platform/write/in-order.ts'
import type { Tx } from '../../platform/write/write.ts'

/** A rule as it is stored and returned. */
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

/** Rules of flags in evaluation order. */
export const listRules = async (db: Reader, flags: readonly string[], environment: string): Promise<Rule[]> =>
  (await rulesWhere(db, sql`r.flag = any(${flags}) and r.environment = ${environment}`)).map(
    ({ rule }) => rule,
  )

export const listRulesEverywhere = (db: Reader, flag: string): Promise<PlacedRule[]> =>
  rulesWhere(db, sql`r.flag = ${flag}`)

/** Rules of flags in all environments. */
export const listRulesOfFlags = (db: Reader, flags: readonly string[]): Promise<PlacedRule[]> =>
  rulesWhere(db, sql`r.flag = any(${flags})`)

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

/** The flag of a rule in this project and environment. */
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

/** Whether the flag is on in the environment; undefined if its project does not have the environment. */
export const findSwitch = (db: Reader, { flag, environment }: Place) =>
  db
    .selectFrom('flag_environments')
    .select('enabled')
    .where('flag', '=', flag)
    .where('environment', '=', environment)
    .executeTakeFirst()

/** The default rule in this environment; undefined if the project does not have the environment. */
export async function findDefaultRule(db: Reader, project: string, environment: string) {
  const row = await db
    .selectFrom('project_environments')
    .select('default_strategy')
    .where('project', '=', project)
    .where('environment', '=', environment)
    .executeTakeFirst()
  return row && { rule: row.default_strategy as CreateFeatureStrategy | null }
}

/** Locks the segments until the commit; must be called before a flag is locked. */
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

/** Locks the given segments and those that a rule uses. */
export const lockRuleSegments = (tx: Tx, rule: string, others: readonly number[]) =>
  sql`select id from segments
    where id = any(${others}::numeric[]) or id in (select segment_id from rule_segments where rule_id = ${rule})
    order by id for key share`.execute(tx.db)

export async function listRuleSegments({ read }: Pick<Tx, 'read'>, rule: string): Promise<number[]> {
  const rows = await read
    .selectFrom('rule_segments')
    .select('segment_id')
    .where('rule_id', '=', rule)
    .execute()
  return rows.map(({ segment_id }) => segment_id)
}

/** Locks the segments that turning on flags can need: of the default rule, and of plans that have not started. */
export const lockDefaultSegments = (tx: Tx, project: string, environment: string, flags: readonly string[]) =>
  sql`select id from segments where id in (
      select (jsonb_array_elements_text(default_strategy::jsonb -> 'segments'))::int from project_environments
      where project = ${project} and environment = ${environment}
        and jsonb_typeof(default_strategy::jsonb -> 'segments') = 'array'
      union
      select (jsonb_array_elements_text(rule -> 'segments'))::int
      from release_plans p, jsonb_array_elements(p.milestones) milestone,
        jsonb_array_elements(milestone -> 'strategies') rule
      where p.flag = any(${flags}) and p.environment = ${environment} and p.active_milestone is null)
    order by id for key share`.execute(tx.db)

/** Returns false if one of the ids is taken. */
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

/** Enables the disabled rules of the flags. */
export const activateRules = (tx: Tx, flags: readonly string[], environment: string) =>
  tx.db
    .updateTable('rules')
    .set((eb) => ({ disabled: false, version: eb('version', '+', 1) }))
    .where('flag', '=', sql<string>`any(${flags})`)
    .where('environment', '=', environment)
    .where('disabled', '=', true)
    .execute()

/** Turns the flag off if it has no active rule left; returns whether it was on. */
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
