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
