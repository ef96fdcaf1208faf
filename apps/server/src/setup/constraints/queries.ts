import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { LegalValues } from './rules.ts'

export async function findLegalValues(db: Reader, fields: readonly string[]): Promise<LegalValues> {
  if (fields.length === 0) return new Map()
  const rows = await db
    .selectFrom('context_fields')
    .select(['name', 'legal_values'])
    .where('name', 'in', [...fields])
    .execute()
  return new Map(
    rows.map(({ name, legal_values }) => [
      name,
      new Set((legal_values as { value: string }[]).map(({ value }) => value)),
    ]),
  )
}

const DATE =
  '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}([.][0-9]{3})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$'
const NUMBER = '^-?[0-9]+([.][0-9]+)?$'
const INCOMPLETE = `$[*] ? ((@.operator starts with "DATE_" && !(@.value like_regex "${DATE}"))
  || (@.operator starts with "NUM_" && !(@.value like_regex "${NUMBER}")))`

/** Whether `completeConstraint` may change one of the constraints. Dates at the end of a month are always included. */
export const mayBeIncomplete = (constraints: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`jsonb_path_exists(${constraints}, ${sql.lit(INCOMPLETE)}::jsonpath)`
