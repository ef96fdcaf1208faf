import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/write/write.ts'

/** Turned off, with the variants of the source flag. */
export const copyEnvironments = (tx: Tx, from: string, to: string) =>
  sql`
    insert into flag_environments (flag, environment, variants)
    select ${to}, environment, variants from flag_environments where flag = ${from} order by environment`.execute(
    tx.db,
  )

export const copyDependencies = (tx: Tx, from: string, to: string) =>
  sql`
    insert into flag_dependencies (child, parent, enabled, variants)
    select ${to}, parent, enabled, variants from flag_dependencies where child = ${from} order by parent`.execute(
    tx.db,
  )

/** Environments in which the flag has variants outside of its rules. */
export async function listEnvironmentsWithVariants(db: Reader, flag: string): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ environment: string }>`
    select environment from flag_environments where flag = ${flag} and variants <> '[]' order by environment`,
  )
  return rows.map((row) => row.environment)
}
