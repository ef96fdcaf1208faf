import type { Constraint } from '@flagstaff/contract/common'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/write/write.ts'
import { mayBeIncomplete } from '../../setup/constraints/index.ts'
import { any, type Flag, withTags } from '../queries.ts'

/** The next flags by name, archived ones included, with a rule that may be incomplete. */
export async function listIncompleteFlags(db: Reader, after: string, most: number): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ flag: string }>`
    select distinct flag from rules
    where flag > ${after} and (${mayBeIncomplete(sql`constraints`)}
      or (name = 'flexibleRollout' and coalesce(parameters ->> 'stickiness', '') = ''))
    order by flag limit ${most}`,
  )
  return rows.map(({ flag }) => flag)
}

/** Locks flags of all projects. */
export async function lockFlagsAnywhere(tx: Tx, names: readonly string[]): Promise<Flag[]> {
  const rows = await tx.db
    .selectFrom('flags')
    .selectAll()
    .where('name', '=', any(names))
    .orderBy('name')
    .forUpdate()
    .execute()
  return withTags(tx, rows)
}

type Content = { id: string; constraints: readonly Constraint[]; parameters: Record<string, string> }

export const replaceContents = (tx: Tx, rules: readonly Content[]) =>
  sql`
    update rules r set constraints = g.constraints, parameters = g.parameters, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(
      rules.map(({ id, constraints, parameters }) => ({ id, constraints, parameters })),
    )}::jsonb) as g(id text, constraints jsonb, parameters jsonb)
    where r.id = g.id`.execute(tx.db)
