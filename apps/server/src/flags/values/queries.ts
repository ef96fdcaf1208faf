import type { Variant } from '@flagstaff/contract/common'
import type { FlagValue } from '@flagstaff/contract/values'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { toValue, type ValueColumns } from './fields.ts'
import type { PlacedVariants } from './rules.ts'

/** All variants of a flag: its own, those of its rules, and those of the milestones of its release plans. */
export async function listStoredVariants(db: Reader, flag: string): Promise<PlacedVariants[]> {
  return rowsOf(
    db,
    sql<{ environment: string; variants: Variant[] }>`
    select environment, variants from flag_environments where flag = ${flag} and variants <> '[]'
    union all
    select environment, variants from rules where flag = ${flag} and variants <> '[]'
    union all
    select p.environment, r.rule -> 'variants' from release_plans p,
      jsonb_array_elements(p.milestones) m(milestone), jsonb_array_elements(m.milestone -> 'strategies') r(rule)
    where p.flag = ${flag} and jsonb_array_length(coalesce(r.rule -> 'variants', '[]')) > 0
    order by environment`,
  )
}

/** The flag must be locked, so that its type stays until the commit. */
export async function findValue(db: Reader, flag: string): Promise<FlagValue> {
  const [row] = await rowsOf(
    db,
    sql<ValueColumns>`select value_type, value_schema, default_value from flags where name = ${flag}`,
  )
  return row ? toValue(row) : {}
}

/** Of `flags f`, for `toValue`. */
export const valueColumns = sql`f.value_type, f.value_schema, f.default_value`
